/**
 * Where the gas went, by line of source: what the instructions of a line cost
 * themselves, and what was used while the line ran, the functions and contracts
 * it called included.
 *
 * One pass over the step columns beside the rows of the source tree, which say
 * when functions and frames were entered and left. Instructions that come from
 * no line (code the compiler made for it) count to the line that ran before
 * them in their frame; code without a source is one line for each address. Gas
 * that no instruction states counts to the last line of the frame where it
 * halted exceptionally or stored code, and to the line of the call where the
 * callee ran none (a precompile). An instruction that the frame could not pay
 * counts with what was left. So the gas of a frame and of what its lines used
 * is the same, and all lines together used what was executed, before refunds.
 */
import { type StepColumns, stepIndex } from '../evm/recording/steps';
import type { CodeMap } from '../source/compiled/code-map';
import type { Compilation } from '../source/compiled/compilation';
import { lineAt } from '../source/compiled/source-file';
import type { CodeSource } from '../source/frame-in-source';
import type { SourceTree } from '../source/source-tree';
import { isCreateKind } from '../trace/frame-kind';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from '../trace/rows';

export type ProfiledLine = {
  /** Index into the trace's addresses of whose code ran first with this line; -1 where the trace does not say. */
  address: number;
  /** Undefined for code without a source. */
  place: { compilation: Compilation; file: number; line: number } | undefined;
  /** Gas of its own instructions. */
  own: number;
  /** Gas used while it ran, a line that runs within itself counted once. */
  total: number;
  /** Times it was come to from another line or frame. */
  runs: number;
};

export type LineProfileInput = {
  trace: Trace;
  steps: StepColumns;
  tree: SourceTree;
  sourceOf(row: RowIndex): CodeSource | undefined;
};

/** A frame or an internal call that has not ended at a step. */
type Open = {
  /** Line it was called from, -1 for the outermost frame. */
  line: number;
  /** Gas used when the line came to be on the stack; -1 where it was already. */
  since: number;
  /** Row of the frame; of an internal call, -1. */
  frame: number;
  /** Last step of an internal call, -1 when it ends with its frame. */
  endStep: number;
  /** Gas used when it was entered. */
  entered: number;
};

const STEPS_PER_SLICE = 100_000;

/** Call `run` until it says that all is done, then ask for the lines. */
export class LineProfiler {
  private readonly lines: ProfiledLine[] = [];
  private readonly ids = new Map<unknown, Map<string, number>>();
  private readonly tables = new Map<CodeMap, Int32Array>();
  /** For each line, how often it is on the stack. */
  private readonly onStack: number[] = [];
  /** Line that ran last in each frame, by row. */
  private readonly last: Int32Array;
  private readonly stack: Open[] = [];
  /** Rows of the frames among them, outermost first, and which rows those are. */
  private readonly running: number[] = [];
  private readonly isRunning: Uint8Array;
  private readonly frames = new Map<number, { table: Int32Array; code: CodeMap | undefined; fallback: number }>();
  private spent = 0;
  private stay = 0;
  private step = 0;
  private next = 0;

  constructor(private readonly input: LineProfileInput) {
    this.last = new Int32Array(input.trace.rows.length).fill(-1);
    this.isRunning = new Uint8Array(input.trace.rows.length);
  }

  /** Follows at least 100,000 steps more where there are, and says whether all are done. */
  run(): boolean {
    const { stayStart, stayFrame, length } = this.input.steps;
    const until = this.step + STEPS_PER_SLICE;
    while (this.stay < stayStart.length && this.step < until) {
      const end = this.stay + 1 < stayStart.length ? stayStart[this.stay + 1] : length;
      const row = stayFrame[this.stay];
      if (this.step === stayStart[this.stay]) this.come(row);
      const last = Math.min(end, until);
      this.follow(row, this.step, last, end);
      this.step = last;
      if (last === end) this.stay++;
    }
    if (this.stay < stayStart.length) return false;
    while (this.stack.length > 0) this.leave();
    return true;
  }

  /** Returns the lines that used gas, those with the most gas of their own first. */
  profile(): readonly ProfiledLine[] {
    return this.lines.filter(({ total }) => total > 0).sort((a, b) => b.own - a.own);
  }

  /** The next steps run in the frame: entered, or come back to. */
  private come(row: number): void {
    const { running } = this;
    const caller = this.input.trace.rows.parent[row];
    // Internal calls of a frame that is come back to stay open.
    const above = this.isRunning[row] === 1 ? row : caller;
    while (running.length > 0 && running[running.length - 1] !== above) this.leave();
    if (above !== row) this.open(caller < 0 ? -1 : this.last[caller], row, -1);
  }

  private open(line: number, frame: number, endStep: number): void {
    let since = -1;
    if (line >= 0 && this.onStack[line]++ === 0) since = this.spent;
    this.stack.push({ line, since, frame, endStep, entered: this.spent });
    if (frame < 0) return;
    this.running.push(frame);
    this.isRunning[frame] = 1;
  }

  private leave(): void {
    const top = this.stack[this.stack.length - 1];
    if (top.frame >= 0) {
      this.settle(top);
      this.running.pop();
      this.isRunning[top.frame] = 0;
    }
    this.stack.pop();
    if (top.line >= 0 && --this.onStack[top.line] === 0) this.lines[top.line].total += this.spent - top.since;
  }

  /** Gas of a frame that none of its instructions states, and less where it could not pay the price of its last one. */
  private settle({ frame, entered }: Open): void {
    const { rows, spent } = this.input.trace;
    // The gas of the outermost row is the receipt's: less for refunds, or more for its calldata (EIP-7623).
    const used = frame === 0 ? spent?.executed : rows.gasUsed[frame];
    const rest = used === undefined ? 0 : used - (this.spent - entered);
    const line = this.last[frame];
    if (line >= 0 && (rest > 0 || (rows.flags[frame] & RowFlag.failed) !== 0)) this.spend(line, rest);
  }

  private spend(line: number, gas: number): void {
    this.spent += gas;
    this.lines[line].own += gas;
    if (this.onStack[line] === 0) this.lines[line].total += gas;
  }

  /** Steps [start, end) of the frame, whose stay ends at `stayEnd`. */
  private follow(row: number, start: number, end: number, stayEnd: number): void {
    const { steps, tree, trace } = this.input;
    const { kind, step: stepOf, endStep } = tree;
    const { table, code, fallback } = this.frameOf(row);
    let before = this.last[row];
    for (let step = start; step < end; step++) {
      for (let top = this.stack[this.stack.length - 1]; top.frame < 0; top = this.stack[this.stack.length - 1]) {
        if (top.endStep < 0 || top.endStep >= step) break;
        this.leave();
      }
      const pc = steps.pc(stepIndex(step));
      let line = pc < table.length ? table[pc] : -1;
      if (line === UNSEEN && code !== undefined) line = this.lineOf(row, code, table, pc);
      if (line < 0) line = before >= 0 ? before : fallback;
      if (line !== before) this.lines[line].runs++;
      before = line;
      this.last[row] = line;
      let cost = steps.cost(stepIndex(step));
      let entered = -1;
      for (; this.next < tree.length && stepOf[this.next] <= step; this.next++) {
        if (stepOf[this.next] < step) continue;
        if (kind[this.next] === RowKind.internal) entered = this.next;
        else if (kind[this.next] <= RowKind.create2) {
          const child = tree.row[this.next];
          // What a creation hands on is not in its cost; of a call it is, but for costs that are cut to 32 bits.
          if (!isCreateKind(kind[this.next])) cost = Math.max(0, cost - trace.rows.gas[child]);
          // What runs no instruction has no line of its own: precompiles, creations that collide.
          if (step + 1 < stayEnd || steps.stayFrame[this.stay + 1] !== child) cost += trace.rows.gasUsed[child] || 0;
        }
      }
      this.spend(line, cost);
      if (entered >= 0) this.open(line, -1, endStep[entered]);
    }
  }

  private frameOf(row: number) {
    const known = this.frames.get(row);
    if (known) return known;
    const { trace, sourceOf } = this.input;
    const source = sourceOf(rowIndex(row));
    const code = source && (isCreateKind(trace.rows.kind[row]) ? source.contract.creation : source.contract.runtime);
    const address = trace.rows.to[row];
    const own = code && source ? source.contract.range : undefined;
    // What comes before any line is the contract's own.
    const fallback =
      own && source
        ? this.idOf(address, source.compilation, own.file, own.start)
        : this.idFor(this, `${address}`, { address, place: undefined });
    const made = { table: code ? this.tableOf(code) : NO_TABLE, code, fallback };
    this.frames.set(row, made);
    return made;
  }

  private tableOf(code: CodeMap): Int32Array {
    const known = this.tables.get(code);
    if (known) return known;
    const made = new Int32Array(code.bytes.length).fill(UNSEEN);
    this.tables.set(code, made);
    return made;
  }

  /** The line of the instruction at `pc`, -1 for none; remembered in the table. */
  private lineOf(row: number, code: CodeMap, table: Int32Array, pc: number): number {
    const source = this.input.sourceOf(rowIndex(row));
    const index = code.instructionAt[pc] ?? -1;
    const { map } = code;
    const isMapped = index >= 0 && index < map.length && map.file[index] >= 0;
    const line =
      isMapped && source
        ? this.idOf(this.input.trace.rows.to[row], source.compilation, map.file[index], map.start[index])
        : -1;
    table[pc] = line;
    return line;
  }

  /** The line that holds the byte; -1 where the file is none of the compilation's, generated code say. */
  private idOf(address: number, compilation: Compilation, file: number, start: number): number {
    const source = compilation.files.get(file);
    if (source === undefined) return -1;
    const line = lineAt(source, start);
    return this.idFor(compilation, `${file}:${line}`, { address, place: { compilation, file, line } });
  }

  private idFor(group: unknown, key: string, line: Pick<ProfiledLine, 'address' | 'place'>): number {
    const ids = this.ids.get(group) ?? new Map<string, number>();
    this.ids.set(group, ids);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = this.lines.push({ ...line, own: 0, total: 0, runs: 0 }) - 1;
    this.onStack.push(0);
    ids.set(key, id);
    return id;
  }
}

/** In a table: the line of the instruction was not looked up yet. */
const UNSEEN = -2;
const NO_TABLE = new Int32Array(0);
