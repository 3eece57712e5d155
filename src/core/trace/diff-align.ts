/**
 * Which children of one frame belong to which of another.
 *
 * By each kind of key in turn, most telling first, a common subsequence of what
 * still lies between two pairs.
 */
import { commonSubsequence } from '../values/common-subsequence';
import type { DiffKeys, KeyColumns } from './diff-keys';
import type { RowIndex } from './rows';

const STAGES = ['whole', 'callee', 'selector', 'contract'] as const satisfies readonly (keyof KeyColumns)[];

/** Returns pairs as [a, b, a, b, …] in order, -1 where one side has no counterpart; in a gap, the rows of `a` come first. */
export function alignSiblings(keys: DiffKeys, a: readonly RowIndex[], b: readonly RowIndex[]): number[] {
  const pairs: number[] = [];
  alignStage(keys, a, b, 0, pairs);
  return pairs;
}

function alignStage(
  keys: DiffKeys,
  a: readonly RowIndex[],
  b: readonly RowIndex[],
  stage: number,
  pairs: number[],
): void {
  const name = STAGES[stage];
  if (name === undefined || a.length === 0 || b.length === 0) {
    for (const row of a) pairs.push(row, -1);
    for (const row of b) pairs.push(-1, row);
    return;
  }
  const common = commonSubsequence(
    a.map((row) => keys.a[name][row]),
    b.map((row) => keys.b[name][row]),
  );
  let fromA = 0;
  let fromB = 0;
  for (const [toA, toB] of common) {
    alignStage(keys, a.slice(fromA, toA), b.slice(fromB, toB), stage + 1, pairs);
    pairs.push(a[toA], b[toB]);
    fromA = toA + 1;
    fromB = toB + 1;
  }
  alignStage(keys, a.slice(fromA), b.slice(fromB), stage + 1, pairs);
}
