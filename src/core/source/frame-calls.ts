/**
 * The internal calls of one frame, followed step by step.
 *
 * A call leaves a label on the stack, below the arguments, and jumps; the
 * function ends by a jump to that label with the results in its place:
 *
 *     … label arg0 arg1 | JUMP function        … result0 | JUMPDEST at label
 *
 * Labels are constants of the code, so the pass keeps a stack of its own on
 * which only numbers pushed are known; heights are exact, and a return is
 * recognised whatever an optimizer did to the jumps in between.
 */
import { type CodeTable, type Entry, OpRole } from './compiled/code-table';
import type { SourceFunction } from './compiled/functions';
import { Jump } from './compiled/source-map';

/** An internal call that is not left yet. */
export type OpenCall = {
  /** Row in the tree. */
  row: number;
  entry: Entry;
  /** Index of the entry in the table. */
  number: number;
  /** Index of the return label on the stack: right below the arguments. */
  label: number;
  /** pc of the label, -1 when it is not known, NO_LABEL or NO_RETURN when there is none. */
  returnTo: number;
};

/** Return label of functions that code falls into: constructors, and handlers of old compilers. */
export const NO_LABEL = -2;

/** Return label of functions that never return, and are therefore given no label. */
export const NO_RETURN = -3;

/** A height that no stack has. */
const NOWHERE = -10;

export class FrameCalls {
  readonly open: OpenCall[] = [];
  /** Numbers on the stack, -1 where they are not known. */
  readonly stack = new Int32Array(1_100);
  height = 0;
  /** Height of the stack after the innermost call returned. */
  private returnHeight = NOWHERE;
  /** Body the last instruction was of, as `bodyAt` counts. */
  body = 0;
  /** The step before: what it was, and its jump type. */
  lastOp: number = OpRole.other;
  lastJump: Jump = Jump.regular;
  private jumpPc = -1;

  constructor(
    readonly table: CodeTable,
    /** The function that the calldata selects, and the handlers that take its place. */
    private readonly outermost: ReadonlySet<SourceFunction>,
  ) {}

  /**
   * Follows the stack from the instruction `at` on to the next one that the
   * tree wants to know of, and returns its position, `pcs.length` when there is
   * none: a row, an access, the JUMPDEST where a function may begin or end, the
   * body of a constructor. Small and without calls, because it runs for every step.
   */
  advance(pcs: Uint32Array, at: number): number {
    const { stack, returnHeight, body } = this;
    const { op: ops, operand, value, entryAt, bodyAt } = this.table;
    const { length } = ops;
    let { height, lastOp } = this;
    for (; at < pcs.length; at++) {
      const pc = pcs[at];
      // Past the end of code there is only STOP.
      if (pc >= length) continue;
      const op = ops[pc];
      if (bodyAt !== undefined && bodyAt[pc] !== 0 && bodyAt[pc] !== body) break;
      if (op === OpRole.push) stack[height++] = value[pc];
      else if (op === OpRole.dup) {
        stack[height] = stack[height - operand[pc]];
        height++;
      } else if (op === OpRole.swap) {
        const other = height - 1 - operand[pc];
        const top = stack[height - 1];
        stack[height - 1] = stack[other];
        stack[other] = top;
      } else if (op === OpRole.jump) {
        height--;
        this.lastJump = operand[pc] as Jump;
        this.jumpPc = pc;
      } else if (op === OpRole.jumpdest) {
        const results = height - returnHeight;
        if (entryAt[pc] !== 0 || height < 0 || height > 1024) break;
        if (lastOp === OpRole.jump && (results === 0 || results === 1)) break;
      } else if (op === OpRole.access || op === OpRole.row) break;
      else {
        height += operand[pc];
        if (value[pc] !== 0) stack[height - 1] = -1;
      }
      lastOp = op;
    }
    this.height = height;
    this.lastOp = lastOp;
    return at;
  }

  /** Passes the instruction where `advance` stopped. */
  pass(pc: number): void {
    const { table, stack } = this;
    this.height += table.operand[pc];
    if (table.value[pc] !== 0) stack[this.height - 1] = -1;
    this.lastOp = table.op[pc];
  }

  /** Opens a call, now that it has a row. */
  push(call: OpenCall): void {
    this.open.push(call);
    this.noteReturn();
  }

  /** Takes the innermost call away. */
  pop(): OpenCall | undefined {
    const call = this.open.pop();
    this.noteReturn();
    return call;
  }

  private noteReturn(): void {
    const { innermost } = this;
    this.returnHeight = innermost === undefined ? NOWHERE : innermost.label + innermost.entry.returnSlots;
  }

  /** The function that begins at this JUMPDEST, as it was reached; undefined when none does. */
  entered(pc: number): OpenCall | undefined {
    const number = this.table.entryAt[pc];
    if (number <= 0) return undefined;
    if (this.table.returnsBehindJump) return this.enteredByJump(number);
    const entry = this.table.entries[number - 1];
    const label = this.height - entry.parameterSlots - 1;
    const found = (returnTo: number) => ({ row: -1, entry, number: number - 1, label, returnTo });
    const jumped = this.lastOp === OpRole.jump;
    if (entry.stated) {
      const returnTo = this.returnLabel(number - 1, label);
      return returnTo === undefined ? undefined : found(returnTo);
    }
    const returnTo = jumped && label >= 0 ? this.stack[label] : NO_LABEL;
    if (jumped && this.lastJump === Jump.into) return label >= 0 ? found(returnTo) : undefined;
    return this.isOutermost(entry, jumped, returnTo) ? found(returnTo) : undefined;
  }

  /** The call of a function whose return is told by the place of the jump. */
  private enteredByJump(number: number): OpenCall | undefined {
    if (this.lastOp !== OpRole.jump || this.lastJump !== Jump.into) return undefined;
    const entry = this.table.entries[number - 1];
    return { row: -1, entry, number: number - 1, label: -1, returnTo: this.jumpPc + 1 };
  }

  /**
   * What function `number` returns to, which the compiler states to begin here
   * and whose arguments are above the stack index `label`; undefined when this is
   * no call. An optimizer makes one JUMPDEST of a function's beginning and of a
   * loop that it begins with, and every turn of the loop comes by here; but only
   * a call leaves a label above that of the function which runs. Via IR, calls of
   * what never returns leave none, so there a recursion that became a loop is one call.
   */
  private returnLabel(number: number, label: number): number | undefined {
    const { innermost, table, stack } = this;
    const below = label > (innermost?.label ?? -1) ? stack[label] : NO_LABEL;
    if (below >= 0 && table.op[below] === OpRole.jumpdest) return below;
    const jumped = this.lastOp === OpRole.jump;
    const into = jumped && this.lastJump === Jump.into;
    if (into && below === -1) return below;
    if (!table.viaIR) return innermost === undefined ? NO_LABEL : undefined;
    return innermost === undefined || into || (!jumped && innermost.number !== number) ? NO_RETURN : undefined;
  }

  /** Whether the frame's own function begins here, to which old compilers jump as to any other label, or fall. */
  private isOutermost(entry: Entry, jumped: boolean, returnTo: number): boolean {
    if (this.open.length > 0 || !this.outermost.has(entry.function)) return false;
    const isHandler = entry.function.kind === 'fallback' || entry.function.kind === 'receive';
    return isHandler || (jumped && returnTo >= 0 && this.table.op[returnTo] === OpRole.jumpdest);
  }

  /** The constructor or handler whose body begins with this instruction; undefined when it goes on, or when a function runs. */
  constructed(number: number): OpenCall | undefined {
    const { innermost } = this;
    if (innermost !== undefined && (innermost.returnTo !== NO_LABEL || innermost.number === number - 1))
      return undefined;
    const entry = this.table.entries[number - 1];
    return { row: -1, entry, number: number - 1, label: this.height - entry.parameterSlots - 1, returnTo: NO_LABEL };
  }

  /** The innermost call that is left by arriving at this JUMPDEST by a jump; undefined when none is. */
  left(pc: number): OpenCall | undefined {
    const call = this.innermost;
    if (call === undefined || call.returnTo === NO_LABEL || call.returnTo === NO_RETURN) return undefined;
    if (this.table.returnsBehindJump) return call.returnTo === pc ? this.pop() : undefined;
    const results = this.height - call.label - call.entry.returnSlots;
    // Getters of the legacy generator leave their label below the results.
    if (results !== 0 && !(results === 1 && call.entry.function.kind === 'getter')) return undefined;
    const isReturn = call.returnTo >= 0 ? call.returnTo === pc : this.lastJump === Jump.outOf;
    return isReturn ? this.pop() : undefined;
  }

  get innermost(): OpenCall | undefined {
    return this.open[this.open.length - 1];
  }
}
