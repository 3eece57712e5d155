/** Rows of a source trace in windows, and its summary. */
import { stepIndex } from '../../../core/evm/recording/steps';
import { shorten } from '../../../core/format/shorten';
import { limitationOf } from '../../../core/source/compiled/compilation';
import { functionName } from '../../../core/source/compiled/functions';
import { consoleLogs } from '../../../core/source/console/console-logs';
import { errorSiteText } from '../../../core/source/errors/error-text';
import type { StackFrame } from '../../../core/source/errors/stack-frame';
import { stackTraceOf } from '../../../core/source/errors/stack-trace';
import { FrameInSource } from '../../../core/source/frame-in-source';
import { sourceDepthIdOf } from '../../../core/source/source-tree';
import { harmlessText } from '../../../core/text/harmless';
import { propagatedFrom } from '../../../core/trace/failures';
import { type RowIndex, RowKind, rowIndex } from '../../../core/trace/rows';
import type { SourceTrace } from '../source/source-trace';
import type { SourceRow, SourceTraceSummary, StackLine } from '../source-trace.api';
import { errorWordsOf } from './failure-text';
import { frameView, type Showing } from './row-view';

const MAX_ROWS = 200;
/** UTF-16 units of a name. */
const NAME = 60;

/** Returns the summary for the page: stack trace, console output, and which sources were found. */
export function summaryOf(source: SourceTrace, showing: Showing): SourceTraceSummary {
  return {
    stack: framesOf(source).map((frame) => stackLine(source, frame, showing)),
    logs: consoleLogs(source.input).map(({ row, values, text, data, place, undone }) => ({
      row,
      text: values ? text : `Failed to decode log: ${data}`,
      values: values ?? [],
      contract: place?.contract ?? '',
      function: place?.function ?? '',
      place: place && source.placeOf(place.row, place.range),
      undone,
    })),
    contracts: source.sources.found.map(({ address, source: found, failure }) => ({
      address,
      name: found?.contract.name,
      failure,
      limitation: found ? limitationOf(found.compilation, found.contract.runtime) : '',
    })),
    rowCount: source.tree.length,
  };
}

/** Returns the lines to where the transaction's error arose, and then those to what caused it, where another took its place. */
export function framesOf({ input }: SourceTrace): StackFrame[] {
  const frames = stackTraceOf(input);
  for (let last = frames.at(-1); last !== undefined; ) {
    const cause = propagatedFrom(input.trace, last.row);
    const lines = cause < 0 ? [] : stackTraceOf(input, cause);
    frames.push(...lines);
    last = lines.at(-1);
  }
  return frames;
}

function stackLine(source: SourceTrace, frame: StackFrame, showing: Showing): StackLine {
  const { kind, row, step, contract, declaredIn, function: name, kindOfFunction, range } = frame;
  const called = name === '' && kind === 'call' ? FrameInSource.of(source.input, row)?.called : undefined;
  return {
    kind,
    row,
    step,
    contract: declaredIn || contract || calleeText(showing, row),
    function: called ? functionName(called) : name,
    ...(kindOfFunction === 'modifier' && { role: 'modifier' }),
    place: source.placeOf(row, range),
    sentence: sentenceOf(frame, showing),
  };
}

/** The name of who was called or created in a frame, else the address; '' where neither is known. */
function calleeText(showing: Showing, row: RowIndex): string {
  const { toName, to } = frameView(showing, row);
  return toName ? harmlessText(toName.text, NAME) : to ? shorten(to) : '';
}

function sentenceOf(frame: StackFrame, showing: Showing): string {
  const told = errorSiteText(frame);
  const isUnknown = frame.kind === 'unknownCallFailed' || frame.kind === 'unknownCreateFailed';
  if (frame.kind === 'customError') {
    const words = errorWordsOf(showing, frame.row);
    return words ? `Reverted with ${words.text}.` : told;
  }
  const isTold = frame.message !== '' || frame.panicCode !== '' || frame.assertion !== undefined;
  if (isTold || !(isUnknown || frame.kind === 'revert')) return told;
  const words = errorWordsOf(showing, frame.row);
  if (words === undefined || words.bare) return told;
  return isUnknown ? `${told.replace(/\.$/, '')}: ${words.text}.` : `${words.verb}: ${words.text}.`;
}

/** Returns rows [start, start + count) of the source tree, at most 200. */
export function sourceRows(source: SourceTrace, start: number, count: number): SourceRow[] {
  const end = Math.min(source.tree.length, start + Math.min(count, MAX_ROWS));
  const rows: SourceRow[] = [];
  for (let index = Math.max(0, start); index < end; index++) rows.push(rowOf(source, index));
  return rows;
}

function rowOf(source: SourceTrace, index: number): SourceRow {
  const { kind, depth, parent, subtreeEnd, row, step } = source.tree;
  const at = step[index] < 0 ? undefined : source.instructionPlace(stepIndex(step[index]));
  const caller = at && source.placeOf(source.replayed.replay.steps.frame(stepIndex(step[index])), at.range);
  const base = {
    index,
    id: sourceDepthIdOf(source.replayed.trace, source.tree, index),
    ...(caller && { place: caller }),
    kind: kind[index] as RowKind,
    depth: depth[index],
    parent: parent[index],
    subtreeEnd: subtreeEnd[index],
    row: rowIndex(row[index]),
    step: step[index],
  };
  if (kind[index] === RowKind.internal) return { ...base, ...callFields(source, index) };
  if (kind[index] === RowKind.storageRead || kind[index] === RowKind.storageWrite)
    return { ...base, ...source.accessFields(index) };
  return base;
}

function callFields(source: SourceTrace, index: number): Partial<SourceRow> {
  const call = source.internalCall(index);
  const place = source.placeOf(source.tree.row[index], call.entry.range);
  const { arguments: args, returns } = source.valuesOf(call);
  return {
    function: functionName(call.entry),
    open: call.endStep < 0,
    ...(args && { arguments: args }),
    ...(returns && { returns }),
    ...(place && { place }),
  };
}
