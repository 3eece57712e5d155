/**
 * Where execution comes to a statement: the steps at which a reader of the
 * source stops, in one pass over the step columns.
 *
 *     step  call         statement
 *      120  swap()       uint a = x;
 *      131  swap()       b = twice(a);
 *      140    twice()    return a + a;
 *      171  swap()       emit Swapped(b);
 *
 * A statement that goes on after a call of its own is no new stop. A function
 * comes to its closing brace when its last statement is done: at the first
 * instruction behind it whose place is the function as a whole, or in optimised
 * code at one without a place that clears the stack, else where it is left.
 *
 * An optimizer mixes the instructions of neighbouring statements. Nothing runs
 * twice without a jump, so each statement counts once between two jumps. The
 * optimizer also merges equal code: where a jump leads to code of another
 * function than the one that runs, that code is shared and is no statement.
 * The compiler's own functions are jumped into like any other, and the code in
 * them is no statement either.
 *
 * Where a condition is there for a `break` alone, its jump is that of the
 * `break`, which is come to when the jump is made.
 */

import { stepIndex } from '../../evm/recording/steps';
import * as Op from '../../evm/rules/opcode-bytes';
import { isCreateKind } from '../../trace/frame-kind';
import { RowKind, rowIndex } from '../../trace/rows';
import { nodeIn } from '../compiled/ast';
import { type CodeMap, jumpAt } from '../compiled/code-map';
import type { Compilation } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import { Jump } from '../compiled/source-map';
import type { SourceTree, TreeInput } from '../source-tree';
import { PLACEHOLDER, type Statement, statementsOf, statementTable } from './statements';

export type SourceStops = {
  length: number;
  /** StepIndex, ascending. */
  step: Uint32Array;
  /** Index into `statements`. */
  statement: Uint32Array;
  /** Row of the source tree that runs: an internal call, or a frame. */
  call: Uint32Array;
  /** 1 where the line is come to: the stop before in the same call was on another line, or the same statement begins anew. */
  arrives: Uint8Array;
  statements: readonly (Statement & { compilation: Compilation })[];
};

/** A call that runs. */
type Open = {
  /** Row of the source tree. */
  row: number;
  endStep: number;
  /** The last statement, index + 1 as in the table; 0 before the first. */
  statement: number;
  /** pc of its first instruction. */
  pc: number;
  line: number;
  /** Statements met since the last JUMPDEST. */
  inBlock: number[];
  /** The function that runs, where the optimizer may have merged code of others into it. */
  strict: SourceFunction | undefined;
  /** Whether a jump was made since the last statement that counts. */
  jumped: boolean;
  /** Functions of the compiler's own that are entered, and the step at which the first was. */
  helpers: number;
  helpersSince: number;
  /** The first step since the last instruction of a statement that is of the function as a whole, -1 before it. */
  leaving: number;
  /** Whether nothing was jumped to since the last instruction of a statement. */
  straight: boolean;
};

/** A stop at a closing brace; calls are left later than they come to it. */
type Closing = { step: number; statement: number; call: number; arrives: number };

type Frame = { table: Int32Array | undefined; code: CodeMap | undefined; first: number; open: Open[] };

/** Statements that only jump; a return does where it returns nothing. */
const LEAVING = new Set(['Break', 'Continue', 'Return', 'YulBreak', 'YulContinue', 'YulLeave']);

/** A helper that ran so long was left in a way that was not seen. */
const MAX_HELPER_STEPS = 5_000;

export class SourceStopsBuilder {
  private readonly steps: number[] = [];
  private readonly statement: number[] = [];
  private readonly call: number[] = [];
  private readonly arrives: number[] = [];
  private readonly statements: (Statement & { compilation: Compilation })[] = [];
  private readonly closings: Closing[] = [];
  /** Index of a compilation's first statement among all. */
  private readonly first = new Map<Compilation, number>();
  private readonly frames = new Map<number, Frame>();
  /** Rows of internal calls, and of frames by their row in the trace. */
  private readonly internal: number[] = [];
  private readonly rowOfFrame: Int32Array;
  private nextInternal = 0;
  private step = 0;
  private stay = 0;

  constructor(
    private readonly input: TreeInput,
    private readonly tree: SourceTree,
  ) {
    this.rowOfFrame = new Int32Array(input.trace.rows.length);
    for (let row = 0; row < tree.length; row++)
      if (tree.kind[row] === RowKind.internal) this.internal.push(row);
      else if (tree.kind[row] <= RowKind.create2) this.rowOfFrame[tree.row[row]] = row;
  }

  /** Looks at about `budget` steps more, and says whether all are done. */
  run(budget: number): boolean {
    const { steps } = this.input;
    const { stayStart, stayFrame } = steps;
    const until = this.step + budget;
    while (this.stay < stayStart.length && this.step < until) {
      const end = this.stay + 1 < stayStart.length ? stayStart[this.stay + 1] : steps.length;
      const frame = this.frameOf(stayFrame[this.stay]);
      const last = Math.min(end, until);
      for (let step = Math.max(this.step, stayStart[this.stay]); step < last; ) {
        const pcs = steps.pcsFrom(stepIndex(step)).subarray(0, last - step);
        if (frame.table !== undefined && frame.code) this.follow(frame, frame.table, frame.code, step, pcs);
        step += pcs.length;
      }
      this.step = last;
      if (last === end) this.stay++;
    }
    return this.stay >= stayStart.length;
  }

  stops(): SourceStops {
    const { steps, statement, call, arrives, statements } = this;
    // What was still open when its frame ended came to its brace as well, where code of the whole function ran.
    const last = [...this.frames.values()].flatMap((frame) =>
      frame.open.flatMap((open) => (open.endStep < 0 ? this.closingOf(frame, open) : [])),
    );
    const at = new Set(steps);
    const closings = [...this.closings, ...last].filter(({ step }) => !at.has(step)).sort((a, b) => a.step - b.step);
    const length = steps.length + closings.length;
    const stops = {
      length,
      step: new Uint32Array(length),
      statement: new Uint32Array(length),
      call: new Uint32Array(length),
      arrives: new Uint8Array(length),
      statements,
    };
    for (let index = 0, own = 0, closed = 0; index < length; index++) {
      const isClosing = own === steps.length || closings[closed]?.step < steps[own];
      const stop = isClosing
        ? closings[closed++]
        : { step: steps[own], statement: statement[own], call: call[own], arrives: arrives[own++] };
      stops.step[index] = stop.step;
      stops.statement[index] = stop.statement;
      stops.call[index] = stop.call;
      stops.arrives[index] = stop.arrives;
    }
    return stops;
  }

  /** The stop at the brace of the function or modifier that the call's last statement is in; none where nothing led to it. */
  private closingOf(frame: Frame, open: Open): Closing[] {
    const step = open.leaving >= 0 ? open.leaving : open.endStep;
    if (step < 0 || open.statement === 0) return [];
    const { function: holder, compilation } = this.statements[frame.first + open.statement - 1];
    const brace = holder && statementsOf(compilation).closing.get(holder.id);
    if (brace === undefined) return [];
    const statement = frame.first + brace;
    return [{ step, statement, call: open.row, arrives: this.statements[statement].line === open.line ? 0 : 1 }];
  }

  private frameOf(row: number): Frame {
    const known = this.frames.get(row);
    if (known) return known;
    const { trace, sourceOf } = this.input;
    const source = sourceOf(rowIndex(row));
    const code = source && (isCreateKind(trace.rows.kind[row]) ? source.contract.creation : source.contract.runtime);
    const frame: Frame = {
      table: code && source && statementTable(source.compilation, code),
      code,
      first: source ? this.firstOf(source.compilation) : 0,
      open: [opened(this.rowOfFrame[row], -1, undefined)],
    };
    this.frames.set(row, frame);
    return frame;
  }

  private firstOf(compilation: Compilation): number {
    let first = this.first.get(compilation);
    if (first === undefined) {
      first = this.statements.length;
      for (const statement of statementsOf(compilation).all) this.statements.push({ ...statement, compilation });
      this.first.set(compilation, first);
    }
    return first;
  }

  private follow(frame: Frame, table: Int32Array, code: CodeMap, start: number, pcs: Uint32Array): void {
    const { internal, tree } = this;
    const { bytes } = code;
    const { open } = frame;
    let entering = tree.step[internal[this.nextInternal]] ?? Number.POSITIVE_INFINITY;
    let top = open[open.length - 1];
    for (let at = 0; at < pcs.length; at++) {
      const step = start + at;
      while (top.endStep >= 0 && step > top.endStep && open.length > 1) {
        this.closings.push(...this.closingOf(frame, top));
        open.pop();
        top = open[open.length - 1];
      }
      while (step > entering) {
        const row = internal[this.nextInternal++];
        const { compilation, entry } = tree.functions[tree.subject[row]];
        const isStrict = compilation.optimized && !compilation.viaIR;
        top.leaving = -1;
        top = opened(row, tree.endStep[row], isStrict ? entry : undefined);
        open.push(top);
        entering = tree.step[internal[this.nextInternal]] ?? Number.POSITIVE_INFINITY;
      }
      const pc = pcs[at];
      const statement = table[pc];
      if (bytes[pc] === Op.JUMPDEST) {
        if (top.inBlock.length > 0) top.inBlock = [];
        top.straight = false;
        top.jumped ||= at === 0 || pcs[at - 1] !== pc - 1;
      }
      if (bytes[pc] === Op.JUMP && top.strict !== undefined) followHelpers(top, jumpAt(code, pc), step, entering);
      if (statement === 0 || statement === undefined) {
        if (top.straight && top.strict && top.leaving < 0 && bytes[pc] === Op.POP) top.leaving = step;
        continue;
      }
      if (statement < 0) {
        if (top.leaving < 0 && this.isLeaving(frame, top, statement)) top.leaving = step;
        continue;
      }
      if ((statement !== top.statement || pc === top.pc) && this.isPassed(frame, statement, step)) continue;
      if (statement !== top.statement && (isHelping(top, step) || this.isMerged(frame, top, statement))) {
        top.leaving = -1;
        continue;
      }
      if (top.leaving >= 0) this.goOn(frame, top, statement);
      top.straight = true;
      top.jumped = false;
      const { inBlock } = top;
      if (statement === top.statement ? pc === top.pc : !inBlock.includes(statement))
        this.add(frame, top, statement, step, pc);
      else if (inBlock[inBlock.length - 1] !== statement) inBlock.push(statement);
    }
  }

  /** Whether the statement only leaves what is around it, by a jump of its condition that is not made. */
  private isPassed({ first, code }: Frame, statement: number, step: number): boolean {
    const { steps } = this.input;
    const { node } = this.statements[first + statement - 1];
    if (!LEAVING.has(node.nodeType) || nodeIn(node, 'expression')) return false;
    for (let at = step; at < Math.min(step + 2, steps.length - 1); at++) {
      const pc = steps.pc(stepIndex(at));
      if (code?.bytes[pc] === Op.JUMPI) return steps.pc(stepIndex(at + 1)) === pc + 1;
    }
    return false;
  }

  /** Whether the last statement of the function, or of the modifier around it, is done. */
  private isLeaving({ first }: Frame, { statement }: Open, place: number): boolean {
    if (statement === 0) return false;
    return place !== PLACEHOLDER || this.statements[first + statement - 1].function?.kind !== 'modifier';
  }

  /** A statement runs where the function seemed to be left: it has not come to its brace, unless a modifier around it goes on. */
  private goOn(frame: Frame, call: Open, statement: number): void {
    const last = this.statements[frame.first + call.statement - 1].function;
    const now = this.statements[frame.first + statement - 1].function;
    if (last !== now && last?.kind !== 'modifier') this.closings.push(...this.closingOf(frame, call));
    call.leaving = -1;
  }

  private isMerged({ first }: Frame, { strict, jumped }: Open, statement: number): boolean {
    if (strict === undefined || !jumped) return false;
    const { function: owner } = this.statements[first + statement - 1];
    return owner !== undefined && owner.kind !== 'modifier' && owner.id !== strict.id;
  }

  private add(frame: Frame, call: Open, statement: number, step: number, pc: number): void {
    const index = frame.first + statement - 1;
    const { line } = this.statements[index];
    this.steps.push(step);
    this.statement.push(index);
    this.call.push(call.row);
    this.arrives.push(line !== call.line || statement === call.statement ? 1 : 0);
    call.statement = statement;
    call.pc = pc;
    call.line = line;
    call.inBlock.push(statement);
  }
}

function opened(row: number, endStep: number, strict: SourceFunction | undefined): Open {
  return {
    row,
    endStep,
    statement: 0,
    pc: -1,
    line: 0,
    inBlock: [],
    strict,
    jumped: false,
    helpers: 0,
    helpersSince: 0,
    leaving: -1,
    straight: false,
  };
}

/** A jump into a function that has no row is one into the compiler's own. */
function followHelpers(call: Open, jump: Jump, step: number, entering: number): void {
  if (jump === Jump.into && entering !== step) {
    if (call.helpers++ === 0) call.helpersSince = step;
  } else if (jump === Jump.outOf && call.helpers > 0) call.helpers--;
}

function isHelping(call: Open, step: number): boolean {
  if (call.helpers > 0 && step - call.helpersSince > MAX_HELPER_STEPS) call.helpers = 0;
  return call.helpers > 0;
}
