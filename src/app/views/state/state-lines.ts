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

/** Largest number that is taken for one and not for something packed or hashed. */
const MOST_NUMBER = 1n << 128n;

/** A word as it is easier to read: a number where it is small, an address where it can be one, hex without zeros otherwise. */
export function wordText(word: Hex): string {
  const value = BigInt(word);
  if (value < MOST_NUMBER) return value.toString();
  const hex = value.toString(16);
  // Twenty bytes with some of the first four set: nothing else looks like it, save a packed word.
  if (hex.length > 32 && hex.length <= 40) return `0x${hex.padStart(40, '0')}`;
  return `0x${hex}`;
}
