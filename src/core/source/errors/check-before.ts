/** What the compiler checked right before a revert without data, by the instructions in front of it. */
import * as Op from '../../evm/rules/opcode-bytes';
import type { FrameInSource } from '../frame-in-source';
import type { StackFrameKind } from './stack-frame';

/**
 * Returns the check of the compiler that the last branch made, by what its condition looked at. A check of the
 * source may look at the same; via IR nothing tells it apart.
 */
export function checkBefore(frame: FrameInSource): StackFrameKind | undefined {
  const branch = lastBranch(frame);
  // PUSH, DUP or PUSH, REVERT: a statement of the source takes more than that.
  if (branch < 0 || frame.length - 1 - branch > 4) return undefined;
  const before = (count: number) => frame.opcode(branch - count);
  if (frame.compilation.viaIR ? looksAtCode(before) : checksForCode(before)) return 'notAContract';
  const compared = (before(3) === Op.LT || before(3) === Op.SLT) && before(2) === Op.ISZERO;
  if (!compared) return undefined;
  for (let back = 4; back <= 16; back++) {
    if (before(back) === Op.CALLDATASIZE) return 'invalidParameters';
    if (before(back) === Op.CODESIZE) return 'invalidParameters';
  }
  return undefined;
}

/** EXTCODESIZE, perhaps ISZERO, PUSH, JUMPI. */
function looksAtCode(before: (count: number) => number): boolean {
  return [1, 2, 3, 4, 5].some((back) => before(back) === Op.EXTCODESIZE);
}

/** EXTCODESIZE, ISZERO, DUP1, ISZERO, PUSH, JUMPI: a source that compares the size has no DUP1. */
function checksForCode(before: (count: number) => number): boolean {
  return before(5) === Op.EXTCODESIZE && before(4) === Op.ISZERO && before(3) === Op.DUP1 && before(2) === Op.ISZERO;
}

/** Returns the position of the last JUMPI, -1 without one. */
export function lastBranch(frame: FrameInSource): number {
  for (let at = frame.length - 1; at >= 0; at--) if (frame.opcode(at) === Op.JUMPI) return at;
  return -1;
}
