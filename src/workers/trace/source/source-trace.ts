/** A replay read in its contracts' sources: decoded once, then asked in windows. */

import type { Address } from '../../../core/chain/primitives';
import type { Access } from '../../../core/evm/recording/accesses';
import { type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import type { MachineState, StorageBefore } from '../../../core/evm/replay';
import * as Op from '../../../core/evm/rules/opcode-bytes';
import { bytesToAddress } from '../../../core/hex';
import { rangeAt } from '../../../core/source/compiled/code-map';
import { sourceTable } from '../../../core/source/compiled/code-table';
import { type Compilation, optimizerLimitation } from '../../../core/source/compiled/compilation';
import type { SourceFunction } from '../../../core/source/compiled/functions';
import { contains, lineAt, type SourceRange, sameRange, textOfRange } from '../../../core/source/compiled/source-file';
import { consoleLogs } from '../../../core/source/console/console-logs';
import { callRunning, entrySteps } from '../../../core/source/debug/stop-moves';
import { errorSentence } from '../../../core/source/errors/error-sentence';
import type { StackFrame } from '../../../core/source/errors/stack-frame';
import { stackTraceOf } from '../../../core/source/errors/stack-trace';
import { FrameInSource } from '../../../core/source/frame-in-source';
import {
  outermostFunctions,
  type SourceTree,
  SourceTreeBuilder,
  sourceDepthIdOf,
} from '../../../core/source/source-tree';
import { partsAccessed } from '../../../core/source/values/access-parts';
import { type CallValues, callValues, type InternalCall } from '../../../core/source/values/call-values';
import { valueInSlot } from '../../../core/source/values/decode-word';
import { KnownStorage, MappingKeys } from '../../../core/source/values/known-storage';
import { type LocalsContext, localsAt, rangesOf } from '../../../core/source/values/locals';
import type { PathOrder } from '../../../core/source/values/path-order';
import { stateVariables } from '../../../core/source/values/state-variables';
import type { StorageLayout, StorageVariable } from '../../../core/source/values/storage-layout';
import { type SlotPart, StoragePaths } from '../../../core/source/values/storage-path';
import { isCreateKind } from '../../../core/trace/frame-kind';
import type { MergedTree } from '../../../core/trace/merged-tree';
import { type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import type { InsideRows } from '../../../core/trace/search';
import { createPace } from '../../slices';
import type { Replayed } from '../replay/replayed';
import type { LocalsView, SourcePlace, SourceRow, SourceTraceSummary, StackLine, StateView } from '../source-trace.api';
import type { FrameSources } from './frame-sources';
import { insideRows } from './source-search';
import { SourceViews } from './source-views';

const NO_STORAGE: StorageBefore = { storage: new Map(), transient: new Map(), created: false };
const SLICE = 100_000;
const MOST_ROWS = 200;

export class SourceTrace {
  private readonly paths: StoragePaths;
  private keys: MappingKeys | undefined;
  private views: SourceViews | undefined;
  /** The steps at which the rows of the tree were entered, ascending. */
  readonly entries: Int32Array;

  private constructor(
    readonly replayed: Replayed,
    readonly sources: FrameSources,
    readonly tree: SourceTree,
  ) {
    this.paths = new StoragePaths(replayed.replay.preimages);
    this.entries = entrySteps(tree);
  }

  /** Decodes, letting others in between slices. */
  static async decode(replayed: Replayed, sources: FrameSources, signal: AbortSignal): Promise<SourceTrace> {
    const pace = createPace(signal);
    const { replay, trace } = replayed;
    const input = { ...sources, trace, steps: replay.steps, accesses: replay.accesses };
    const builder = new SourceTreeBuilder(input);
    while (!builder.run(SLICE)) await pace.pause();
    return new SourceTrace(replayed, sources, builder.tree());
  }

  private get input() {
    const { replay, trace } = this.replayed;
    return { trace, steps: replay.steps, sourceOf: this.sources.sourceOf };
  }

  /** What was decoded, with what it was decoded from. */
  get reading() {
    return { ...this.input, tree: this.tree };
  }

  summary(): SourceTraceSummary {
    return {
      stack: stackTraceOf(this.input).map((frame) => this.stackLine(frame)),
      logs: consoleLogs(this.input).map(({ row, values, text, data, place, undone }) => ({
        row,
        text: values ? text : `Failed to decode log: ${data}`,
        values: values ?? [],
        contract: place?.contract ?? '',
        function: place?.function ?? '',
        place: place && this.placeOf(place.row, place.range),
        undone,
      })),
      contracts: this.sources.found.map(({ address, source, failure }) => ({
        address,
        name: source?.contract.name,
        failure,
        limitation: source ? optimizerLimitation(source.compilation) : '',
      })),
      rowCount: this.tree.length,
    };
  }

  rows(start: number, count: number): SourceRow[] {
    const end = Math.min(this.tree.length, start + Math.min(count, MOST_ROWS));
    const rows: SourceRow[] = [];
    for (let index = Math.max(0, start); index < end; index += 1) rows.push(this.row(index));
    return rows;
  }

  /** The variables in scope before a step. */
  variablesAt(step: number): LocalsView {
    const state = this.replayed.replay.at(stepIndex(step));
    const call = this.callAt(step);
    const frame = state && FrameInSource.of(this.input, state.row);
    if (state === undefined || frame === undefined)
      return nothing('The source of the code that runs here is not known.');
    if (call === undefined) return nothing('No function runs here whose variables can be found.');
    const place = placeInFunction(frame, call, step);
    if (place === undefined) return nothing('The place in the source is not known here.');
    if (place.leaving && state.opcode !== Op.JUMPDEST)
      return {
        ...nothing('The function is returning: its variables have left their places.'),
        function: nameOf(call.entry),
      };
    const { position } = place;
    const answer = localsAt(state, call.compilation, call.entry, call.label, position, this.localsContext(step));
    if (!answer.known) return { ...nothing(answer.why), function: nameOf(call.entry) };
    return { function: nameOf(call.entry), locals: answer.locals, why: '' };
  }

  /** What the variables at a step lead to. */
  localsContext(step: number): LocalsContext {
    const row = rowIndex(this.replayed.replay.steps.frame(stepIndex(step)));
    return {
      slotNames: this.slotName,
      storage: () => this.storageAt(step).storage,
      bases: this.sources.sourceOf(row)?.contract.bases ?? [],
      functionName: (pc) => {
        const frame = FrameInSource.of(this.input, row);
        return frame && functionAt(frame, pc);
      },
    };
  }

  /** The state variables of the contract that runs before a step. */
  stateVariablesAt(step: number): StateView {
    const { replay, trace } = this.replayed;
    const state = replay.at(stepIndex(step));
    if (state === undefined) return { contract: '', address: undefined, variables: [], why: 'Nothing runs here.' };
    const holder = this.holderOf(state.row);
    const source = this.sources.sourceOf(holder);
    const address = bytesToAddress(state.self);
    if (source === undefined)
      return { contract: '', address, variables: [], why: 'The source of the code that runs here is not known.' };
    const { compilation, contract } = source;
    const code = isCreateKind(trace.rows.kind[holder]) ? undefined : this.sources.codeOf(holder);
    const variables = stateVariables(compilation, contract, { ...this.storageAt(step), code });
    return { contract: contract.name, address, variables, why: '' };
  }

  private storageAt(step: number): { storage: KnownStorage; transient: KnownStorage } {
    const { replay } = this.replayed;
    const { storage, transient, created } = replay.storageAt(stepIndex(step)) ?? NO_STORAGE;
    this.keys ??= new MappingKeys(replay.preimages);
    return {
      storage: new KnownStorage(storage, created ? 0n : undefined, this.keys),
      transient: new KnownStorage(transient, 0n, this.keys),
    };
  }

  /** The innermost internal call of the step's frame that runs at the step. Logarithmic in the rows. */
  private callAt(step: number): (InternalCall & { label: number }) | undefined {
    const row = this.rowAt(step);
    return this.tree.kind[row] === RowKind.internal ? this.internalCall(row) : undefined;
  }

  /** The row of the innermost call that runs at the step. Logarithmic in the rows. */
  rowAt(step: number): number {
    return callRunning(this.tree, this.entries, this.replayed.replay.steps, step);
  }

  /** The trace it was made of. */
  get trace(): Trace {
    return this.replayed.trace;
  }

  /** Its rows as they are shown in a tree. */
  viewsIn(tree: MergedTree): SourceViews {
    this.views ??= new SourceViews(this, tree);
    return this.views;
  }

  /** Its rows as they are searched in a tree. */
  searchedIn(tree: MergedTree): InsideRows {
    return insideRows(this, tree);
  }

  /** What an internal call was given and gave back. Seeks two steps. */
  valuesOf(call: InternalCall): CallValues {
    return callValues(this.replayed.replay, call, this.slotName);
  }

  /** Whether an internal call is of the function that its frame's calldata selects. */
  isEntry(index: number): boolean {
    const { tree, trace } = this;
    const parent = tree.parent[index];
    if (parent < 0 || tree.ordinal[parent] >= 0 || tree.row[parent] !== tree.row[index]) return false;
    const row = rowIndex(tree.row[index]);
    const source = isCreateKind(trace.rows.kind[row]) ? undefined : this.sources.sourceOf(row);
    return (
      source !== undefined && outermostFunctions(trace, row, source).has(tree.functions[tree.subject[index]].entry)
    );
  }

  /** The file of the contract at the address, where its source is known. */
  readonly fileOf = (address: Address): string | undefined =>
    this.sources.found.find((one) => one.address === address)?.source?.contract.path;

  /** Where the frame at `row` itself went wrong, or called what did; undefined where it did not fail. Linear in its steps. */
  failureOf(row: RowIndex): SourcePlace | undefined {
    const line = stackTraceOf(this.input, row).findLast((one) => one.row === row && one.range !== undefined);
    return line && this.placeOf(row, line.range);
  }

  /** Where the instruction of the step stands in its source. */
  siteOf(step: number): SourcePlace | undefined {
    if (step < 0) return undefined;
    const at = this.instructionPlace(stepIndex(step));
    return at && this.placeOf(this.replayed.replay.steps.frame(stepIndex(step)), at.range);
  }

  /** What cannot be known of the code the frame at `row` ran, in a sentence; '' when nothing, or when it is not known at all. */
  limitationOf(row: RowIndex): string {
    const compilation = this.sources.sourceOf(row)?.compilation;
    return compilation ? optimizerLimitation(compilation) : '';
  }

  internalCall(index: number): InternalCall & { label: number } {
    const { functions, subject, step, endStep, label } = this.tree;
    return { ...functions[subject[index]], step: step[index], endStep: endStep[index], label: label[index] };
  }

  private row(index: number): SourceRow {
    const { kind, depth, parent, subtreeEnd, row, step } = this.tree;
    const at = step[index] < 0 ? undefined : this.instructionPlace(stepIndex(step[index]));
    const caller = at && this.placeOf(this.replayed.replay.steps.frame(stepIndex(step[index])), at.range);
    const base = {
      index,
      id: sourceDepthIdOf(this.replayed.trace, this.tree, index),
      ...(caller && { place: caller }),
      kind: kind[index] as RowKind,
      depth: depth[index],
      parent: parent[index],
      subtreeEnd: subtreeEnd[index],
      row: rowIndex(row[index]),
      step: step[index],
    };
    if (kind[index] === RowKind.internal) return { ...base, ...this.callFields(index) };
    if (kind[index] === RowKind.storageRead || kind[index] === RowKind.storageWrite)
      return { ...base, ...this.accessFields(index) };
    return base;
  }

  private callFields(index: number): Partial<SourceRow> {
    const call = this.internalCall(index);
    const { arguments: args, returns } = this.valuesOf(call);
    return {
      function: nameOf(call.entry),
      open: call.endStep < 0,
      ...(args && { arguments: args }),
      ...(returns && { returns }),
      ...this.placeField(this.tree.row[index], call.entry.range),
    };
  }

  /** What a storage access read or changed. */
  accessFields(index: number): Pick<SourceRow, 'slot' | 'transient' | 'values'> {
    const { accesses } = this.replayed.replay;
    const { key, values } = this.namedSlot(index, accesses.wordsAt(this.tree.subject[index]));
    const { transient } = accesses.at(this.tree.subject[index]);
    return { slot: `0x${key.toString(16).padStart(64, '0')}`, transient, values };
  }

  /** The slot that an access is of, where the first of its values stands among others, and those of its values that tell the two words apart, or that the source there names. */
  namedSlot(
    index: number,
    words: { before: bigint; after: bigint },
  ): { key: bigint; order: PathOrder; values: NonNullable<SourceRow['values']> } {
    const { access, key, parts } = this.slotOf(index);
    const place = this.instructionPlace(access.step);
    const accessed = partsAccessed(parts, words, parts.length > 1 && place ? textOfPlace(place) : '');
    return {
      key,
      order: accessed[0]?.order ?? [],
      values: accessed.map(({ path, type, offset, bytes }) => ({
        path,
        before: valueInSlot(type, words.before, offset, bytes, path),
        after: valueInSlot(type, words.after, offset, bytes, path),
      })),
    };
  }

  /** What an access is of, as it is searched: its paths, or the slot where it has none. Reads no value where there is one path. */
  accessName(index: number): string {
    const { key, parts } = this.slotOf(index);
    if (parts.length === 1) return parts[0].path;
    const paths = parts.length === 0 ? [] : (this.accessFields(index).values ?? []).map(({ path }) => path);
    return paths.join(' ') || `0x${key.toString(16).padStart(64, '0')}`;
  }

  private slotOf(index: number): { access: Access; key: bigint; parts: SlotPart[] } {
    const { replay } = this.replayed;
    const access = replay.accesses.at(this.tree.subject[index]);
    const key = replay.slotKey(access);
    const { layout } = this.sources.sourceOf(this.holderOf(this.tree.row[index]))?.contract ?? {};
    return { access, key, parts: this.paths.at(key, access.transient ? (layout?.transient ?? []) : stored(layout)) };
  }

  /** Where the instruction of the step comes from. */
  private instructionPlace(step: StepIndex): { compilation: Compilation; range: SourceRange } | undefined {
    const { steps } = this.replayed.replay;
    const row = rowIndex(steps.frame(step));
    const source = this.sources.sourceOf(row);
    const isCreate = isCreateKind(this.replayed.trace.rows.kind[row]);
    const code = source && (isCreate ? source.contract.creation : source.contract.runtime);
    if (source === undefined || code === undefined) return undefined;
    const range = rangeAt(code, steps.pc(step));
    return range && source.compilation.files.has(range.file) ? { compilation: source.compilation, range } : undefined;
  }

  /** The frame on whose storage the frame at `row` acts: in a delegate call, that of its caller. */
  private holderOf(row: number): RowIndex {
    const { rows } = this.replayed.trace;
    let at = row;
    // A proxy's storage is laid out by the code that acts on it.
    if (rows.kind[at] === RowKind.delegatecall && this.sources.sourceOf(rowIndex(at))?.contract.kind === 'library')
      at = rows.parent[at];
    return rowIndex(at);
  }

  /** Names the slot that a reference is to. */
  readonly slotName = (state: MachineState, slot: bigint): string | undefined => {
    const source = this.sources.sourceOf(this.holderOf(state.row));
    const [part] = this.paths.at(slot, stored(source?.contract.layout));
    return part?.owner;
  };

  private stackLine(frame: StackFrame): StackLine {
    const { kind, row, step, contract, function: name, range } = frame;
    return {
      kind,
      row,
      step,
      contract,
      function: name,
      place: this.placeOf(row, range),
      sentence: errorSentence(frame),
    };
  }

  private placeField(row: number, range: SourceRange): { place?: SourcePlace } {
    const place = this.placeOf(row, range);
    return place ? { place } : {};
  }

  placeOf(row: number, range: SourceRange | undefined): SourcePlace | undefined {
    const file = range && this.sources.sourceOf(rowIndex(row))?.compilation.files.get(range.file);
    if (file === undefined || range === undefined) return undefined;
    const { rows, addresses } = this.replayed.trace;
    const address: Address | undefined = addresses[rows.to[row]];
    const line = lineAt(file, range.start);
    return { address, file: file.path, line, endLine: lineAt(file, range.start + Math.max(0, range.length - 1)) };
  }
}

function stored(layout: StorageLayout | undefined): readonly StorageVariable[] {
  return layout === undefined ? [] : [...layout.storage, ...layout.namespaces];
}

function textOfPlace({ compilation, range }: { compilation: Compilation; range: SourceRange }): string {
  const file = compilation.files.get(range.file);
  return file ? textOfRange(file, range.start, range.length) : '';
}

function nothing(why: string): LocalsView {
  return { function: '', locals: [], why };
}

/** The internal function that begins at a pc; creation code keeps that of the runtime code in the low four bytes. */
function functionAt({ compilation, code, isCreate }: FrameInSource, value: bigint): string | undefined {
  const { entryAt, entries } = sourceTable(compilation, code, isCreate);
  const pc = Number(isCreate ? (value >> 32n) & 0xffffffffn : value & 0xffffffffn);
  const entry = entries[(entryAt[pc] ?? 0) - 1];
  return entry && nameOf(entry.function);
}

/** What a function without a name is called. */
function nameOf({ name, kind }: SourceFunction): string {
  return name || kind;
}

/**
 * The place of the step in the function, or of the last one of its own before
 * it; `leaving` once the body is over and what runs clears the stack.
 */
function placeInFunction(
  frame: FrameInSource,
  { compilation, entry, step: entered }: InternalCall,
  step: number,
): { position: SourceRange; leaving: boolean } | undefined {
  const ranges = rangesOf(compilation, entry, frame.contract.bases);
  let position: SourceRange | undefined;
  let isInside = false;
  let leaving = false;
  for (let at = frame.steps.step.findIndex((each) => each > entered); at >= 0 && at < frame.length; at += 1) {
    if (frame.steps.step[at] > step) break;
    const range = frame.range(at);
    if (range === undefined || !ranges.some((own) => contains(own, range))) continue;
    const isWhole = sameRange(range, entry.range);
    if (!isWhole) isInside = true;
    leaving = isWhole && isInside;
    position = range;
  }
  return position && { position, leaving };
}
