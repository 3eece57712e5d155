/**
 * What a block, or something set by hand, changed, as plain data: by address
 * and key, so that it outlives the state whose columns an undo record points
 * into. Laid over a state it does the change again and gives its undo record.
 */

import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import { AccountFlag } from '../evm/state/account-table';
import { type AccountIndex, accountIndex, type SlotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { LIMBS, type Limbs, limbsOf, toBigInt, toBytes } from '../evm/words/words';
import { knownAccount, type StateSupplier } from './state-source';
import { type AccountBefore, UndoRecord } from './undo-record';

/** `isWhole`: every slot that is not known is zero. */
export type KeptAccount = { balance: bigint; nonce: bigint; exists: boolean; isWhole: boolean };

export type KeptChange = {
  accounts: readonly {
    address: Address;
    before: KeptAccount;
    after: KeptAccount;
    /** Present only where the code changed. */
    code?: { before: Hex; after: Hex };
  }[];
  slots: readonly { address: Address; key: Hash; before: Hash; after: Hash }[];
  /** Slots that are zero because their account was erased or made, and may hold something when that is undone. */
  learnt: readonly { address: Address; key: Hash }[];
};

/** Returns the changes of a closed record, with the values before each from the record and those after from the state. */
export function keptChangeOf(record: UndoRecord, state: State): KeptChange {
  return {
    accounts: Array.from(record.accounts, ([account, before]) => ({
      address: bytesToAddress(state.addressBytes(account)),
      before: keptAccount(before.balance, 0, before.nonce, before.flags),
      after: keptAccount(state.balance, account * LIMBS, state.nonce[account], state.flags[account]),
      ...(before.code === state.code[account]
        ? {}
        : { code: { before: codeOf(state, before.code), after: codeOf(state, state.code[account]) } }),
    })),
    slots: Array.from(record.slots, ([slot, before]) => ({
      ...placeOf(state, slot),
      before: wordAt(before, 0),
      after: wordAt(state.slots.current, slot * LIMBS),
    })),
    learnt: record.learnt.map((slot) => placeOf(state, slot)),
  };
}

/** Makes the change on a state that is as it was before it. The undo record points into that state. */
export async function applyKeptChange(change: KeptChange, state: State, supplier: StateSupplier): Promise<UndoRecord> {
  const record = new UndoRecord(undefined);
  for (const { address, before, after, code } of change.accounts) {
    const bytes = hexToBytes(address);
    let account = accountIndex(state.indexOfAddress(bytes));
    if (!state.isKnown(account)) {
      // The code is the only thing of it that the change may not say.
      if (code === undefined) account = await knownAccount(state, supplier, bytes);
      else state.supplyAccount(bytes, { ...given(before), code: hexToBytes(code.before) }, before.isWhole);
    }
    record.accounts.set(
      account,
      accountBefore(before, code && state.internCode(hexToBytes(code.before)), state, account),
    );
    setAccount(state, account, after, code && state.internCode(hexToBytes(code.after)));
  }
  for (const { address, key, before, after } of change.slots) {
    const slot = slotAt(state, address, key);
    record.slots.set(slot, limbsOf(BigInt(before)));
    state.slots.known[slot] = 1;
    state.slots.current.set(limbsOf(BigInt(after)), slot * LIMBS);
  }
  for (const { address, key } of change.learnt) record.learnt.push(slotAt(state, address, key));
  return record;
}

/**
 * Sets what the change set on a state that may be another one than it was made
 * on: only the values that it changed, as they were after it. What the state
 * does not know is asked of the supplier.
 */
export async function repeatKeptChange(
  { accounts, slots }: KeptChange,
  state: State,
  supplier: StateSupplier,
): Promise<UndoRecord> {
  const known = new Map<Address, AccountIndex>();
  const know = async (address: Address) => {
    const account = known.get(address) ?? (await knownAccount(state, supplier, hexToBytes(address)));
    known.set(address, account);
    return account;
  };
  for (const { address } of accounts) await know(address);
  const words = await Promise.all(
    slots.map(async ({ address, key, after }) => ({
      slot: await supplier.knowSlot(state, await know(address), hexToBytes(key)),
      word: limbsOf(BigInt(after)),
    })),
  );
  const record = new UndoRecord(state);
  state.beginTransaction();
  for (const { address, before, after, code } of accounts) {
    const account = await know(address);
    if (before.balance !== after.balance) state.setBalance(account, limbsOf(after.balance), 0);
    if (before.nonce !== after.nonce) state.setNonce(account, after.nonce);
    if (code !== undefined) state.setCode(account, hexToBytes(code.after));
  }
  for (const { slot, word } of words) state.setSlot(slot, word, 0);
  state.endTransaction(true);
  record.take(state);
  return record;
}

function keptAccount(balance: Limbs, at: number, nonce: bigint, flags: number): KeptAccount {
  return {
    balance: toBigInt(balance, at),
    nonce,
    exists: (flags & AccountFlag.exists) !== 0,
    isWhole: (flags & AccountFlag.storageComplete) !== 0,
  };
}

function given({ balance, nonce, exists }: KeptAccount) {
  return { balance: limbsOf(balance), nonce, exists };
}

function flagsOf({ exists, isWhole }: KeptAccount): number {
  return AccountFlag.known | (exists ? AccountFlag.exists : 0) | (isWhole ? AccountFlag.storageComplete : 0);
}

function accountBefore(
  before: KeptAccount,
  code: number | undefined,
  state: State,
  account: AccountIndex,
): AccountBefore {
  return {
    balance: limbsOf(before.balance),
    nonce: before.nonce,
    code: code ?? state.code[account],
    flags: flagsOf(before),
  };
}

function setAccount(state: State, account: AccountIndex, after: KeptAccount, code: number | undefined): void {
  state.balance.set(limbsOf(after.balance), account * LIMBS);
  state.nonce[account] = after.nonce;
  if (code !== undefined) state.code[account] = code;
  state.flags[account] = flagsOf(after);
}

function codeOf(state: State, code: number): Hex {
  return bytesToHex(state.codes[code].bytes);
}

function placeOf(state: State, slot: SlotIndex): { address: Address; key: Hash } {
  const account = accountIndex(state.slots.account[slot]);
  return { address: bytesToAddress(state.addressBytes(account)), key: wordAt(state.slots.keys, slot * LIMBS) };
}

function slotAt(state: State, address: Address, key: Hash): SlotIndex {
  return state.slots.indexOf(accountIndex(state.indexOfAddress(hexToBytes(address))), limbsOf(BigInt(key)), 0);
}

function wordAt(words: Limbs, at: number): Hash {
  const bytes = new Uint8Array(32);
  toBytes(words, at, bytes, 0);
  return bytesToHash(bytes);
}
