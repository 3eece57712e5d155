/**
 * What the accounts and slots of a state were before a block, or before
 * something set by hand: enough to go back. Indexes are those of the state,
 * which only grows.
 */
import { AccountFlag } from '../evm/state/account-table';
import { type AccountIndex, accountIndex, type SlotIndex, slotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { copy, equal, LIMBS, type Limbs } from '../evm/words/words';

export type AccountBefore = { balance: Limbs; nonce: bigint; code: number; flags: number };

/** Flags that outlast a transaction. */
const LASTING = AccountFlag.known | AccountFlag.exists | AccountFlag.storageComplete;

export class UndoRecord {
  readonly accounts = new Map<AccountIndex, AccountBefore>();
  readonly slots = new Map<SlotIndex, Limbs>();
  /** Slots that became known because their account was erased or made: a parent may hold something in them. */
  readonly learnt: SlotIndex[] = [];
  private knownBefore: Uint8Array;

  /** With `state`, records its changes from now on; without, changes that are over. */
  constructor(state: State | undefined) {
    this.knownBefore = state?.slots.known.slice(0, state.slots.length) ?? new Uint8Array(0);
  }

  /** Takes in what the transaction that ended last changed. Linear in the state. */
  take(state: State): void {
    for (let index = 0; index < state.length; index++) {
      const account = accountIndex(index);
      if (!this.accounts.has(account) && isChanged(state, account)) this.accounts.set(account, before(state, account));
    }
    const { slots } = state;
    for (let index = 0; index < slots.length; index++) {
      const at = index * LIMBS;
      if (equal(slots.current, at, slots.original, at)) continue;
      const slot = slotIndex(index);
      if (!this.slots.has(slot)) this.slots.set(slot, slots.original.slice(at, at + LIMBS));
    }
  }

  /** Nothing more will be taken in. */
  close(state: State): void {
    const { slots } = state;
    const completed = new Set<number>();
    for (const [account, { flags }] of this.accounts)
      if ((flags & AccountFlag.storageComplete) === 0 && (state.flags[account] & AccountFlag.storageComplete) !== 0)
        completed.add(account);
    if (completed.size > 0)
      for (let index = 0; index < slots.length; index++)
        if (completed.has(slots.account[index]) && this.knownBefore[index] !== 1) this.learnt.push(slotIndex(index));
    this.knownBefore = new Uint8Array(0);
  }

  /** Puts everything back as it was. */
  undo(state: State): void {
    for (const [account, { balance, nonce, code, flags }] of this.accounts) {
      copy(balance, 0, state.balance, account * LIMBS);
      state.nonce[account] = nonce;
      state.code[account] = code;
      state.flags[account] = flags;
    }
    for (const [slot, value] of this.slots) copy(value, 0, state.slots.current, slot * LIMBS);
    for (const slot of this.learnt) state.slots.known[slot] = 0;
  }
}

function isChanged(state: State, account: AccountIndex): boolean {
  const at = account * LIMBS;
  return (
    state.nonce[account] !== state.originalNonce[account] ||
    state.code[account] !== state.originalCode[account] ||
    ((state.flags[account] ^ state.originalFlags[account]) & LASTING) !== 0 ||
    !equal(state.balance, at, state.originalBalance, at)
  );
}

function before(state: State, account: AccountIndex): AccountBefore {
  const at = account * LIMBS;
  return {
    balance: state.originalBalance.slice(at, at + LIMBS),
    nonce: state.originalNonce[account],
    code: state.originalCode[account],
    flags: state.originalFlags[account] & LASTING,
  };
}
