/** What variables hold at a step of a source trace. */

import { bytesToAddress } from '../../../core/chain/hex';
import { stepIndex } from '../../../core/evm/recording/steps';
import * as Op from '../../../core/evm/rules/opcode-bytes';
import type { StorageBefore } from '../../../core/replay/replay';
import { functionName, type SourceFunction } from '../../../core/source/compiled/functions';
import { contains, type SourceRange, textOfRange } from '../../../core/source/compiled/source-file';
import { Jump } from '../../../core/source/compiled/source-map';
import { isWhole } from '../../../core/source/debug/statements';
import { FrameInSource } from '../../../core/source/frame-in-source';
import type { InternalCall } from '../../../core/source/values/call-values';
import { KnownStorage } from '../../../core/source/values/known-storage';
import { type LocalsContext, localsAt, rangesOf, VIA_IR } from '../../../core/source/values/locals';
import { stateVariables } from '../../../core/source/values/state-variables';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { RowKind, rowIndex } from '../../../core/trace/rows';
import type { LocalsView, StateView } from '../source-trace.api';
import type { SourceTrace } from './source-trace';

const NO_STORAGE: StorageBefore = { storage: new Map(), transient: new Map(), created: false };

/** Returns the variables in scope before a step. */
export function variablesAt(source: SourceTrace, step: number): LocalsView {
  const state = source.replayed.replay.at(stepIndex(step));
  const call = callAt(source, step);
  const frame = state && FrameInSource.of(source.input, state.row);
  if (state === undefined || frame === undefined) return nothing('The source of the code that runs here is not known.');
  if (call === undefined)
    return nothing(frame.compilation.viaIR ? VIA_IR : 'No function runs here whose variables can be found.');
  const place = placeInFunction(frame, call, step);
  if (place === undefined) return nothing('The place in the source is not known here.');
  if (place.leaving && state.opcode !== Op.JUMPDEST)
    return {
      ...nothing('The function is returning: its variables are no longer available.'),
      function: functionName(call.entry),
    };
  const { position } = place;
  const answer = localsAt(state, call.compilation, call.entry, call.label, position, localsContext(source, step));
  if (!answer.known) return { ...nothing(answer.why), function: functionName(call.entry) };
  return { function: functionName(call.entry), locals: answer.locals, why: '' };
}

/** Returns what is needed to decode the variables at a step. */
export function localsContext(source: SourceTrace, step: number): LocalsContext {
  const row = rowIndex(source.replayed.replay.steps.frame(stepIndex(step)));
  return {
    slotNames: source.slotName,
    storage: () => storageAt(source, step).storage,
    bases: source.sources.sourceOf(row)?.contract.bases ?? [],
    named: source.functionsNamed(row),
  };
}

/** Returns the state variables of the contract that runs before a step. */
export function stateVariablesAt(source: SourceTrace, step: number): StateView {
  const { replay, trace } = source.replayed;
  const state = replay.at(stepIndex(step));
  if (state === undefined) return { contract: '', address: undefined, variables: [], why: 'Nothing runs here.' };
  const holder = source.holderOf(state.row);
  const found = source.sources.sourceOf(holder);
  const address = bytesToAddress(state.self);
  if (found === undefined)
    return { contract: '', address, variables: [], why: 'The source of the code that runs here is not known.' };
  const { compilation, contract } = found;
  const code = isCreateKind(trace.rows.kind[holder]) ? undefined : source.sources.codeOf(holder);
  const variables = stateVariables(compilation, contract, { ...storageAt(source, step), code });
  return { contract: contract.name, address, variables, why: '' };
}

function storageAt(source: SourceTrace, step: number): { storage: KnownStorage; transient: KnownStorage } {
  const { replay } = source.replayed;
  const { storage, transient, created } = replay.storageAt(stepIndex(step)) ?? NO_STORAGE;
  const code = source.sources.sourceOf(source.holderOf(replay.steps.frame(stepIndex(step))));
  const keys = code ? source.keysOf(code) : source.mappingKeys;
  return {
    storage: new KnownStorage(storage, created ? 0n : undefined, keys),
    transient: new KnownStorage(transient, 0n, source.mappingKeys),
  };
}

/** The innermost internal call of the step's frame that runs at the step. Logarithmic in the rows. */
function callAt(source: SourceTrace, step: number): (InternalCall & { label: number }) | undefined {
  const row = source.rowAt(step);
  return source.tree.kind[row] === RowKind.internal ? source.internalCall(row) : undefined;
}

function nothing(why: string): LocalsView {
  return { function: '', locals: [], why };
}

/**
 * The place of the step in the function, or of the last one of its own before
 * it; the closing brace of what is over before anything of it left the stack,
 * and `leaving` from then on.
 */
function placeInFunction(
  frame: FrameInSource,
  { compilation, entry, step: entered, endStep }: InternalCall,
  step: number,
): { position: SourceRange; leaving: boolean } | undefined {
  const ranges = rangesOf(compilation, entry, frame.contract.bases);
  let position: SourceRange | undefined;
  let isInside = false;
  let over = false;
  let isStraight = false;
  let leaving = false;
  for (let at = frame.steps.step.findIndex((each) => each > entered); at >= 0 && at < frame.length; at++) {
    if (frame.steps.step[at] > step) break;
    const range = frame.range(at);
    const isOwn = range !== undefined && ranges.some((own) => contains(own, range));
    if (frame.opcode(at) === Op.JUMPDEST && !isOwn) isStraight = false;
    // An optimizer gives what clears the stack no place.
    const isCleared = range === undefined && isStraight && compilation.optimized && frame.opcode(at) === Op.POP;
    if (!isOwn && !isCleared) continue;
    if (isInside && position && (isCleared || isAround(frame, entry, range, position))) {
      const before = position;
      const { file, start, length } = ranges.find((own) => contains(own, before)) ?? entry.range;
      // With the last statement an optimizer already moves results to where the caller wants them.
      leaving = over || (compilation.optimized && entry.returns.length > 0);
      position = leaving ? (range ?? position) : { file, start: start + length - 1, length: 1 };
      over = true;
      continue;
    }
    if (range && !isWholeIn(frame, range)) isInside = true;
    isStraight = true;
    over = false;
    leaving = false;
    position = range;
  }
  // Where no step is of the function as a whole, the jump that leaves it is the last one.
  const isLast = step === endStep && frame.jump(frame.steps.step.indexOf(step)) === Jump.outOf;
  return position && { position, leaving: leaving || isLast };
}

/** Whether the range is the function as a whole, or behind its body the `_` of a modifier, which stands for it. */
function isAround(
  frame: FrameInSource,
  entry: SourceFunction,
  range: SourceRange | undefined,
  position: SourceRange,
): boolean {
  const file = range && frame.compilation.files.get(range.file);
  if (range === undefined || file === undefined) return false;
  const isPlaceholder = range.length <= 2 && textOfRange(file, range.start, range.length).startsWith('_');
  return isWholeIn(frame, range) || (isPlaceholder && contains(entry.range, position));
}

function isWholeIn(frame: FrameInSource, range: SourceRange): boolean {
  const holder = frame.functionOf(range);
  return holder !== undefined && isWhole(holder, range);
}
