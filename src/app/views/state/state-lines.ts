/** State changes as lines of a list: an account, then what changed of it. */
import type { Decoded } from '../../../core/abi/decoded';
import type { Address, Hex } from '../../../core/chain/primitives';
import type { StatePart } from '../../../core/proof/proof-level';
import type { SlotVariables } from '../../../workers/trace/source-trace.api';
import type { StateChange, StateChanges } from '../../../workers/trace/views.api';

/** `isOther`: proofs say that the value before was another than the endpoint said. */
export type StateLine = StateLineKind & { isOther?: true };

type StateLineKind =
  | { kind: 'account'; account: StateChange }
  | { kind: 'balance'; before: bigint; after: bigint }
  | { kind: 'nonce'; before: number; after: number }
  | { kind: 'code'; code: NonNullable<StateChange['code']> }
  | { kind: 'variable'; key: Hex; path: string; names: SlotVariables['names']; before: Decoded; after: Decoded }
  | { kind: 'slot'; key: Hex; before: Hex; after: Hex };

/**
 * Returns the lines of the state changes: one for each value that the sources name, in the order of `variables`, and
 * one for each other slot, by its number. `others` are the values that proofs contradict.
 */
export function stateLines(
  { accounts }: StateChanges,
  variables: readonly SlotVariables[] = [],
  others: readonly StatePart[] = [],
): StateLine[] {
  const inOrder = slotsInOrder(variables);
  const isOther = contradictedBy(others);
  return accounts.flatMap((account): StateLine[] => {
    const lines: StateLine[] = [
      { kind: 'account', account },
      ...(account.balance ? [{ kind: 'balance' as const, ...account.balance }] : []),
      ...(account.nonce ? [{ kind: 'nonce' as const, ...account.nonce }] : []),
      ...(account.code ? [{ kind: 'code' as const, code: account.code }] : []),
      ...inOrder(account).flatMap(({ known, ...slot }): StateLine[] => {
        if (known === undefined) return [{ kind: 'slot', ...slot }];
        const { key, names } = known;
        return known.values.map((value) => ({ kind: 'variable', key, names, ...value }));
      }),
    ];
    return lines.map((line) =>
      isOther(account.address, 'key' in line ? line.key : line.kind) ? { ...line, isOther: true } : line,
    );
  });
}

/** Returns a check for whether one of `others` is of an account and a part of it: the key of a slot, or what else it has. */
export function contradictedBy(others: readonly StatePart[]): (address: Address, part: string) => boolean {
  const parts = new Set(others.map((other) => `${other.address} ${other.part === 'slot' ? other.key : other.part}`));
  return (address, part) => parts.has(`${address} ${part}`);
}

/** Returns the lines with the ends of addresses added to names that several have: a key must not read like another. */
export function withDistinctNames(variables: readonly SlotVariables[]): readonly SlotVariables[] {
  const bearers = new Map<string, Set<string>>();
  for (const { names } of variables)
    for (const [address, { text }] of Object.entries(names))
      bearers.set(text, (bearers.get(text) ?? new Set()).add(address));
  return variables.map((slot) => {
    const names = Object.entries(slot.names).map(([address, name]) => {
      const isShared = (bearers.get(name.text)?.size ?? 0) > 1;
      return [address, isShared ? { ...name, text: `${name.text} …${address.slice(-4)}` } : name];
    });
    return { ...slot, names: Object.fromEntries(names) };
  });
}

type Slot = StateChange['storage'][number] & { known: SlotVariables | undefined };

/** Returns the slots of each account: those the sources name in the order of `variables`, then the others by their number. */
export function slotsInOrder(variables: readonly SlotVariables[]): (account: StateChange) => Slot[] {
  const places = new Map(variables.map(({ address, key }, at) => [`${address} ${key}`, at]));
  return ({ address, storage }) =>
    storage
      .map((slot) => ({ slot, at: places.get(`${address} ${slot.key}`) ?? variables.length }))
      .sort((a, b) => a.at - b.at || (a.slot.key < b.slot.key ? -1 : 1))
      .map(({ slot, at }) => ({ ...slot, known: variables[at] }));
}
