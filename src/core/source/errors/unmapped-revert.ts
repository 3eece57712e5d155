/**
 * Reverts of solc 0.6.3 to 0.6.8, which wrote no place for `require(…)` and
 * `revert()` without a message. The place follows from what ran just before.
 */
import { instructionAt } from '../compiled/code-map';
import type { SourceRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { nextCheck } from './next-check';
import { type StackFrame, stackFrame } from './stack-frame';

/** Returns the line of such a revert at the frame's end; undefined when nothing says where. */
export function unmappedRevert(frame: FrameInSource): StackFrame | undefined {
  const range = placeWithin(frame) ?? placeInHandler(frame);
  return range && stackFrame(frame, 'unmappedRevert', frame.length - 1, range);
}

/** The place of what was executed last, or of the instruction after it where that is in the same function. */
function placeWithin(frame: FrameInSource): SourceRange | undefined {
  const at = frame.lastMapped();
  const before = at < 0 ? undefined : frame.range(at);
  if (before === undefined) return undefined;
  const within = frame.functionOf(before);
  const next = frame.rangeOfInstruction(instructionAt(frame.code, frame.steps.pc[at]) + 1);
  const place = next && frame.functionOf(next) && (!within || frame.functionOf(next)?.id === within.id) ? next : before;
  const entry = frame.functionOf(place);
  if (entry === undefined)
    return frame.isCreate ? (frame.contract.constructor_?.range ?? frame.contract.range) : undefined;
  return nextCheck(entry, place) ?? place;
}

function placeInHandler(frame: FrameInSource): SourceRange | undefined {
  const { receive, fallback } = frame.contract;
  const handler = frame.input.length === 0 && receive ? receive : fallback;
  if (handler === undefined || frame.called) return undefined;
  return nextCheck(handler, { ...handler.range, length: 0 }) ?? handler.range;
}
