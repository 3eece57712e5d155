/**
 * The access list (EIP-2930) of an execution, and the part of it that would
 * save gas.
 *
 * What a listed item saves is what it costs more when it is met cold
 * (EIP-2929): an account 2,500 for 2,400, a slot that is read first 2,000 for
 * 1,900, one that is written first 2,100. An account that is warm anyway is
 * listed for its slots only, and has to earn the 2,400 with them. Whether the
 * list really saves is found out by executing with it. Since Amsterdam the bytes
 * of the list cost more than it can save (EIP-7981).
 */

import { bytesToAddress, bytesToHash } from '../chain/hex';
import type { Address, Hash } from '../chain/primitives';
import type { AccessListEntry } from '../chain/transaction';
import { precompileIn } from '../evm/precompiles/table';
import { Fork } from '../evm/rules/forks';
import { type AccountIndex, accountIndex, type SlotIndex } from '../evm/state/slots';
import { LIMBS, wordBytes } from '../evm/words/words';
import { isCreateKind } from '../trace/frame-kind';
import { rowIndex } from '../trace/rows';
import type { Replay } from './replay';

const READ_FIRST_SAVES = 100;
const WRITE_FIRST_SAVES = 200;
const ACCOUNT_COSTS = 2400;

export type SuggestedLists = { used: readonly AccessListEntry[]; worthwhile: readonly AccessListEntry[] };

/** Returns both lists, the second empty where none is worthwhile; accounts and slots in the order they were reached. For after the end. */
export function suggestAccessLists(replay: Replay): SuggestedLists {
  const { state } = replay.execution;
  const slots = firstAccesses(replay);
  const warm = warmAnyway(replay);
  const created = createdIn(replay);
  const canSave = replay.execution.block.fork < Fork.amsterdam;
  const used: AccessListEntry[] = [];
  const worthwhile: AccessListEntry[] = [];
  for (const account of replay.accounts) {
    const address = bytesToAddress(state.addressBytes(account));
    const own = slots.get(account);
    const isWarm = warm.has(account) || created.has(address);
    if (own === undefined && (isWarm || !replay.reached.has(account))) continue;
    const entry = { address, storageKeys: own?.keys ?? [] };
    used.push(entry);
    if (!canSave) continue;
    if (!isWarm || (own !== undefined && own.saves > ACCOUNT_COSTS)) worthwhile.push(entry);
  }
  return { used, worthwhile };
}

/** The slots of storage each account's code reached, and what listing them saves. */
function firstAccesses(replay: Replay): Map<AccountIndex, { keys: Hash[]; saves: number }> {
  const { state } = replay.execution;
  const seen = new Set<SlotIndex>();
  const found = new Map<AccountIndex, { keys: Hash[]; saves: number }>();
  for (let i = 0; i < replay.accesses.length; i++) {
    const { slot, transient, write } = replay.accesses.at(i);
    if (transient || seen.has(slot)) continue;
    seen.add(slot);
    const account = accountIndex(state.slots.account[slot]);
    const own = found.get(account) ?? { keys: [], saves: 0 };
    const key = wordBytes(state.slots.keys, slot);
    own.keys.push(bytesToHash(key));
    own.saves += write ? WRITE_FIRST_SAVES : READ_FIRST_SAVES;
    found.set(account, own);
  }
  return found;
}

/** Accounts that CREATE and CREATE2 were to make, warm from then on, also where they failed (EIP-2929). */
function createdIn(replay: Replay): Set<Address> {
  const { kind, length } = replay.finish().rows;
  const created = new Set<Address>();
  for (let row = 0; row < length; row++) {
    const address = isCreateKind(kind[row]) ? replay.calledAt(rowIndex(row)) : undefined;
    if (address !== undefined) created.add(address);
  }
  return created;
}

/** Accounts that are warm before the first instruction: EIP-2929, 3651 and 7702. */
function warmAnyway(replay: Replay): Set<AccountIndex> {
  const { state, transaction, block, authorizations } = replay.execution;
  const warm = new Set<AccountIndex>();
  const add = (address: Uint8Array) => warm.add(state.indexOfAddress(address));
  add(transaction.from);
  if (transaction.to) {
    add(transaction.to);
    const { delegate } = state.codes[state.code[state.indexOfAddress(transaction.to)]];
    if (delegate) warm.add(state.indexOf(delegate, 0));
  }
  if (block.fork >= Fork.shanghai) add(block.coinbase);
  for (const { authority, refusal } of authorizations)
    if (authority !== undefined && refusal !== 'chain') warm.add(authority);
  for (const account of replay.accounts) if (precompileIn(block, state.address, account * LIMBS)) warm.add(account);
  return warm;
}
