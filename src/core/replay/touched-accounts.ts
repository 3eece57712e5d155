/**
 * What a transaction found and what it left: the accounts it looked at or
 * acted on and the slots it read or wrote, before and after.
 */

import { bytesToAddress, bytesToHex } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { type AccountIndex, accountIndex, type SlotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { LIMBS, type Limbs, toBigInt, toBytes } from '../evm/words/words';

export type AccountValues = {
  exists: boolean;
  balance: bigint;
  nonce: bigint;
  code: Uint8Array;
  /** keccak256 of the code; undefined without code. */
  codeHash: Hex | undefined;
};

export type TouchedAccount = {
  address: Address;
  before: AccountValues;
  after: AccountValues;
  /** Keys and values as 32 bytes of hex. */
  storage: readonly { key: Hex; before: Hex; after: Hex }[];
};

/** Returns the accounts and slots touched, in the order of the first time. Call it after the transaction; before it the two sides are equal. */
export function touchedAccounts(
  state: State,
  accounts: Iterable<AccountIndex>,
  reached: Iterable<SlotIndex>,
): TouchedAccount[] {
  const slotsOf = new Map<AccountIndex, Set<SlotIndex>>();
  for (const slot of reached) {
    const account = accountIndex(state.slots.account[slot]);
    const slots = slotsOf.get(account) ?? new Set();
    slotsOf.set(account, slots.add(slot));
  }
  return Array.from(accounts, (account) => ({
    address: bytesToAddress(state.addressBytes(account)),
    before: valuesOf(
      state,
      state.wasThere(account),
      account,
      state.originalBalance,
      state.originalNonce,
      state.originalCode,
    ),
    after: valuesOf(state, state.exists(account), account, state.balance, state.nonce, state.code),
    storage: Array.from(slotsOf.get(account) ?? [], (slot) => ({
      key: wordHex(state.slots.keys, slot),
      before: wordHex(state.slots.original, slot),
      after: wordHex(state.slots.current, slot),
    })),
  }));
}

function valuesOf(
  state: State,
  exists: boolean,
  account: AccountIndex,
  balance: Limbs,
  nonce: BigUint64Array,
  code: Int32Array,
): AccountValues {
  const { bytes, hash } = state.codes[code[account]];
  return {
    exists,
    balance: toBigInt(balance, account * LIMBS),
    nonce: nonce[account],
    code: bytes,
    codeHash: bytes.length === 0 ? undefined : wordHex(hash, 0),
  };
}

const bytes = new Uint8Array(32);

function wordHex(w: Limbs, index: number): Hex {
  toBytes(w, index * LIMBS, bytes, 0);
  return bytesToHex(bytes);
}
