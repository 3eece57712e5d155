/**
 * The call tree with what happened inside of its frames: internal calls and
 * storage accesses, as rows among the frames, logs and selfdestructs of the trace.
 *
 *     row  kind          subject
 *      0   call          trace row 0         Vault.deposit
 *      1     internal    function            _check
 *      2       read      slot                balances[0xabc…]
 *      3     write       slot
 *      4     call        trace row 1         Token.transferFrom
 *
 * One pass over the step columns (frame-calls.ts says how internal calls are
 * told). Modifiers have no row of their own but in code made via IR, inlined
 * functions and generated code have none. Calls that are open when their frame
 * ends ended with it.
 */
import { type StepColumns, stepIndex } from '../evm/recording/steps';
import type { AccessColumns } from '../replay/accesses';
import { depthIdOf } from '../trace/depth-id';
import { isCreateKind } from '../trace/frame-kind';
import { type RowIndex, RowKind, rowIndex, type Trace } from '../trace/rows';
import type { CodeMap } from './compiled/code-map';
import { bareTable, type CodeTable, OpRole, sourceTable } from './compiled/code-table';
import type { Compilation } from './compiled/compilation';
import type { SourceFunction } from './compiled/functions';
import { FrameCalls, NO_LABEL, type OpenCall } from './frame-calls';
import type { CodeSource } from './frame-in-source';
import { TreeColumns } from './tree-columns';

/** A function that internal calls are of, and the stack items that its code takes and leaves. */
export type CalledFunction = {
  compilation: Compilation;
  entry: SourceFunction;
  parameterSlots: number;
  returnSlots: number;
};

export type SourceTree = {
  /** Rows in the order they were entered, so parents come first. */
  length: number;
  kind: Uint8Array; // RowKind
  parent: Int32Array; // row of this tree, -1 for the root
  subtreeEnd: Int32Array; // row of this tree, one past the last descendant
  depth: Uint16Array; // 0 for the root
  /** Row of the trace: the row itself, or the frame that an internal call or an access belongs to. */
  row: Int32Array; // RowIndex
  /** Step that entered it (the jump, the call) or that accessed the slot; -1 for the root and for rows of frames without code. */
  step: Int32Array; // StepIndex
  /** Internal calls: the step that left it, -1 when its frame ended in it. Elsewhere -1. */
  endStep: Int32Array; // StepIndex
  /** Internal calls: index into `functions`. Accesses: index into the trace's accesses. Elsewhere -1. */
  subject: Int32Array;
  /** Internal calls: index of the return label on the frame's stack, right below the arguments; -1 at its bottom. Elsewhere -1. */
  label: Int16Array;
  /** Internal calls: how many the frame made before; accesses: how many of them it made before. Elsewhere -1. */
  ordinal: Int32Array;
  functions: readonly CalledFunction[];
};

/**
 * Returns the depth id of a row: of a frame or a log that of the trace; an
 * internal call and an access are named after their frame, `0.2.i3` being the
 * fourth internal call that `0.2` made, `0.2.s0` its first access to storage.
 */
export function sourceDepthIdOf(trace: Trace, tree: SourceTree, index: number): string {
  const id = depthIdOf(trace, rowIndex(tree.row[index]));
  if (tree.ordinal[index] < 0) return id;
  return `${id}.${tree.kind[index] === RowKind.internal ? 'i' : 's'}${tree.ordinal[index]}`;
}

export type TreeInput = {
  trace: Trace;
  steps: StepColumns;
  accesses: AccessColumns;
  sourceOf(row: RowIndex): CodeSource | undefined;
  /** The code the frame at `row` ran; not asked for creations. */
  codeOf(row: RowIndex): Uint8Array | undefined;
  /** Whether the row is a log that no instruction emitted: of ether that moves (EIP-7708), or of a fee. Absent where none is. */
  isOfProtocol?(row: RowIndex): boolean;
};

/** What the decoder knows of a frame. */
type FrameState = {
  table: CodeTable;
  /** Index of the code's first function among all. */
  firstFunction: number;
  /** Row of this tree. */
  row: number;
  internalCalls: number;
  accesses: number;
  /** While it runs, and its source is known. */
  calls: FrameCalls | undefined;
};

type KnownCode = Pick<FrameState, 'table' | 'firstFunction'>;

export class SourceTreeBuilder {
  private readonly columns = new TreeColumns();
  private readonly functions: CalledFunction[] = [];
  private readonly frames = new Map<number, FrameState>();
  private readonly known = new Map<CodeMap | Uint8Array, KnownCode>();
  /** Rows of the frames that run, outermost first. */
  private readonly running: number[] = [];
  private step = 0;
  private stay = 0;
  private nextRow = 0;
  private nextAccess = 0;

  constructor(private readonly input: TreeInput) {}

  /** Decodes at least `budget` steps more where there are, and says whether all are done. */
  run(budget: number): boolean {
    const { steps } = this.input;
    const { stayStart, stayFrame } = steps;
    const until = this.step + budget;
    while (this.stay < stayStart.length && this.step < until) {
      const end = this.stay + 1 < stayStart.length ? stayStart[this.stay + 1] : steps.length;
      const row = stayFrame[this.stay];
      this.emitRowsUntil(row);
      this.endFramesBefore(row);
      const frame = this.frames.get(row) as FrameState;
      const last = Math.min(end, until);
      const first = Math.max(this.step, stayStart[this.stay]);
      this.decode(frame, row, first, last);
      this.step = last;
      if (last === end) this.stay++;
    }
    if (this.stay < stayStart.length) return false;
    this.emitRowsUntil(this.input.trace.rows.length - 1);
    return true;
  }

  /** Rows so far; subtrees that are still open end at the last of them. Linear in the rows. */
  tree(): SourceTree {
    return { ...this.columns.finish(), functions: this.functions };
  }

  /** Steps [start, end), which lie together in the columns or not. */
  private decode(frame: FrameState, row: number, start: number, end: number): void {
    for (let step = start; step < end; ) {
      const pcs = this.input.steps.pcsFrom(stepIndex(step)).subarray(0, end - step);
      if (frame.calls) this.follow(frame, frame.calls, row, step, pcs);
      else this.scan(frame, row, step, pcs);
      step += pcs.length;
    }
  }

  /** Steps of code with a source, from `start` on. */
  private follow(frame: FrameState, calls: FrameCalls, row: number, start: number, pcs: Uint32Array): void {
    const { op: ops, bodyAt } = frame.table;
    for (let at = calls.advance(pcs, 0); at < pcs.length; at = calls.advance(pcs, at)) {
      const pc = pcs[at];
      const step = start + at;
      if (bodyAt !== undefined && bodyAt[pc] !== 0 && bodyAt[pc] !== calls.body) {
        calls.body = bodyAt[pc];
        const constructed = calls.constructed(calls.body);
        if (constructed) this.enter(frame, calls, constructed, row, step);
        // The instruction itself is still to be followed.
        continue;
      }
      const op = ops[pc];
      if (op === OpRole.access) this.emitAccesses(frame, row, step);
      else if (op === OpRole.row) this.emitCalled(row, step);
      else if (calls.height < 0 || calls.height > 1024) {
        // Not the code that ran: nothing more is said of its inside.
        frame.calls = undefined;
        this.scan(frame, row, step, pcs.subarray(at));
        return;
      } else this.arrive(frame, calls, row, step, pc);
      calls.pass(pc);
      at++;
    }
  }

  /** Leaves functions or enters one, at a JUMPDEST. */
  private arrive(frame: FrameState, calls: FrameCalls, row: number, step: number, pc: number): void {
    const { columns } = this;
    if (calls.lastOp === OpRole.jump)
      for (let left = calls.left(pc); left !== undefined; left = calls.left(pc)) columns.endStep[left.row] = step - 1;
    const entered = calls.entered(pc);
    if (entered !== undefined) this.enter(frame, calls, entered, row, step);
  }

  private enter(frame: FrameState, calls: FrameCalls, call: OpenCall, row: number, step: number): void {
    const { columns } = this;
    // A constructor ends where that of the next contract begins.
    if (call.returnTo === NO_LABEL)
      while (calls.innermost?.returnTo === NO_LABEL) columns.endStep[calls.pop()?.row ?? 0] = step - 1;
    call.row = columns.add(RowKind.internal, innermost(frame), row, step - 1, frame.firstFunction + call.number);
    columns.label[call.row] = call.label;
    columns.ordinal[call.row] = frame.internalCalls++;
    calls.push(call);
  }

  /** Steps of code without a source, from `start` on: only what makes rows. */
  private scan(frame: FrameState, row: number, start: number, pcs: Uint32Array): void {
    const { op: ops } = frame.table;
    for (let at = 0; at < pcs.length; at++) {
      const op = ops[pcs[at]];
      if (op === OpRole.access) this.emitAccesses(frame, row, start + at);
      else if (op === OpRole.row) this.emitCalled(row, start + at);
    }
  }

  private emitAccesses(frame: FrameState, row: number, step: number): void {
    const { accesses } = this.input;
    while (this.nextAccess < accesses.length) {
      const at = accesses.stepAt(this.nextAccess);
      if (at > step) return;
      if (at === step) {
        const kind = accesses.isWrite(this.nextAccess) ? RowKind.storageWrite : RowKind.storageRead;
        const added = this.columns.add(kind, innermost(frame), row, step, this.nextAccess);
        this.columns.ordinal[added] = frame.accesses++;
      }
      this.nextAccess++;
    }
  }

  private emitCalled(row: number, step: number): void {
    const { rows } = this.input.trace;
    if (this.nextRow < rows.length && rows.parent[this.nextRow] === row) this.emitRow(step);
  }

  private emitRowsUntil(row: number): void {
    while (this.nextRow <= row) this.emitRow(-1);
  }

  /** The next row, and the logs of the ether that moved with it, which no instruction is for. */
  private emitRow(step: number): void {
    this.addRow(step);
    while (this.input.isOfProtocol?.(rowIndex(this.nextRow))) this.addRow(step);
  }

  private addRow(step: number): void {
    const { rows } = this.input.trace;
    const row = this.nextRow++;
    const holder = rows.parent[row] < 0 ? undefined : this.frames.get(rows.parent[row]);
    const parent = holder ? innermost(holder) : -1;
    const at = this.columns.add(rows.kind[row], parent, row, step, -1);
    if (rows.kind[row] > RowKind.create2) return;
    const source = this.input.sourceOf(rowIndex(row));
    const known = this.codeOf(rowIndex(row), source);
    this.frames.set(row, { ...known, row: at, internalCalls: 0, accesses: 0, calls: undefined });
    const { entries } = known.table;
    const frame = this.frames.get(row);
    if (frame && source && entries.length > 0)
      frame.calls = new FrameCalls(known.table, outermostFunctions(this.input.trace, row, source));
  }

  /** Frames that are over need no stack any more. */
  private endFramesBefore(row: number): void {
    const { running } = this;
    const { subtreeEnd } = this.input.trace.rows;
    const isOver = (last: number) => last > row || row >= subtreeEnd[last];
    for (let last = running.at(-1); last !== undefined && isOver(last); last = running.at(-1)) {
      const frame = this.frames.get(last);
      if (frame) frame.calls = undefined;
      running.pop();
    }
    if (running.at(-1) !== row) running.push(row);
  }

  private codeOf(row: RowIndex, source: CodeSource | undefined): KnownCode {
    const { trace, codeOf } = this.input;
    const isCreate = isCreateKind(trace.rows.kind[row]);
    const code = source && (isCreate ? source.contract.creation : source.contract.runtime);
    const bytes = code ?? (isCreate ? initCode(trace, row) : codeOf(row)) ?? NOTHING;
    const known = this.known.get(bytes);
    if (known) return known;
    const table = code && source ? sourceTable(source.compilation, code, isCreate) : bareTable(bytes as Uint8Array);
    const made = { table, firstFunction: this.functions.length };
    for (const { function: entry, parameterSlots, returnSlots } of table.entries)
      if (source) this.functions.push({ compilation: source.compilation, entry, parameterSlots, returnSlots });
    this.known.set(bytes, made);
    return made;
  }
}

const NOTHING = new Uint8Array(0);

/** Returns the functions that a frame can begin with: the one selected, fallback and receive. */
export function outermostFunctions(
  { rows, payload }: Trace,
  row: number,
  { contract }: CodeSource,
): Set<SourceFunction> {
  const input = payload.subarray(rows.inputStart[row], rows.inputStart[row] + Math.min(4, rows.inputLength[row]));
  const selector = Array.from(input, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const selected = contract.selectors.get(selector);
  return new Set([selected, contract.fallback, contract.receive].filter((entry) => entry !== undefined));
}

/** The row that what happens now in the frame belongs below. */
function innermost(frame: FrameState): number {
  return frame.calls?.innermost?.row ?? frame.row;
}

function initCode({ rows, payload }: Trace, row: number): Uint8Array {
  return payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
}
