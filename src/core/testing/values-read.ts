/**
 * Where the values of a failed assertion come from: the slots that its statement read, in the calls that it made, too,
 * and the last write of each before, in the test or in what ran before it.
 */
import { plainText } from '../abi/plain-text';
import { wordHex } from '../chain/hex';
import { type StepIndex, stepIndex } from '../evm/recording/steps';
import type { SlotIndex } from '../evm/state/slots';
import type { Replay } from '../replay/replay';
import { textOfRange } from '../source/compiled/source-file';
import { statementHolding, statementsOf } from '../source/debug/statements';
import type { StackFrame } from '../source/errors/stack-frame';
import { FrameInSource, type SourcedTrace } from '../source/frame-in-source';
import { linesAt } from '../source/open-functions';
import { keysOfSources } from '../source/values/constant-keys';
import { valueInSlot } from '../source/values/decode-word';
import { StoragePaths } from '../source/values/storage-path';
import { rowIndex } from '../trace/rows';
import type { SourceLine, ValueRead } from './result';

/** A recorded call with its sources. */
export type SourcedCall = { what: NonNullable<ValueRead['written']>['call']; replay: Replay; sources: SourcedTrace };

/** Slots told at most, and accesses looked through for one. */
const MOST_SLOTS = 12;
const MOST_ACCESSES = 2_000_000;
const MOST_TEXT = 200;

/** Returns what the statement of the line read, the last read first. `calls` end with the call that failed there. Linear in the accesses. */
export function valuesRead(calls: readonly SourcedCall[], line: StackFrame): ValueRead[] {
  const last = calls.at(-1);
  const frame = last && FrameInSource.of(last.sources, line.row);
  if (last === undefined || frame === undefined || line.step < 0) return [];
  const first = firstStepOf(frame, line);
  if (first === undefined) return [];
  const { accesses } = last.replay;
  const found = new Map<SlotIndex, ValueRead>();
  for (let index = accesses.length - 1; index >= 0 && found.size < MOST_SLOTS; index--) {
    const { step, slot, transient, write } = accesses.at(index);
    if (step < first) break;
    if (step > line.step || transient || write || found.has(slot)) continue;
    found.set(slot, valueRead(calls, last, index));
  }
  return [...found.values()];
}

/** The first step of the statement, the last time that it ran; undefined where its place is of no statement. */
function firstStepOf(frame: FrameInSource, line: StackFrame): StepIndex | undefined {
  if (line.range === undefined) return undefined;
  const statements = statementsOf(frame.compilation);
  const wanted = statementHolding(statements, line.range);
  let at = frame.steps.step.indexOf(line.step);
  if (wanted < 0 || at < 0) return undefined;
  let first = at;
  // What other functions of the frame do meanwhile is of the statement, too; one that is left is jumped into before.
  const { range } = statements.all[wanted];
  const isWithin = (file: number, start: number) =>
    file === range.file && start >= range.start && start < range.start + range.length;
  const entry = frame.functionOf(line.range);
  for (; at >= 0; at--) {
    const here = frame.range(at);
    if (here === undefined) continue;
    if (isWithin(here.file, here.start)) first = at;
    else if (entry !== undefined && frame.isWithin(entry, at)) break;
  }
  return stepIndex(frame.steps.step[first]);
}

function valueRead(calls: readonly SourcedCall[], { replay, sources }: SourcedCall, index: number): ValueRead {
  const access = replay.accesses.at(index);
  const { after: word } = replay.accesses.wordsAt(index);
  const key = replay.slotKey(access);
  const row = rowIndex(replay.steps.frame(access.step));
  const source = sources.sourceOf(row);
  const layout = source?.contract.layout;
  const variables = layout === undefined ? [] : [...layout.storage, ...layout.namespaces];
  const keys = source && keysOfSources(source.compilation);
  const paths =
    keys === undefined ? new StoragePaths(replay.preimages) : new StoragePaths(replay.preimages, () => keys);
  const parts = paths.at(key, variables);
  const named = parts.filter(({ path }) => namesPart(sources, access.step, path));
  const [part] = named.length > 0 ? named : parts;
  const written = lastWrite(calls, access.slot, word, index);
  return {
    contract: source?.contract.name ?? '',
    name: (part?.path ?? wordHex(key)).slice(0, MOST_TEXT),
    value: (part === undefined
      ? wordHex(word)
      : plainText(valueInSlot(part.type, word, part.offset, part.bytes, part.path))
    ).slice(0, MOST_TEXT),
    ...(written !== undefined && { written }),
  };
}

/** Whether the source at the step has the name that the path ends with: several values may share a slot. */
function namesPart(sources: SourcedTrace, step: StepIndex, path: string): boolean {
  const frame = FrameInSource.of(sources, sources.steps.frame(step));
  const range = frame?.range(frame.steps.step.indexOf(step));
  const file = range && frame?.compilation.files.get(range.file);
  if (range === undefined || file === undefined) return false;
  const text = textOfRange(file, range.start, range.length);
  return new Set(text.match(/[\w$]+/g)).has(/[\w$]+$/.exec(path)?.[0] ?? '');
}

/** The last write that left the word there; one that a failure undid is passed over, as what stands there is another's. */
function lastWrite(
  calls: readonly SourcedCall[],
  slot: SlotIndex,
  word: bigint,
  from: number,
): ValueRead['written'] | undefined {
  let left = MOST_ACCESSES;
  for (const [before, { what, replay, sources }] of calls.toReversed().entries()) {
    const { accesses } = replay;
    for (let index = (before === 0 ? from : accesses.length) - 1; index >= 0 && left-- > 0; index--) {
      if (!accesses.isWrite(index)) continue;
      const access = accesses.at(index);
      if (access.transient || access.slot !== slot || accesses.wordsAt(index).after !== word) continue;
      const place = placeOfStep(sources, access.step);
      return { call: what, before, step: access.step, ...(place !== undefined && { place }) };
    }
  }
  return undefined;
}

function placeOfStep(sources: SourcedTrace, step: StepIndex): SourceLine | undefined {
  const frame = FrameInSource.of(sources, sources.steps.frame(step));
  const at = frame?.steps.step.indexOf(step) ?? -1;
  const line = frame && at >= 0 ? linesAt(frame, at).findLast((one) => one.line > 0) : undefined;
  return line && { file: line.file, line: line.line };
}
