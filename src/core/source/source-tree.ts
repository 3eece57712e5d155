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
 * One pass over the step columns. A function is entered by a jump of type
 * `into` that lands at its beginning, and left by the jump of type `out` that
 * answers it; jumps into generated code are counted and not shown. Calls that
 * are open when their frame ends failed with it.
 */
import type { AccessColumns } from '../evm/accesses';
import type { StepColumns } from '../evm/steps';
import { isCreateKind } from '../trace/frame-kind';
import { type RowIndex, RowKind, type Trace } from '../trace/rows';
import { Action, bareActions, type CodeActions, sourceActions } from './code-actions';
import type { CodeMap } from './code-map';
import type { Compilation } from './compilation';
import type { SourceFunction } from './functions';
import type { FrameSource } from './source-frame';
import { TreeColumns } from './tree-columns';

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
  functions: readonly { compilation: Compilation; entry: SourceFunction }[];
};

export type TreeInput = {
  trace: Trace;
  steps: StepColumns;
  accesses: AccessColumns;
  sourceOf(row: RowIndex): FrameSource | undefined;
  /** The code the frame at `row` ran; not asked for creations. */
  codeOf(row: RowIndex): Uint8Array | undefined;
};

/** What the decoder knows of a frame while it is open. */
type OpenFrame = {
  actions: CodeActions;
  /** Index of the code's first function among all. */
  firstFunction: number;
  /** Row of this tree. */
  row: number;
  /** For each function entered and not left: its row of this tree, -1 for generated code. */
  calls: number[];
  /** The last step was a jump into a function. */
  entering: number;
};

export class SourceTreeBuilder {
  private readonly columns = new TreeColumns();
  private readonly functions: { compilation: Compilation; entry: SourceFunction }[] = [];
  private readonly frames = new Map<number, OpenFrame>();
  private readonly known = new Map<CodeMap | Uint8Array, { actions: CodeActions; firstFunction: number }>();
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
      const frame = this.frameOf(row);
      const last = Math.min(end, until);
      this.decode(frame, row, Math.max(this.step, stayStart[this.stay]), last);
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

  private decode(frame: OpenFrame, row: number, start: number, end: number): void {
    const { steps, trace } = this.input;
    const { action, entry } = frame.actions;
    const { calls } = frame;
    for (let step = start; step < end; step++) {
      const pc = steps.pc(step as never);
      if (frame.entering >= 0) {
        const index = entry.length > 0 ? entry[pc] : -1;
        calls.push(index < 0 ? -1 : this.enter(frame, row, frame.entering, frame.firstFunction + index));
        frame.entering = -1;
      }
      const what = action[pc];
      if (what === Action.none) continue;
      if (what === Action.into) frame.entering = step;
      else if (what === Action.outOf) {
        const left = calls.pop();
        if (left !== undefined && left >= 0) this.columns.endStep[left] = step;
      } else if (what === Action.access) this.emitAccesses(frame, row, step);
      else if (this.nextRow < trace.rows.length && trace.rows.parent[this.nextRow] === row) this.emitRow(step);
    }
  }

  private enter(frame: OpenFrame, row: number, step: number, subject: number): number {
    return this.columns.add(RowKind.internal, innermost(frame), row, step, subject);
  }

  private emitAccesses(frame: OpenFrame, row: number, step: number): void {
    const { accesses } = this.input;
    while (this.nextAccess < accesses.length) {
      const at = accesses.stepAt(this.nextAccess);
      if (at > step) return;
      if (at === step) {
        const kind = accesses.isWrite(this.nextAccess) ? RowKind.storageWrite : RowKind.storageRead;
        this.columns.add(kind, innermost(frame), row, step, this.nextAccess);
      }
      this.nextAccess++;
    }
  }

  private emitRowsUntil(row: number): void {
    while (this.nextRow <= row) this.emitRow(-1);
  }

  private emitRow(step: number): void {
    const { rows } = this.input.trace;
    const row = this.nextRow++;
    const holder = rows.parent[row] < 0 ? undefined : this.frames.get(rows.parent[row]);
    const parent = holder ? innermost(holder) : -1;
    const at = this.columns.add(rows.kind[row], parent, row, step, -1);
    if (rows.kind[row] > RowKind.create2) return;
    this.frames.set(row, { ...this.actionsOf(row as RowIndex), row: at, calls: [], entering: -1 });
  }

  private frameOf(row: number): OpenFrame {
    return this.frames.get(row) as OpenFrame;
  }

  private actionsOf(row: RowIndex): { actions: CodeActions; firstFunction: number } {
    const { sourceOf, trace, codeOf } = this.input;
    const source = sourceOf(row);
    const isCreate = isCreateKind(trace.rows.kind[row]);
    const code = source && (isCreate ? source.contract.creation : source.contract.runtime);
    const bytes = code ?? (isCreate ? initCode(trace, row) : codeOf(row)) ?? NOTHING;
    const known = this.known.get(bytes);
    if (known) return known;
    const actions =
      code && source ? sourceActions(code, source.compilation.functions) : bareActions(bytes as Uint8Array);
    const made = { actions, firstFunction: this.functions.length };
    if (source) for (const entry of actions.functions) this.functions.push({ compilation: source.compilation, entry });
    this.known.set(bytes, made);
    return made;
  }
}

const NOTHING = new Uint8Array(0);

/** The row that what happens now in the frame belongs below. */
function innermost(frame: OpenFrame): number {
  for (let at = frame.calls.length - 1; at >= 0; at--) if (frame.calls[at] >= 0) return frame.calls[at];
  return frame.row;
}

function initCode({ rows, payload }: Trace, row: number): Uint8Array {
  return payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
}
