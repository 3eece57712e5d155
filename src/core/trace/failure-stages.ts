/**
 * How a failure became the failure of the transaction: the errors on its way,
 * from the one the transaction ended with down to the one it began with.
 *
 *     Art.safeMint   ERC721InvalidReceiver(Lab)   ended with, arose in Art.safeMint
 *       Lab.onERC721Received   no such function   what caused it
 *
 * Frames that handed an error on unchanged belong to the same stage.
 */
import { propagatedFrom, sameOutput } from './failures';
import { RowFlag, type RowIndex, rowIndex, type Trace } from './rows';

export type FailureStage = {
  /** The outermost frame that failed with the error. */
  outer: RowIndex;
  /** The frame that the error arose in; all between handed it on. */
  origin: RowIndex;
};

/** Returns the stages of a frame's failure, the one it ended with first; empty when it succeeded. Linear in the rows. */
export function failureStages(trace: Trace, frame = 0): FailureStage[] {
  const { rows } = trace;
  if (rows.length === 0 || (rows.flags[frame] & RowFlag.failed) === 0) return [];
  const stages: FailureStage[] = [{ outer: rowIndex(frame), origin: rowIndex(frame) }];
  for (let row = propagatedFrom(trace, frame); row >= 0; row = propagatedFrom(trace, row)) {
    const last = stages[stages.length - 1];
    if (isHandedOn(trace, rows.parent[row], row)) last.origin = rowIndex(row);
    else stages.push({ outer: rowIndex(row), origin: rowIndex(row) });
  }
  return stages;
}

/** Returns whether a caller failed with the very error of its callee. A revert without data hands on a halt. */
export function isHandedOn(trace: Trace, caller: number, callee: number): boolean {
  if (!isRevert(trace, caller)) return isOutOfGas(trace, caller) && isOutOfGas(trace, callee);
  return sameOutput(trace, caller, callee);
}

/** Returns whether a failed frame reverted, and did not halt. */
export function isRevert({ rows, texts }: Trace, row: number): boolean {
  return /revert/i.test(texts[rows.error[row]] ?? '');
}

function isOutOfGas({ rows, texts }: Trace, row: number): boolean {
  return (texts[rows.error[row]] ?? '').startsWith('out of gas');
}
