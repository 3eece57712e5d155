/** A replay read in its contracts' sources: decoded once, then asked of rows and steps. */

import type { Decoded } from '../../../core/abi/decoded';
import { wordHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import { LIMBS, toBigInt } from '../../../core/evm/words/words';
import type { Access } from '../../../core/replay/accesses';
import type { MachineState } from '../../../core/replay/replay';
import { rangeAt } from '../../../core/source/compiled/code-map';
import { type Compilation, limitationOf } from '../../../core/source/compiled/compilation';
import { functionContaining } from '../../../core/source/compiled/functions';
import { lineAt, type SourceRange, sameRange, textOfRange } from '../../../core/source/compiled/source-file';
import { isWhole } from '../../../core/source/debug/statements';
import { callRunning, entrySteps } from '../../../core/source/debug/stop-moves';
import { stackTraceOf } from '../../../core/source/errors/stack-trace';
import { type CodeSource, FrameInSource } from '../../../core/source/frame-in-source';
import { mergeTrees } from '../../../core/source/merge-trees';
import { calleeAt } from '../../../core/source/merged-callee';
import type { MergedTree } from '../../../core/source/merged-tree';
import { outermostFunctions, type SourceTree, SourceTreeBuilder } from '../../../core/source/source-tree';
import { partsAccessed, withRunsTogether } from '../../../core/source/values/access-parts';
import { type CallValues, callValues, type InternalCall } from '../../../core/source/values/call-values';
import { type CandidateKeys, keysOfSources, SMALL_KEYS } from '../../../core/source/values/constant-keys';
import { valueInSlot } from '../../../core/source/values/decode-word';
import { withFunctionNames } from '../../../core/source/values/function-pointers';
import { type KeysOfStorage, MappingKeys } from '../../../core/source/values/known-storage';
import type { StorageLayout, StorageVariable } from '../../../core/source/values/storage-layout';
import type { PathOrder } from '../../../core/source/values/storage-order';
import { type SlotPart, StoragePaths } from '../../../core/source/values/storage-path';
import { wellKnownPart } from '../../../core/source/values/well-known-slots';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { createSlices } from '../../scheduling/slices';
import type { Replayed } from '../replay/replayed';
import type { SourcePlace, SourceRow } from '../source-trace.api';
import type { CompiledFrames } from './compiled-frames';

const STEPS_PER_SLICE = 100_000;

type Executed = Pick<Replayed, 'replay' | 'trace'>;

export class SourceTrace {
  private readonly paths: StoragePaths;
  private keys: MappingKeys | undefined;
  /** Keys by layout: those of the transaction, and those that the compiler hashed. */
  private readonly foldedKeys = new Map<readonly StorageVariable[], KeysOfStorage>();
  /** The steps at which the rows of the tree were entered, ascending. */
  readonly entries: Int32Array;

  private constructor(
    readonly replayed: Executed,
    readonly sources: CompiledFrames,
    readonly tree: SourceTree,
  ) {
    this.paths = new StoragePaths(replayed.replay.preimages, candidateKeys);
    this.entries = entrySteps(tree);
  }

  /** Decodes, letting others in between slices. */
  static async decode(replayed: Executed, sources: CompiledFrames, signal: AbortSignal): Promise<SourceTrace> {
    // A cancelled search for sources found none, and decoding a small trace has no pause at which the cancellation
    // would throw.
    signal.throwIfAborted();
    const slices = createSlices(signal);
    const { replay, trace } = replayed;
    const isOfProtocol = (row: RowIndex) => replay.isOfProtocol(row);
    const input = { ...sources, trace, steps: replay.steps, accesses: replay.accesses, isOfProtocol };
    const builder = new SourceTreeBuilder(input);
    while (!builder.run(STEPS_PER_SLICE)) await slices.pause();
    return new SourceTrace(replayed, sources, builder.tree());
  }

  /** The trace and steps that it was decoded from. */
  get input() {
    const { replay, trace } = this.replayed;
    return { trace, steps: replay.steps, sourceOf: this.sources.sourceOf };
  }

  /** The row of the innermost call that runs at the step. Logarithmic in the rows. */
  rowAt(step: number): number {
    return callRunning(this.tree, this.entries, this.replayed.replay.steps, step);
  }

  /** The trace it was made of. */
  get trace(): Trace {
    return this.replayed.trace;
  }

  /** Keys of mappings that were hashed in the transaction, found once. */
  get mappingKeys(): MappingKeys {
    this.keys ??= new MappingKeys(this.replayed.replay.preimages);
    return this.keys;
  }

  /** Returns the keys of mappings that are known, with those of a contract that its compiler hashed. */
  keysOf({ contract, compilation }: CodeSource): KeysOfStorage {
    const variables = stored(contract.layout, compilation);
    const known = this.foldedKeys.get(variables) ?? this.mappingKeys.with(this.folded(variables));
    this.foldedKeys.set(variables, known);
    return known;
  }

  private folded(variables: readonly StorageVariable[]) {
    const { keys, length } = this.replayed.replay.execution.state.slots;
    const slots = Array.from({ length }, (_, slot) => toBigInt(keys, slot * LIMBS));
    return this.paths.foldedKeys(slots, variables);
  }

  /** What an internal call was given and gave back. Seeks two steps. */
  valuesOf(call: InternalCall): CallValues {
    const { replay } = this.replayed;
    const values = callValues(replay, call, this.slotName);
    const named = this.functionsNamed(replay.steps.frame(stepIndex(call.step)));
    return { ...values, arguments: values.arguments?.map(named), returns: values.returns?.map(named) };
  }

  /** Names the functions in values of a frame. */
  functionsNamed(row: number): (value: Decoded) => Decoded {
    const frame = FrameInSource.of(this.input, row);
    return (value) => (frame ? withFunctionNames(value, frame.compilation, frame.contract, frame) : value);
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

  /** Whether an internal call is of a function of a library. */
  isOfLibrary(index: number): boolean {
    const { entry, compilation } = this.tree.functions[this.tree.subject[index]];
    return compilation.declarations.get(entry.contract)?.contractKind === 'library';
  }

  /** Returns the rows of the sources among those of `trace`, as `mergeTrees` does: the code comes with the sources. */
  mergedWith(trace: Trace, isLeftOut: (index: number) => boolean, before: MergedTree | undefined): MergedTree {
    return mergeTrees(trace, this.tree, isLeftOut, before);
  }

  /** The file of the contract at the address, where its source is known. */
  readonly fileOf = (address: Address): string | undefined =>
    this.sources.found.find((one) => one.address === address)?.source?.contract.path;

  /** Where the frame at `row` itself went wrong, or called what did; undefined where it did not fail. Linear in its steps. */
  failureOf(row: RowIndex): SourcePlace | undefined {
    const line = stackTraceOf(this.input, row).findLast((one) => one.row === row && one.range !== undefined);
    return line && this.placeOf(row, line.range);
  }

  /** The place of the step's instruction in its source. */
  siteOf(step: number): SourcePlace | undefined {
    if (step < 0) return undefined;
    const at = this.instructionPlace(stepIndex(step));
    return at && this.placeOf(this.replayed.replay.steps.frame(stepIndex(step)), at.range);
  }

  /** What cannot be known of the code the frame at `row` ran, in a sentence; '' when nothing, or when it is not known at all. */
  limitationOf(row: RowIndex): string {
    const source = this.sources.sourceOf(row);
    if (source === undefined) return '';
    const isCreate = isCreateKind(this.trace.rows.kind[row]);
    return limitationOf(source.compilation, isCreate ? source.contract.creation : source.contract.runtime);
  }

  internalCall(index: number): InternalCall & { label: number } {
    const { functions, subject, step, endStep, label, row } = this.tree;
    const { entry, ...called } = functions[subject[index]];
    const place = this.instructionPlace(stepIndex(step[index]));
    const contract = this.sources.sourceOf(rowIndex(row[index]))?.contract;
    const named = place && contract ? calleeAt(called.compilation, contract, place.range, entry) : entry;
    return { ...called, entry: named, step: step[index], endStep: endStep[index], label: label[index] };
  }

  /** Returns what a storage access read or changed. */
  accessFields(index: number): Pick<SourceRow, 'slot' | 'transient' | 'values'> {
    const { accesses } = this.replayed.replay;
    const { key, values } = this.namedSlot(index, accesses.wordsAt(this.tree.subject[index]));
    const { transient } = accesses.at(this.tree.subject[index]);
    return { slot: wordHex(key), transient, values: withRunsTogether(values) };
  }

  /** The slot that an access is of, where the first of its values stands among others, and those of its values that tell the two words apart, or that the source there names. */
  namedSlot(
    index: number,
    words: { before: bigint; after: bigint },
  ): { key: bigint; order: PathOrder; parts: readonly SlotPart[]; values: NonNullable<SourceRow['values']> } {
    const { access, key, parts, source } = this.slotOf(index);
    const place = this.instructionPlace(access.step);
    const accessed = partsAccessed(parts, words, parts.length > 1 && place ? textOfPlace(place) : '');
    return {
      key,
      order: accessed[0]?.order ?? [],
      parts: accessed,
      values: accessed.map(({ path, type, offset, bytes }) => {
        const read = (word: bigint) => {
          const value = valueInSlot(type, word, offset, bytes, path);
          return source ? withFunctionNames(value, source.compilation, source.contract) : value;
        };
        return { path, before: read(words.before), after: read(words.after) };
      }),
    };
  }

  /**
   * Returns the text that an access is searched by: its paths, or the slot where it has none. Reads no value where
   * there is one path.
   */
  accessName(index: number): string {
    const { key, parts } = this.slotOf(index);
    if (parts.length === 1) return parts[0].path;
    if (parts.length === 0) return wordHex(key);
    const { values } = this.namedSlot(index, this.replayed.replay.accesses.wordsAt(this.tree.subject[index]));
    return values.map(({ path }) => path).join(' ') || wordHex(key);
  }

  private slotOf(index: number): { access: Access; key: bigint; parts: SlotPart[]; source: CodeSource | undefined } {
    const { replay } = this.replayed;
    const access = replay.accesses.at(this.tree.subject[index]);
    const key = replay.slotKey(access);
    const source = this.sources.sourceOf(this.holderOf(this.tree.row[index]));
    const { contract, compilation } = source ?? {};
    const { transient = NO_VARIABLES } = contract?.layout ?? {};
    const parts = this.paths.at(key, access.transient ? transient : stored(contract?.layout, compilation));
    return { access, key, source, parts: parts.length > 0 || access.transient ? parts : wellKnownPart(key) };
  }

  /** Where the instruction of the step comes from; undefined also where that is a contract or a function as a whole. */
  instructionPlace(step: StepIndex): { compilation: Compilation; range: SourceRange } | undefined {
    const { steps } = this.replayed.replay;
    const row = rowIndex(steps.frame(step));
    const source = this.sources.sourceOf(row);
    const isCreate = isCreateKind(this.replayed.trace.rows.kind[row]);
    const code = source && (isCreate ? source.contract.creation : source.contract.runtime);
    if (source === undefined || code === undefined) return undefined;
    const range = rangeAt(code, steps.pc(step));
    const { compilation } = source;
    return range && compilation.files.has(range.file) && !isWholeOf(compilation, range)
      ? { compilation, range }
      : undefined;
  }

  /** The frame on whose storage the frame at `row` acts: in a library, which others may have called, that of the contract. */
  holderOf(row: number): RowIndex {
    const { rows } = this.replayed.trace;
    let at = row;
    // A proxy's storage is laid out by the code that acts on it.
    while (rows.kind[at] === RowKind.delegatecall && this.sources.sourceOf(rowIndex(at))?.contract.kind === 'library')
      at = rows.parent[at];
    return rowIndex(at);
  }

  /** Names the slot that a reference is to. */
  readonly slotName = (state: MachineState, slot: bigint): string | undefined => {
    const source = this.sources.sourceOf(this.holderOf(state.row));
    const [part] = this.paths.at(slot, stored(source?.contract.layout, source?.compilation));
    return part?.owner;
  };

  placeOf(row: number, range: SourceRange | undefined): SourcePlace | undefined {
    const file = range && this.sources.sourceOf(rowIndex(row))?.compilation.files.get(range.file);
    if (file === undefined || range === undefined) return undefined;
    const { rows, addresses } = this.replayed.trace;
    const address: Address | undefined = addresses[rows.to[row]];
    const line = lineAt(file, range.start);
    return { address, file: file.path, line, endLine: lineAt(file, range.start + Math.max(0, range.length - 1)) };
  }
}

const NO_VARIABLES: readonly StorageVariable[] = [];
const storedVariables = new WeakMap<StorageLayout, readonly StorageVariable[]>();
const keysByLayout = new WeakMap<readonly StorageVariable[], CandidateKeys>();

/**
 * Returns the variables of a layout: the same array for the same layout, by which `StoragePaths` keeps what it found.
 */
function stored(layout: StorageLayout | undefined, compilation: Compilation | undefined): readonly StorageVariable[] {
  if (layout === undefined) return NO_VARIABLES;
  const known = storedVariables.get(layout) ?? [...layout.storage, ...layout.namespaces];
  storedVariables.set(layout, known);
  if (compilation) keysByLayout.set(known, keysOfSources(compilation));
  return known;
}

function candidateKeys(variables: readonly StorageVariable[]): CandidateKeys {
  return keysByLayout.get(variables) ?? SMALL_KEYS;
}

/** Whether the range is of all of a contract or function: the compiler says so of code that is of no statement. */
function isWholeOf({ contracts, functions }: Compilation, range: SourceRange): boolean {
  const within = functionContaining(functions, range);
  if (within !== undefined) return within.kind !== 'getter' && isWhole(within, range);
  return contracts.some((contract) => contract.range !== undefined && sameRange(contract.range, range));
}

function textOfPlace({ compilation, range }: { compilation: Compilation; range: SourceRange }): string {
  const file = compilation.files.get(range.file);
  return file ? textOfRange(file, range.start, range.length) : '';
}
