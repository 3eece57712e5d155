/** State changes as lines of a list: an account, then what changed of it. */
import type { Decoded } from '../../../core/abi/decoded';
import type { Hex } from '../../../core/chain/primitives';
import type { SlotVariables } from '../../../workers/trace/source-trace.api';
import type { StateChange, StateChanges } from '../../../workers/trace/views.api';

export type StateLine =
  | { kind: 'account'; account: StateChange }
  | { kind: 'balance'; before: bigint; after: bigint }
  | { kind: 'nonce'; before: number; after: number }
  | { kind: 'code'; code: NonNullable<StateChange['code']> }
  | { kind: 'variable'; key: Hex; path: string; names: SlotVariables['names']; before: Decoded; after: Decoded }
  | { kind: 'slot'; key: Hex; before: Hex; after: Hex };

/** What the sources name is a line for each value, the rest one for each slot. */
export function stateLines({ accounts }: StateChanges, variables: readonly SlotVariables[] = []): StateLine[] {
  const named = new Map(variables.map((slot) => [`${slot.address} ${slot.key}`, slot]));
  return accounts.flatMap((account): StateLine[] => [
    { kind: 'account', account },
    ...(account.balance ? [{ kind: 'balance' as const, ...account.balance }] : []),
    ...(account.nonce ? [{ kind: 'nonce' as const, ...account.nonce }] : []),
    ...(account.code ? [{ kind: 'code' as const, code: account.code }] : []),
    ...account.storage.flatMap((slot): StateLine[] => {
      const known = named.get(`${account.address} ${slot.key}`);
      if (known === undefined) return [{ kind: 'slot', ...slot }];
      const { key, names } = known;
      return known.values.map((value) => ({ kind: 'variable', key, names, ...value }));
    }),
  ]);
}
