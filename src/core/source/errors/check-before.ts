/** What the compiler checked right before a revert without data, by the instructions in front of it. */
import * as Op from '../../evm/rules/opcode-bytes';
import type { FrameInSource } from '../frame-in-source';
import type { StackFrameKind } from './stack-frame';

/** What the condition of the last branch looked at. */
export function checkBefore(frame: FrameInSource): StackFrameKind | undefined {
  const branch = lastBranch(frame);
  // PUSH, DUP or PUSH, REVERT: a statement of the source takes more than that.
  if (branch < 0 || frame.length - 1 - branch > 4) return undefined;
  const before = (count: number) => frame.opcode(branch - count);
  // EXTCODESIZE ISZERO DUP1 ISZERO PUSH JUMPI
  for (let back = 1; back <= 5; back++) if (before(back) === Op.EXTCODESIZE) return 'notAContract';
  const compared = (before(3) === Op.LT || before(3) === Op.SLT) && before(2) === Op.ISZERO;
  if (!compared) return undefined;
  for (let back = 4; back <= 16; back++) {
    if (before(back) === Op.CALLDATASIZE) return 'invalidParameters';
    if (before(back) === Op.CODESIZE) return 'invalidParameters';
  }
  return undefined;
}

/** Position of the last JUMPI, -1 without one. */
export function lastBranch(frame: FrameInSource): number {
  for (let at = frame.length - 1; at >= 0; at--) if (frame.opcode(at) === Op.JUMPI) return at;
  return -1;
}
