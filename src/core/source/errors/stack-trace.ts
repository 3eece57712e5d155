/**
 * The stack trace of a failed transaction: from its entry to the place of the
 * error, across contracts and internal functions, outermost line first.
 *
 * Inside a frame the functions entered are those jumped into and not left
 * again (jump types of the source map). Where the frame failed because a call
 * it made failed, the trace goes on in the callee; otherwise the last
 * instructions say what went wrong. Reverts that the compiler makes carry no
 * data and often no place, so what was checked is recognised from the call
 * (entry-checks.ts) and the instructions around the end (failing-line.ts).
 */

import { isHandedOn } from '../../trace/failure-stages';
import { isCreateKind } from '../../trace/frame-kind';
import { RowKind } from '../../trace/rows';
import { contains } from '../compiled/source-file';
import { FrameInSource, type SourcedTrace } from '../frame-in-source';
import { type OpenFunctions, openFunctions } from '../open-functions';
import { failedEntryCheck } from './entry-checks';
import { callSite, errorSite } from './failing-line';
import { silentCheck } from './old-assertion';
import { revertText } from './revert-string';
import { type StackFrame, stackFrame, unknownFrame } from './stack-frame';
import { placeInTry } from './try-clause';

const MAX_FRAMES = 10_000;

/** The value for code made via IR, whose functions are found in another way (via-ir/chain.ts). */
const NONE: OpenFunctions = { lines: [], entries: [], entered: false };

/** Returns the stack trace of the frame at `row`; empty when it did not fail. Linear in the steps of the failed frames. */
export function stackTraceOf(sources: SourcedTrace, row = 0): StackFrame[] {
  const { rows } = sources.trace;
  if (row >= rows.length || rows.error[row] < 0) return [];
  return linesOf(sources, row).slice(0, MAX_FRAMES);
}

function linesOf(sources: SourcedTrace, row: number): StackFrame[] {
  const frame = FrameInSource.of(sources, row);
  if (frame === undefined) return unknownLines(sources, row);
  const early = failedEntryCheck(frame);
  if (early) return [early];
  const { viaIR } = frame.compilation;
  const call = frame.steps.calls.at(-1);
  // A helper that looks at what the call gave is entered after it, and did not call.
  let calling: readonly StackFrame[] = [];
  const visit = (lines: readonly StackFrame[]) => {
    calling = lines;
  };
  const open = viaIR ? NONE : openFunctions(frame, call ? [call.at] : [], visit);
  const site = call && callSite(frame, calling, call, (callee) => linesOf(sources, callee));
  const lines = site ?? withClause(frame, errorSite(frame, open));
  return withCheck(frame, viaIR ? lines : withoutRepeats(lines));
}

/** Puts the last line into the clause of its `try` that ran. */
function withClause(frame: FrameInSource, lines: StackFrame[]): StackFrame[] {
  const last = lines.at(-1);
  const call = frame.steps.calls.at(-1);
  if (call === undefined || !frame.compilation.optimized || (last?.kind !== 'customError' && last?.kind !== 'revert'))
    return lines;
  const place = placeInTry(frame, last.range, frame.trace.rows.error[call.row] >= 0);
  if (place === undefined) return lines;
  const { kind, error, message } = last;
  return [...lines.slice(0, -1), stackFrame(frame, kind, frame.length - 1, place, { error, message })];
}

/** Names the check of the compiler where the last line reverts without a word. */
function withCheck(frame: FrameInSource, lines: StackFrame[]): StackFrame[] {
  const last = lines.at(-1);
  if (last?.kind !== 'revert' || last.row !== frame.row || last.message !== '') return lines;
  const message = silentCheck(frame, last.range);
  return message === undefined ? lines : [...lines.slice(0, -1), { ...last, kind: 'failedCheck', message }];
}

/** Follows a failure that was handed on unchanged through code without a source. */
function unknownLines(sources: SourcedTrace, row: number): StackFrame[] {
  const { trace } = sources;
  const { rows } = trace;
  const isCreate = isCreateKind(rows.kind[row]);
  let last = -1;
  for (let below = row + 1; below < rows.subtreeEnd[row]; below = rows.subtreeEnd[below])
    if (rows.kind[below] <= RowKind.create2) last = below;
  if (last >= 0 && rows.error[last] >= 0 && isHandedOn(trace, row, last))
    return [unknownFrame(isCreate ? 'unknownCreate' : 'unknownCall', row), ...linesOf(sources, last)];
  const text = trace.texts[rows.error[row]];
  if (text === 'max code size exceeded') return [unknownFrame('contractTooLarge', row)];
  if (isPrecompileFailure(text)) return [unknownFrame('precompileFailed', row, { message: text })];
  return [unknownFrame(isCreate ? 'unknownCreateFailed' : 'unknownCallFailed', row, revertText(trace, row))];
}

function isPrecompileFailure(text: string): boolean {
  return text.startsWith('precompile');
}

/**
 * Leaves out lines that say nothing more than the next: those of generated
 * code, and those whose place holds that of the next one, such as a statement
 * around the expression that failed. A call of itself on the same line stays.
 */
function withoutRepeats(lines: readonly StackFrame[]): StackFrame[] {
  const placed = lines.filter((line) => line.kind !== 'call' || line.range !== undefined);
  return placed.filter((line, index) => {
    const next = placed[index + 1];
    if (next?.range === undefined || line.range === undefined || line.row !== next.row) return true;
    if (line.function === 'constructor' && next.function !== 'constructor') return true;
    if (index > 0 && line.kind === next.kind && line.line === next.line && line.range.start === next.range.start)
      return true;
    return !contains(line.range, next.range);
  });
}
