/** Rows of the table of state differences: a slot that the sources name is a row for each value in it. */
import type { Decoded } from '../../../core/abi/decoded';
import type { StateDifference } from '../../../core/replay/compare-state-diffs';
import type { SlotVariables } from '../../../workers/trace/source-trace.api';

type Values = { before: Decoded; after: Decoded };

export type DifferenceRow =
  | { kind: 'field'; difference: StateDifference }
  | {
      kind: 'variable';
      difference: StateDifference;
      path: string;
      names: SlotVariables['names'];
      /** Undefined where the transaction left the value alone. */
      a: Values | undefined;
      b: Values | undefined;
    };

/** Returns the rows of the differences. A slot without a name, or one that only one side changed without its name being known, stays a row of words. */
export function differenceRows(
  differences: readonly StateDifference[],
  a: readonly SlotVariables[],
  b: readonly SlotVariables[],
): DifferenceRow[] {
  const [inA, inB] = [bySlot(a), bySlot(b)];
  return differences.flatMap((difference): DifferenceRow[] => {
    const key = `${difference.address} ${difference.slot}`;
    const [one, other] = [inA.get(key), inB.get(key)];
    const isUnnamed = (difference.a && !one) || (difference.b && !other);
    if (difference.field !== 'storage' || isUnnamed) return [{ kind: 'field', difference }];
    const names = { ...one?.names, ...other?.names };
    const paths = new Set([...(one?.values ?? []), ...(other?.values ?? [])].map(({ path }) => path));
    return [...paths].flatMap((path): DifferenceRow[] => {
      const [first, second] = [valuesAt(one, path), valuesAt(other, path)];
      return isSame(first, second) ? [] : [{ kind: 'variable', difference, path, names, a: first, b: second }];
    });
  });
}

function bySlot(variables: readonly SlotVariables[]): ReadonlyMap<string, SlotVariables> {
  return new Map(variables.map((slot) => [`${slot.address} ${slot.key}`, slot]));
}

function valuesAt(slot: SlotVariables | undefined, path: string): Values | undefined {
  return slot?.values.find((value) => value.path === path);
}

/** Several values share a slot, and perhaps only some of them differ. */
function isSame(one: Values | undefined, other: Values | undefined): boolean {
  return one?.before.text === other?.before.text && one?.after.text === other?.after.text;
}
