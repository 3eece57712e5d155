/**
 * Which internal functions a frame is in: those jumped into and not left
 * again, by the jump types of the source map.
 */

import * as Op from '../evm/rules/opcode-bytes';
import { Jump } from './compiled/source-map';
import { placeAt } from './errors/optimised-places';
import { type StackFrame, stackFrame } from './errors/stack-frame';
import type { FrameInSource } from './frame-in-source';

/** The functions a frame was in when it ended, innermost last. */
export type OpenFunctions = {
  /** A line for each jump into a function. */
  lines: StackFrame[];
  /** Position of the JUMPDEST of each. */
  entries: number[];
  /** Whether any function with a place in the source was entered. */
  entered: boolean;
};

/**
 * Returns the functions open at the frame's end. `visit` hears of those open at
 * each of `positions` (ascending), with the position's index. Linear in the
 * frame's steps.
 */
export function openFunctions(
  frame: FrameInSource,
  positions: readonly number[] = [],
  visit: (lines: readonly StackFrame[], index: number) => void = () => {},
): OpenFunctions {
  const entries: number[] = [];
  // What generated code calls is generated as well, and says nothing that its caller does not.
  const lines = () => entries.flatMap((entry) => (frame.range(entry - 1) ? linesAt(frame, entry - 1) : []));
  let entered = false;
  let next = 0;
  for (let at = 0; at < frame.length; at++) {
    if (next < positions.length && positions[next] === at) visit(lines(), next++);
    const jump = frame.jump(at);
    if (jump === Jump.into && at + 1 < frame.length && frame.opcode(at + 1) === Op.JUMPDEST) {
      entries.push(at + 1);
      if (frame.range(at + 1)) entered = true;
    } else if (jump === Jump.outOf) entries.pop();
  }
  return { lines: lines(), entries, entered };
}

/** Returns a line for the call at position `at`, after those of functions inlined around it. */
export function linesAt(frame: FrameInSource, at: number): StackFrame[] {
  const { range, around } = placeAt(frame, at, false);
  return [...around, range].map((place) => stackFrame(frame, 'call', at, place));
}
