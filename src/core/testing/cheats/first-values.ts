/**
 * What slots and accounts held before the run reached them. A snapshot says nothing of those that were reached after it,
 * and whoever goes back to it makes them hold that again; what a transaction began with no longer says it once another
 * transaction has begun.
 */

import type { State } from '../../evm/state/state';
import { equal, LIMBS, type Limbs } from '../../evm/words/words';

/** Balance, nonce and the index of code. */
type FirstAccount = { balance: Limbs; nonce: bigint; code: number };

/** They are by the index of the slot or the account. */
export type FirstValues = { firstSlots: Map<number, Limbs>; firstAccounts: Map<number, FirstAccount> };

/** Notes them where a snapshot may be gone back to. To be called before a transaction begins. Linear in the state. */
export function noteFirstValues(
  state: State,
  { snapshots, firstSlots, firstAccounts }: FirstValues & { snapshots: ReadonlyMap<bigint, unknown> },
): void {
  if (snapshots.size === 0) return;
  const { slots } = state;
  for (let at = 0; at < slots.length; at++) {
    const at8 = at * LIMBS;
    if (equal(slots.current, at8, slots.original, at8) || firstSlots.has(at)) continue;
    firstSlots.set(at, slots.original.slice(at8, at8 + LIMBS));
  }
  for (let at = 0; at < state.length; at++) {
    const at8 = at * LIMBS;
    const isSame =
      equal(state.balance, at8, state.originalBalance, at8) &&
      state.nonce[at] === state.originalNonce[at] &&
      state.code[at] === state.originalCode[at];
    if (isSame || firstAccounts.has(at)) continue;
    const balance = state.originalBalance.slice(at8, at8 + LIMBS);
    firstAccounts.set(at, { balance, nonce: state.originalNonce[at], code: state.originalCode[at] });
  }
}
