/** State changes as lines of a list: an account, then what changed of it. */
import type { Hex } from '../../../core/chain/primitives';
import type { StateChange, StateChanges } from '../../../workers/trace/views.api';

export type StateLine =
  | { kind: 'account'; account: StateChange }
  | { kind: 'balance'; before: bigint; after: bigint }
  | { kind: 'nonce'; before: number; after: number }
  | { kind: 'code'; code: NonNullable<StateChange['code']> }
  | { kind: 'slot'; key: Hex; before: Hex; after: Hex };

export function stateLines({ accounts }: StateChanges): StateLine[] {
  return accounts.flatMap((account): StateLine[] => [
    { kind: 'account', account },
    ...(account.balance ? [{ kind: 'balance' as const, ...account.balance }] : []),
    ...(account.nonce ? [{ kind: 'nonce' as const, ...account.nonce }] : []),
    ...(account.code ? [{ kind: 'code' as const, code: account.code }] : []),
    ...account.storage.map((slot) => ({ kind: 'slot' as const, ...slot })),
  ]);
}
