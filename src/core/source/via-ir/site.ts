/** Where and why a frame failed whose code was made via IR. */
import * as Op from '../../evm/rules/opcode-bytes';
import { contains, type SourceRange, sameRange } from '../compiled/source-file';
import { checkBefore, lastBranch } from '../errors/check-before';
import { entryOf, holdsArguments } from '../errors/merged-revert';
import { panicCodeOf } from '../errors/revert-string';
import { type StackFrame, type StackFrameKind, stackFrame } from '../errors/stack-frame';
import { wrongResultsOf } from '../errors/wrong-results';
import type { FrameInSource } from '../frame-in-source';
import { callGraphOf } from './call-sites';
import { chainOf, type Link } from './chain';
import { checkOf } from './compiler-checks';
import { isInCall, raisesOf } from './raise-sites';
import { raisedAt } from './raised-at';
import { visitSegments } from './segments';

/** Returns the lines of the functions that the frame was in at each of `positions` (ascending); the last line is of the position itself. */
export function visitIrLines(
  frame: FrameInSource,
  positions: readonly number[],
  visit: (lines: readonly StackFrame[], index: number) => void,
): void {
  visitSegments(frame, positions, (segments, index) =>
    visit(linesOf(frame, chainOf(frame, segments, entryOf(frame)), positions[index]), index),
  );
}

/** Returns the lines of the functions that the frame was in at position `at`. */
export function irLinesAt(frame: FrameInSource, at: number): readonly StackFrame[] {
  let found: readonly StackFrame[] = [];
  visitIrLines(frame, [at], (lines) => {
    found = lines;
  });
  return found.length > 0 ? found : [stackFrame(frame, 'call', at, frame.range(at))];
}

/** Returns the lines when the frame failed by itself. */
export function irSite(frame: FrameInSource): StackFrame[] {
  const last = frame.length - 1;
  const { revert, output, compilation, contract } = frame;
  const start = entryOf(frame);
  let links: readonly Link[] = [];
  let generated: readonly string[] = [];
  visitSegments(frame, [decidedAt(frame)], (segments) => {
    links = chainOf(frame, segments, start);
    generated = segments[segments.length - 1].generated;
  });
  const site = (kind: StackFrameKind, more: Partial<StackFrame> = {}): StackFrame[] => {
    const lines = linesOf(frame, links, last);
    const line = lines.pop() ?? stackFrame(frame, kind, last, startOf(frame));
    return [...lines, { ...line, kind, ...more }];
  };
  if (!frame.reverted)
    return site(frame.error.startsWith('out of gas') ? 'outOfGas' : 'halted', { message: frame.error });
  const seen = checkOf(generated) ?? checkBeforeEnd(frame, links.at(-1));
  const check = output.length > 0 ? undefined : checkIn(frame, links, seen);
  if (links.length === 0 && output.length === 0 && (check !== undefined || !holdsArguments(frame)))
    return site(check ?? 'invalidParameters');
  const raises = check ? undefined : raisesOf(revert, output);
  if (raises) links = raisedAt(callGraphOf(compilation, contract), links, start, raises);
  if (revert?.signature === 'Panic(uint256)' && output.length === 36)
    return site('panic', { panicCode: panicCodeOf(output) });
  if (revert !== undefined && revert.source >= 0) return site('customError', { error: revert });
  return site(check ?? 'revert', { message: revert?.reason ?? '' });
}

/** What was checked, by the last instructions; where nothing is called, the source itself looked at the code of an account. */
function checkBeforeEnd(frame: FrameInSource, last: Link | undefined): StackFrameKind | undefined {
  const check = checkBefore(frame);
  return check === 'notAContract' && last && !isInCall(last.function, last.place) ? undefined : check;
}

/** The check as a line says it: arguments that are decoded inside a function are not those of the frame. */
function checkIn(frame: FrameInSource, links: readonly Link[], check: StackFrameKind | undefined) {
  const place = links.at(-1)?.place;
  if (check !== 'invalidParameters' || !holdsArguments(frame)) return check;
  if (place === undefined) return undefined;
  const call = frame.steps.calls.at(-1);
  const called = call && irLinesAt(frame, call.at).at(-1)?.range;
  return called && (contains(called, place) || contains(place, called))
    ? wrongResultsOf(frame.trace, call.row)
    : undefined;
}

/**
 * The position that tells which revert it was: the end, or the branch before
 * it. Optimised reverts that are the same are one, with the place of only one
 * or of none: those without data, and panics of a code.
 */
function decidedAt(frame: FrameInSource): number {
  const last = frame.length - 1;
  if (!frame.compilation.optimized || frame.opcode(last) !== Op.REVERT) return last;
  const isPanic = frame.revert?.signature === 'Panic(uint256)';
  const branch = lastBranch(frame);
  if (branch < 0 || last - branch > (isPanic ? MAX_PANIC : frame.output.length > 0 ? 0 : MAX_SHARED)) return last;
  return isPanic || isPlaced(frame, branch) || !isPlaced(frame, last) ? branch : last;
}

/** Instructions of a revert without data: JUMPDEST, two numbers and REVERT, or the label pushed and jumped to once more. */
const MAX_SHARED = 6;

/** Instructions of a panic: its selector and its code are written first, each by up to six, and its code may be jumped to. */
const MAX_PANIC = 20;

/** Whether the instruction at `at` is of a part of a function. */
function isPlaced(frame: FrameInSource, at: number): boolean {
  const range = frame.range(at);
  const holder = range && frame.functionOf(range);
  return range !== undefined && holder !== undefined && !sameRange(range, holder.range);
}

function isPush(opcode: number): boolean {
  return opcode >= Op.PUSH0 && opcode <= Op.PUSH32;
}

function linesOf(frame: FrameInSource, links: readonly Link[], at: number): StackFrame[] {
  return links.map(({ function: entry, place }, index) => {
    // A constructor of a base that only runs its modifiers is told as the creation itself.
    const isBegin =
      index === 0 && entry.kind === 'constructor' && links.length > 1 && links[1].function.kind === 'modifier';
    return stackFrame(frame, 'call', at, isBegin ? startOf(frame) : (place ?? entry.range));
  });
}

/** Returns the function that the call reaches, the constructor, or the contract. */
export function startOf(frame: FrameInSource): SourceRange | undefined {
  return entryOf(frame)?.range ?? frame.contract.range;
}

/** Returns whether all that runs from position `from` on is generated, or overlaps `range` as a part or a whole, and makes no further call. */
export function staysAround(frame: FrameInSource, from: number, range: SourceRange): boolean {
  for (let at = from; at < frame.length; at++) {
    const here = frame.range(at);
    // Numbers that are needed more than once are pushed where it suits the optimizer.
    const isShared = frame.compilation.optimized && isPush(frame.opcode(at));
    const holder = here === undefined || isShared ? undefined : frame.functionOf(here);
    if (here && holder && !contains(range, here) && !contains(here, range)) return false;
  }
  return !frame.steps.calls.some((call) => call.at >= from);
}
