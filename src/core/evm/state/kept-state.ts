/** States as they stood earlier in a transaction, for going back to any step of it. */

import { keepPages, type Pages, restorePages } from '../shared-pages';
import { copy, LIMBS, type Limbs } from '../words/words';
import { AccountFlag } from './account-table';
import type { OuterTransaction } from './outer-transaction';
import type { SlotTable } from './slots';
import type { State } from './state';

/** What changes while a transaction runs, as it stood at some time. */
export type KeptState = {
  slots: number;
  transient: number;
  accounts: number;
  journal: number;
  columns: readonly Pages[];
  transaction: number;
  /** For a transaction inside another one: its slots of transient storage, and the original values that are its own. */
  inner?: { outer: OuterTransaction; transient: SlotTable; original: Limbs };
};

/**
 * Copies the state that changes while a transaction runs, as it stands now.
 * Pages that did not change since `previous` are shared with it.
 */
export function keepState(state: State, previous: KeptState | undefined): KeptState {
  const columns = changing(state, state.slots.length, state.transient.length, state.length, state.journal.length).map(
    ([column, length], i) => keepPages(column, length, previous?.columns[i]),
  );
  const { outer, transaction } = state;
  const original = () => state.slots.original.slice(0, state.slots.length * LIMBS);
  return {
    transaction,
    ...(outer && { inner: { outer, transient: state.transient.copied(), original: original() } }),
    slots: state.slots.length,
    transient: state.transient.length,
    accounts: state.length,
    journal: state.journal.length,
    columns,
  };
}

/**
 * Restores a state of its own that stands where `from` did, earlier in the same
 * transaction, journal included. What was supplied since is known to it.
 */
export function restoreState(from: State, kept: KeptState): State {
  const state = from.copied();
  const { inner } = kept;
  state.transaction = kept.transaction;
  state.outer = inner?.outer;
  if (inner !== undefined) state.transient.take(inner.transient);
  const { slots, transient } = state;
  slots.current.set(slots.original);
  slots.warmIn.fill(0);
  transient.current.fill(0);
  state.balance.set(state.originalBalance);
  state.nonce.set(state.originalNonce);
  state.code.set(state.originalCode);
  state.flags.set(state.originalFlags);
  state.warmIn.fill(0);
  const keptColumns = changing(state, kept.slots, kept.transient, kept.accounts, kept.journal);
  for (const [i, [column]] of keptColumns.entries()) restorePages(kept.columns[i], column);
  state.journal.length = kept.journal;
  // Not known yet at that time: as it was supplied later.
  // Pages end at whole words, so columns of bytes are looked at to the next multiple of four.
  for (let slot = 0; slot < Math.min(slots.length, kept.slots + 3); slot++) {
    if (slots.known[slot] === 1 || from.slots.known[slot] === 0) continue;
    copy(slots.original, slot * LIMBS, slots.current, slot * LIMBS);
    slots.known[slot] = 1;
  }
  if (inner !== undefined) slots.original.set(inner.original);
  for (let account = 0; account < Math.min(state.length, kept.accounts + 3); account++) {
    if ((state.flags[account] & AccountFlag.known) !== 0) continue;
    copy(state.originalBalance, account * LIMBS, state.balance, account * LIMBS);
    state.nonce[account] = state.originalNonce[account];
    state.code[account] = state.originalCode[account];
    state.flags[account] = state.originalFlags[account];
  }
  return state;
}

/** The columns that change while a transaction runs, each with the items in use. */
function changing(
  state: State,
  slots: number,
  transient: number,
  accounts: number,
  journal: number,
): [Uint8Array | Int32Array | Uint32Array | BigUint64Array, number][] {
  return [
    [state.slots.current, slots * LIMBS],
    [state.slots.warmIn, slots],
    [state.slots.known, slots],
    [state.transient.current, transient * LIMBS],
    [state.balance, accounts * LIMBS],
    [state.nonce, accounts],
    [state.code, accounts],
    [state.flags, accounts],
    [state.warmIn, accounts],
    [state.journal.kind, journal],
    [state.journal.index, journal],
    [state.journal.word, journal * LIMBS],
  ];
}
