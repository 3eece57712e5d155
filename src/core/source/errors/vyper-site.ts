/**
 * Where and why code made by Vyper failed by itself. All checks without a
 * message share one block at the end of the code, which has no place: the last
 * place in a function before it is that of the check, and the compiler names
 * most checks by pc (`error_map`, from 0.3.7 on).
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { sameRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import type { OpenFunctions } from '../open-functions';
import { entryOf } from './merged-revert';
import { type StackFrame, type StackFrameKind, stackFrame } from './stack-frame';

/** Matches checks that the source wrote itself. */
const OWN_CHECK = /^user /;
/** Matches checks of what was called, whose branch is left where all is well. */
const FAILED_CALL = /failed$/;
/** Matches checks of calldata and of the values in it, which run before the function begins. */
const OF_ARGUMENTS = /calldatasize|callvalue|nonpayable|bounds check|validate/;

export function vyperSite(frame: FrameInSource, open: OpenFunctions): StackFrame[] {
  const last = frame.length - 1;
  const { revert } = frame;
  const at = frame.lastInFunction();
  const range = at < 0 ? undefined : frame.range(at);
  const line = (kind: StackFrameKind, more: Partial<StackFrame> = {}) => [
    ...open.lines,
    stackFrame(frame, kind, last, range, more),
  ];
  if (!frame.reverted)
    return line(frame.error.startsWith('out of gas') ? 'outOfGas' : 'halted', { message: frame.error });
  if (revert !== undefined && revert.source >= 0) return line('customError', { error: revert });
  if (frame.output.length > 0) return line('revert', { message: revert?.reason ?? '' });
  const check = failedCheck(frame);
  // Nothing of a function ran yet. Without any map that is not known.
  if (at < 0 && frame.code.map.length > 0 && (check === undefined || OF_ARGUMENTS.test(check)))
    return [stackFrame(frame, 'invalidParameters', last, entryOf(frame)?.range)];
  if (check?.startsWith('extcodesize')) return line('notAContract');
  if (check === undefined && isLocked(frame)) return line('failedCheck', { message: 'nonreentrant lock' });
  if (check === undefined || OWN_CHECK.test(check)) return line('revert');
  return line('failedCheck', { message: check });
}

/** Instructions between the load of a lock and the branch on it: a value pushed, compared, and where to go. */
const LOCK_TEST = 5;

/**
 * Returns whether the frame ended at the lock of a @nonreentrant function: the compiler has no name for that check, but
 * nothing else loads state at the place of a whole definition. Locks lie in storage, from 0.4 on in transient storage.
 */
function isLocked(frame: FrameInSource): boolean {
  let branch = frame.length - 1;
  while (branch >= 0 && frame.opcode(branch) !== Op.JUMPI) branch--;
  for (let at = branch - 1; at >= Math.max(0, branch - LOCK_TEST); at--) {
    if (frame.opcode(at) !== Op.SLOAD && frame.opcode(at) !== Op.TLOAD) continue;
    const [range, definition] = [frame.range(at), frame.functionAt(at)?.range];
    return range !== undefined && definition !== undefined && sameRange(range, definition);
  }
  return false;
}

/**
 * What the compiler calls the check that ended the frame: a branch that jumped to the end, or of an end that no branch
 * jumped to, such as that of `raise`, the last instruction.
 */
function failedCheck(frame: FrameInSource): string | undefined {
  const checks = frame.compilation.checks.get(frame.code);
  const { pc } = frame.steps;
  let at = frame.length - 1;
  const end = checks?.get(pc[at]);
  while (at >= 0 && frame.opcode(at) !== Op.JUMPI && frame.opcode(at) !== Op.JUMP) at--;
  if (at < 0 || frame.opcode(at) === Op.JUMP) return end;
  const name = checks?.get(pc[at]);
  const isTaken = at + 1 < frame.length && pc[at + 1] !== pc[at] + 1;
  // A call or a creation that failed goes on behind its branch, with what was returned.
  return isTaken || FAILED_CALL.test(name ?? '') ? name : end;
}
