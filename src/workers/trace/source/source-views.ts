/** What the sources say of rows: internal calls, storage accesses, and where calls and events stand in the source. */
import type { Decoded } from '../../../core/abi/decoded';
import { wordHex } from '../../../core/chain/hex';
import type { Address, Hex } from '../../../core/chain/primitives';
import { stepIndex } from '../../../core/evm/recording/steps';
import type { Compilation } from '../../../core/source/compiled/compilation';
import { functionName, type SourceFunction } from '../../../core/source/compiled/functions';
import { checkClause } from '../../../core/source/errors/error-text';
import { stackTraceOf } from '../../../core/source/errors/stack-trace';
import { isOwn, type MergedTree } from '../../../core/source/merged-tree';
import type { InsideRows } from '../../../core/source/search-rows';
import { functionVariables } from '../../../core/source/values/function-variables';
import { isFrameKind } from '../../../core/trace/failures';
import { RowFlag, type RowIndex, RowKind, rowIndex } from '../../../core/trace/rows';
import { INTERNAL_CALLS } from '../decoding/internal-places';
import type { FrameRow, InternalCallRow, RowDetail, RowValues, Siteless, StorageRow } from '../rows.api';
import { insideRows } from './source-search';
import type { SourceTrace } from './source-trace';

/** The answers about a row inside a frame. */
export type InsideView = InternalView | AccessView;
type InternalView = Pick<
  InternalCallRow,
  | 'kind'
  | 'step'
  | 'functionName'
  | 'inputs'
  | 'outputs'
  | 'gasUsed'
  | 'contract'
  | 'role'
  | 'place'
  | 'open'
  | 'unread'
  | 'limitation'
>;
type AccessView = Pick<StorageRow, 'kind' | 'step' | 'gasUsed' | 'access'>;

/** Values that were read, of so many internal calls. */
const KEPT = 5_000;

export class SourceViews {
  private readonly values = new Map<number, Omit<RowValues, 'row'>>();
  private readonly checks = new Map<RowIndex, string | undefined>();

  /** How the values of internal calls are read. */
  readonly internalCalls = INTERNAL_CALLS;

  constructor(readonly source: SourceTrace) {}

  /** The rows as they are searched in a tree. */
  searchedIn(tree: MergedTree): InsideRows {
    return insideRows(this.source, tree);
  }

  /** The check of the compiler that the frame at `row` failed at by itself, as a clause; undefined where it was none. Linear in its steps the first time. */
  checkOf(row: RowIndex): string | undefined {
    if (!this.checks.has(row)) {
      const site = stackTraceOf(this.source.input, row).findLast((line) => line.row === row);
      this.checks.set(row, site && checkClause(site));
    }
    return this.checks.get(row);
  }

  /** Fields of a row of the trace itself. Indexes are rows of the source tree. */
  ofTraceRow(index: number): Pick<FrameRow, 'step' | 'limitation' | 'viaIR' | 'gasUsed'> {
    const { source, trace, replayed } = this.parts;
    const row = rowIndex(source.row[index]);
    const step = source.step[index];
    const kind = trace.rows.kind[row];
    const limitation = isFrameKind(kind) ? this.source.limitationOf(row) : '';
    return {
      // The transaction's entry is called by nobody: it begins with the first step.
      ...((step >= 0 || (row === 0 && replayed.replay.steps.length > 0)) && { step: Math.max(0, step) }),
      ...(limitation !== '' && { limitation }),
      ...(limitation !== '' && this.source.sources.sourceOf(row)?.compilation.viaIR && { viaIR: true }),
      ...(kind === RowKind.log &&
        step >= 0 &&
        !replayed.replay.isOfProtocol(row) && { gasUsed: replayed.replay.steps.cost(stepIndex(step)) }),
    };
  }

  /** The account that the code of a frame runs as. */
  selfOf(row: RowIndex): Address | undefined {
    return this.parts.replayed.replay.calledAt(row);
  }

  private get parts() {
    return { source: this.source.tree, trace: this.source.trace, replayed: this.source.replayed };
  }

  /** View of a row of the sources; undefined for any other row. */
  inside(index: number): InsideView | undefined {
    const { source } = this.parts;
    if (index < 0 || isOwn(source, index)) return undefined;
    return source.kind[index] === RowKind.internal ? this.internal(index) : this.access(index);
  }

  private internal(index: number): InternalView {
    const { source } = this.parts;
    const { entry, compilation, endStep } = this.source.internalCall(index);
    const row = rowIndex(source.row[index]);
    const place = this.source.placeOf(row, entry.range);
    const read = this.values.get(index);
    const { parameters } = functionVariables(compilation, entry);
    const role = roleOf(entry, compilation);
    const limitation = this.source.limitationOf(row);
    return {
      kind: RowKind.internal,
      step: source.step[index] + 1,
      functionName: { text: functionName(entry), origin: this.source.sources.originOf(compilation) },
      contract: contractOf(entry, compilation),
      ...(role && { role }),
      ...(place && { place }),
      open: endStep < 0,
      ...(limitation !== '' && { limitation }),
      ...(read ?? {
        inputs: parameters.map(({ name, type }, at) => unread(name || `arg${at}`, type.name)),
        unread: true,
      }),
    };
  }

  private access(index: number): AccessView {
    const { source, replayed } = this.parts;
    const { accesses, steps } = replayed.replay;
    const { slot, transient, values } = this.source.accessFields(index);
    const { before, after } = accesses.wordsAt(source.subject[index]);
    const step = source.step[index];
    return {
      kind: source.kind[index] === RowKind.storageWrite ? RowKind.storageWrite : RowKind.storageRead,
      step,
      gasUsed: steps.cost(stepIndex(step)),
      access: {
        slot: (slot ?? '0x') as Hex,
        transient: transient ?? false,
        before: wordHex(before),
        after: wordHex(after),
        values: values ?? [],
      },
    };
  }

  /** Reads what an internal call was given and gave back; undefined of any other row. Seeks two steps the first time. */
  readValues(index: number): Omit<RowValues, 'row'> | undefined {
    const { source } = this.parts;
    if (source.kind[index] !== RowKind.internal) return undefined;
    const known = this.values.get(index);
    if (known) return known;
    const { arguments: inputs, returns: outputs, gasUsed } = this.source.valuesOf(this.source.internalCall(index));
    const read = { ...(inputs && { inputs }), ...(outputs && { outputs }), ...(gasUsed !== undefined && { gasUsed }) };
    if (this.values.size >= KEPT) this.values.clear();
    this.values.set(index, read);
    return read;
  }

  /** Returns the fields of a row that only its details show. */
  detail(index: number): Partial<Pick<RowDetail, 'inputs' | 'outputs' | 'gasUsed' | 'site' | 'siteless'>> {
    if (index < 0) return {};
    const site = this.siteOf(index);
    return { ...this.readValues(index), ...(site ? { site } : { siteless: this.siteless(index) }) };
  }

  /**
   * Why a row has no place in the source. The code in question is that which called, emitted or accessed; for the
   * root, its own.
   */
  private siteless(index: number): Siteless {
    const { source, trace, replayed } = this.parts;
    const step = source.step[index];
    const row = rowIndex(step < 0 ? source.row[index] : replayed.replay.steps.frame(stepIndex(step)));
    if (this.source.sources.sourceOf(row)) return { kind: 'generated' };
    const address = trace.addresses[trace.rows.to[row]];
    const failure = this.source.sources.found.find((one) => one.address === address)?.failure;
    return failure ? { kind: 'failed', address, reason: failure.message } : { kind: 'unverified', address };
  }

  private siteOf(index: number): RowDetail['site'] {
    const { source, trace } = this.parts;
    const row = rowIndex(source.row[index]);
    if (source.kind[index] === RowKind.internal) {
      const { entry } = this.source.internalCall(index);
      return this.source.placeOf(row, entry.range);
    }
    const failed = isOwn(source, index) && (trace.rows.flags[row] & RowFlag.failed) !== 0;
    const failure = failed ? this.source.failureOf(row) : undefined;
    if (failure) return failure;
    if (source.step[index] >= 0) return this.source.siteOf(source.step[index]);
    // Nothing called the transaction's entry: it stands at its function.
    const entry = index + 1 < source.length && source.kind[index + 1] === RowKind.internal ? index + 1 : -1;
    return entry < 0 ? undefined : this.source.placeOf(row, this.source.internalCall(entry).entry.range);
  }
}

function unread(name: string, type: string): Decoded {
  return { name, type, kind: 'bytes', text: '', length: 0 };
}

function contractOf({ contract }: SourceFunction, { declarations }: Compilation): string {
  const name = declarations.get(contract)?.name;
  return typeof name === 'string' ? name : '';
}

function roleOf({ kind, contract }: SourceFunction, { declarations }: Compilation): InternalCallRow['role'] {
  if (kind === 'constructor' || kind === 'modifier') return kind;
  if (kind === 'free') return 'free function';
  return declarations.get(contract)?.contractKind === 'library' ? 'library' : undefined;
}
