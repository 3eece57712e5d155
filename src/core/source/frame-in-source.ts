/**
 * One call frame with the source it ran: what each rule of the stack trace
 * asks about it.
 */
import { type DecodedRevert, decodeRevert } from '../abi/decode';
import type { StepColumns } from '../evm/recording/steps';
import { isCreateKind } from '../trace/frame-kind';
import { type RowIndex, RowKind, rowIndex, type Trace } from '../trace/rows';
import { type CodeMap, instructionAt, jumpAt } from './compiled/code-map';
import type { Compilation, SourceContract } from './compiled/compilation';
import { functionContaining, type SourceFunction } from './compiled/functions';
import { contains, lineAt, type SourceRange, sameRange } from './compiled/source-file';
import type { Jump } from './compiled/source-map';
import { type FrameSteps, stepsOfFrame } from './frame-steps';

/** The source of a code: its contract, and the compilation the contract is of. */
export type CodeSource = { compilation: Compilation; contract: SourceContract };

/** An executed trace, with the sources of what its frames ran. */
export type SourcedTrace = {
  trace: Trace;
  steps: StepColumns;
  /** The source of the frame's code, undefined where it is not known. */
  sourceOf(row: RowIndex): CodeSource | undefined;
};

export class FrameInSource {
  readonly isCreate: boolean;
  readonly code: CodeMap;
  readonly steps: FrameSteps;
  readonly output: Uint8Array;
  readonly input: Uint8Array;
  readonly compilation: Compilation;
  readonly contract: SourceContract;
  /** What `revertData` holds by the contract's ABI. */
  readonly revert: DecodedRevert | undefined;

  private constructor(
    readonly trace: Trace,
    steps: StepColumns,
    readonly row: number,
    source: CodeSource,
    code: CodeMap,
  ) {
    const { rows, payload } = trace;
    this.compilation = source.compilation;
    this.contract = source.contract;
    this.code = code;
    this.isCreate = isCreateKind(rows.kind[row]);
    this.steps = stepsOfFrame(trace, steps, row, code.bytes);
    this.output = payload.subarray(rows.outputStart[row], rows.outputStart[row] + rows.outputLength[row]);
    this.input = payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
    const abis = [source.contract, ...source.compilation.contracts].map(({ abiIndex }) => abiIndex);
    this.revert = decodeRevert(abis, this.output, 2_000);
  }

  /** The frame at `row`, undefined when its source is not known. */
  static of({ trace, steps, sourceOf }: SourcedTrace, row: number): FrameInSource | undefined {
    const source = sourceOf(rowIndex(row));
    if (source === undefined) return undefined;
    const code = isCreateKind(trace.rows.kind[row]) ? source.contract.creation : source.contract.runtime;
    return code && new FrameInSource(trace, steps, row, source, code);
  }

  /** Steps of this frame. */
  get length(): number {
    return this.steps.length;
  }

  opcode(at: number): number {
    return this.code.bytes[this.steps.pc[at]] ?? 0;
  }

  jump(at: number): Jump {
    return jumpAt(this.code, this.steps.pc[at]);
  }

  /** Where the instruction at position `at` comes from, undefined when from no source. */
  range(at: number): SourceRange | undefined {
    return this.rangeOfInstruction(instructionAt(this.code, this.steps.pc[at]));
  }

  rangeOfInstruction(index: number): SourceRange | undefined {
    const { map } = this.code;
    if (index < 0 || index >= map.length) return undefined;
    const file = map.file[index];
    if (!this.compilation.files.has(file)) return undefined;
    return { file, start: map.start[index], length: map.size[index] };
  }

  functionAt(at: number): SourceFunction | undefined {
    const range = this.range(at);
    return range && functionContaining(this.compilation.functions, range);
  }

  functionOf(range: SourceRange): SourceFunction | undefined {
    return functionContaining(this.compilation.functions, range);
  }

  lineOf(range: SourceRange): number {
    const file = this.compilation.files.get(range.file);
    return file ? lineAt(file, range.start) : 0;
  }

  pathOf(range: SourceRange): string {
    return this.compilation.files.get(range.file)?.path ?? '';
  }

  /** The last position whose instruction lies in a function, -1 without one. */
  lastInFunction(): number {
    for (let at = this.length - 1; at >= 0; at--) if (this.functionAt(at)) return at;
    return -1;
  }

  /** The last position whose instruction has a source, -1 without one. */
  lastMapped(): number {
    for (let at = this.length - 1; at >= 0; at--) if (this.range(at)) return at;
    return -1;
  }

  /** Whether all that runs from position `from` on comes from `range` or is generated code, without a further call. */
  staysIn(from: number, range: SourceRange): boolean {
    for (let at = from; at < this.length; at++) {
      const here = this.range(at);
      if (here !== undefined && !sameRange(here, range)) return false;
      if (this.steps.calls.some((call) => call.at === at)) return false;
    }
    return true;
  }

  /** The selector in the calldata, '' when it is shorter. */
  get selector(): string {
    if (this.input.length < 4) return '';
    return Array.from(this.input.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** The function that the calldata's selector reaches. */
  get called(): SourceFunction | undefined {
    return this.isCreate ? undefined : this.contract.selectors.get(this.selector);
  }

  /** Wei sent with the call; a delegate call has the value of the call that made it (EIP-7). */
  get value(): bigint {
    const { rows, words } = this.trace;
    let { row } = this;
    while (row > 0 && rows.kind[row] === RowKind.delegatecall) row = rows.parent[row];
    const word = rows.value[row];
    return word < 0 ? 0n : BigInt(words[word]);
  }

  /** Whether the frame ended by REVERT. */
  get reverted(): boolean {
    return this.error === 'execution reverted';
  }

  get error(): string {
    const text = this.trace.rows.error[this.row];
    return text < 0 ? '' : this.trace.texts[text];
  }

  /** Whether the range is inside the function `outer`. */
  isWithin(outer: SourceFunction | undefined, at: number): boolean {
    const range = this.range(at);
    return outer !== undefined && range !== undefined && contains(outer.range, range);
  }
}
