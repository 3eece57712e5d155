/** What the first transaction of a block read, as the state after the block before holds it. */

import { bytesToAddress, bytesToHash, bytesToHex } from '../../../core/chain/hex';
import type { Address, Hash } from '../../../core/chain/primitives';
import type { State } from '../../../core/evm/state/state';
import { slotsFoundEmpty, type Witness } from '../../../core/evm/state/witness';
import type { SystemCall } from '../../../core/evm/transaction/system-calls';
import type { AccountAt } from '../../../net/account-values';
import type { KnownState } from '../../../net/state-source';
import type { SlotAt } from '../../../net/storage-values';

const ZERO = `0x${'0'.repeat(64)}` as Hash;

/**
 * Reads all that the transaction that `state` executed last read, with its witness. What the block's own system
 * calls write before it is left out: that follows from the header. Where such a slot has a contract and was read
 * with another value, a sentence says so instead. Linear in what is known.
 */
export function readOfParent(
  state: State,
  { accounts, codes }: Witness,
  calls: readonly SystemCall[],
): KnownState | string {
  const written = new Map(
    calls.flatMap(({ address, slots, written }) =>
      slots.map((slot, index) => [`${bytesToAddress(address)} ${slot}`, written[index]] as const),
    ),
  );
  const slots: SlotAt[] = [];
  const overwritten = new Set<Address>();
  const add = (slot: SlotAt) => {
    const value = written.get(`${slot.address} ${BigInt(slot.key)}`);
    if (value === BigInt(slot.value)) return;
    if (value !== undefined) overwritten.add(slot.address);
    slots.push(slot);
  };
  const read = accounts.map((account): AccountAt => {
    const address = bytesToAddress(account.address);
    for (let at = 0; at < account.storage.length; at += 64) {
      const key = bytesToHash(account.storage.subarray(at, at + 32));
      add({ address, key, value: bytesToHash(account.storage.subarray(at + 32, at + 64)) });
    }
    return {
      address,
      balance: BigInt(bytesToHex(account.balance)),
      nonce: Number(account.nonce),
      code: bytesToHex(codes[account.code] ?? new Uint8Array(0)),
    };
  });
  for (const { address, key } of slotsFoundEmpty(state)) {
    add({ address: bytesToAddress(address), key: bytesToHash(key), value: ZERO });
  }
  const stale = read.find(({ address, code }) => overwritten.has(address) && code !== '0x');
  if (stale !== undefined)
    return `A slot of ${stale.address} was read with another value than the block itself writes before its first transaction.`;
  return { accounts: read, slots };
}
