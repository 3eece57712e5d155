/** A transaction that runs inside of another, as tests of contracts ask for it: it begins cold, and the outer one goes on afterwards. */

import { LIMBS } from '../words/words';
import { AccountFlag } from './account-table';
import type { AccountIndex } from './slots';
import type { State } from './state';

/**
 * Begins one: nothing is warm, transient storage is empty, values are original as they stand, what was created is there
 * (EIP-6780) and what was destructed is gone. Linear in the state.
 */
export function beginInner(state: State): void {
  const { slots } = state;
  const created = state.endMade();
  state.outer = {
    created,
    transaction: state.transaction,
    transient: state.transient.copied(),
    original: slots.original.slice(0, slots.length * LIMBS),
    warmAccounts: state.warmIn.slice(0, state.length),
    warmSlots: slots.warmIn.slice(0, slots.length),
  };
  state.transaction++;
  state.transient.clear();
  slots.original.set(slots.current.subarray(0, slots.length * LIMBS));
}

/**
 * Ends it: what either of the two reached is warm, and transient storage, original values and what was created are those of the outer one.
 * Accounts that `staysCold` names are warm only where the outer one reached them.
 */
export function endInner(state: State, staysCold: ReadonlySet<AccountIndex> = new Set()): void {
  const { outer, slots, transaction } = state;
  if (outer === undefined) return;
  state.outer = undefined;
  state.transient.take(outer.transient);
  slots.original.set(outer.original);
  for (const account of outer.created) state.flags[account] |= AccountFlag.created;
  for (const account of staysCold) state.warmIn[account] = 0;
  keepWarm(state.warmIn, outer.warmAccounts, outer.transaction, transaction);
  keepWarm(slots.warmIn, outer.warmSlots, outer.transaction, transaction);
}

function keepWarm(now: Uint32Array, before: Uint32Array, outer: number, inner: number): void {
  for (let at = 0; at < before.length; at++) if (before[at] === outer) now[at] = inner;
}
