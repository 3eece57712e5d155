/** The steps of one call frame, without those of the frames it called. */

import { type StepColumns, stepIndex } from '../evm/recording/steps';
import * as Op from '../evm/rules/opcode-bytes';
import { RowKind, type Trace } from '../trace/rows';

export type FrameSteps = {
  length: number;
  pc: Uint32Array;
  /** Index among all steps of the trace. */
  step: Uint32Array;
  /** Calls and creates made, in order. */
  calls: readonly { /** Position of the calling step in these columns. */ at: number; row: number }[];
};

const CALLS = new Set<number>([Op.CREATE, Op.CALL, Op.CALLCODE, Op.DELEGATECALL, Op.CREATE2, Op.STATICCALL]);

/**
 * Returns the steps of the frame at `row`. `code` is what it ran. A call that
 * failed before it could begin (depth, balance) has a row as well: the k-th
 * call instruction is the k-th row. Linear in the stays of the trace and the
 * frame's steps.
 */
export function stepsOfFrame(trace: Trace, steps: StepColumns, row: number, code: Uint8Array): FrameSteps {
  const { stayStart, stayFrame } = steps;
  let length = 0;
  const stays: [number, number][] = [];
  for (let stay = 0; stay < stayStart.length; stay++) {
    if (stayFrame[stay] !== row) continue;
    const end = stay + 1 < stayStart.length ? stayStart[stay + 1] : steps.length;
    stays.push([stayStart[stay], end]);
    length += end - stayStart[stay];
  }
  const rows = callRows(trace, row);
  const pc = new Uint32Array(length);
  const step = new Uint32Array(length);
  const calls: { at: number; row: number }[] = [];
  let at = 0;
  for (const [start, end] of stays)
    for (let index = start; index < end; index++, at++) {
      step[at] = index;
      pc[at] = steps.pc(stepIndex(index));
      if (CALLS.has(code[pc[at]]) && calls.length < rows.length) calls.push({ at, row: rows[calls.length] });
    }
  return { length, pc, step, calls };
}

/** Rows of the calls and creates that `row` made, in order. */
function callRows({ rows }: Trace, row: number): number[] {
  const found: number[] = [];
  for (let below = row + 1; below < rows.subtreeEnd[row]; below = rows.subtreeEnd[below])
    if (rows.kind[below] <= RowKind.create2) found.push(below);
  return found;
}
