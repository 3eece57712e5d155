/**
 * Calls, creates and logs from the steps of geth's default tracer, for nodes
 * that have no other (Hardhat).
 *
 * A step says what the machine was like before an opcode, so a call is known
 * only from the step after it: one level deeper, it was entered; on the same
 * level, it had no code to run (precompile, plain account) or was refused, and
 * its success lies on top of the stack; further up, the opcode itself failed
 * and there was no call. Likewise for logs.
 *
 * The gas of a call is that of its first step, which has the 63/64 rule
 * (EIP-150) and the stipend in it; without steps it is not known. What a call
 * used is what it began with less what its last step left, plus 200 gas for
 * each byte of code a create deposits (yellow paper, appendix G).
 */

import type { Address, Hex } from '../chain/primitives';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { createTraceParser } from './answer-envelope';
import { DEFAULT_LIMITS, type TraceLimits, type TraceParser } from './parser';
import { RowKind } from './rows';
import { Op, type Step, type StepSink, StructLogReader, type StructLogResult } from './struct-log-reader';
import { TraceBuilder } from './trace-builder';

/** What the steps do not say about the outermost call. */
export type StructLogContext = {
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  /** Address of the contract a creation made, where it is known. */
  created?: Address;
  value: bigint;
  input: Hex;
  /** Gas limit. */
  gas: number;
  /** Whether `to` has code, where it is known: then an answer without steps is none. */
  hasCode?: boolean;
};

/** Creates a parser of `debug_traceTransaction` without a tracer. Memory may be left out: then calldata and event data of inner calls are unknown. */
export function createStructLogsParser(context: StructLogContext, limits: Partial<TraceLimits> = {}): TraceParser {
  const builder = new TraceBuilder('structLogs', { ...DEFAULT_LIMITS, ...limits });
  const calls = new CallsFromSteps(builder, context);
  return createTraceParser(builder, (reader) => new StructLogReader(builder, reader, calls));
}

/** Kinds of row by opcode. */
const KIND_OF_OP = new Map<number, RowKind>([
  [Op.call, RowKind.call],
  [Op.callcode, RowKind.callcode],
  [Op.delegatecall, RowKind.delegatecall],
  [Op.staticcall, RowKind.staticcall],
  [Op.create, RowKind.create],
  [Op.create2, RowKind.create2],
]);

const UNKNOWN = -1;
const DEPOSIT_GAS = 200;

const NO_DATA =
  'The node left memory out of its steps, so calldata, returndata and event data of inner calls are unknown.';
const NO_STACK = 'The node left the stack out of its steps, so callees, values and events of inner calls are unknown.';
const NO_STEPS = 'The node gave no steps: should the called account have code, its calls are missing.';
const NO_CREATED =
  'The address of a contract whose creation failed is not in the steps; what it sent is shown as from the zero address.';
const NO_LEAF_GAS = 'The gas of calls that ran no code of their own is not in the steps.';
const NO_BALANCE = 'The balance that a selfdestruct moved is not in the steps.';

/** A frame that is being executed. */
type Frame = {
  row: number;
  /** Index of the address it runs as; UNKNOWN; or, in a create whose address is to come, -2 - its row. */
  self: number;
  gas: number;
  isCreate: boolean;
  // Of its last step:
  op: number;
  gasLeft: number;
  error: number;
  failed: boolean;
  /** Bytes it returned or reverted with. */
  returned: number;
};

/** What the last step began, whose outcome the next step shows. */
type Pending = 'nothing' | 'call' | 'log';

class CallsFromSteps implements StepSink {
  private readonly frames: Frame[] = [];
  private baseDepth = -1;
  private pending: Pending = 'nothing';
  /** Whether the pending call is to move value: then it is refused where the balance is too low. */
  private paysValue = false;
  /** Addresses that creates ended up with, by row. */
  private readonly created = new Map<number, number>();

  constructor(
    private readonly builder: TraceBuilder,
    private readonly context: StructLogContext,
  ) {
    const { from, to, created, value, input, gas } = context;
    const row = builder.addRow(to === undefined ? RowKind.create : RowKind.call, UNKNOWN);
    const self = to ?? created;
    builder.from[row] = builder.addressText(from);
    if (self !== undefined) builder.to[row] = builder.addressText(self);
    builder.value[row] = builder.wordOfBigint(value);
    builder.gas[row] = gas;
    builder.appendInput(row, input);
    builder.logsInOrder = true;
    this.frames.push(newFrame(row, self === undefined ? -2 - row : builder.to[row], Number.NaN, to === undefined));
  }

  needsStack(step: Step, knowsOp: boolean): boolean {
    const returned = step.depth < 0 || this.baseDepth < 0 || step.depth - this.baseDepth < this.frames.length - 1;
    return !knowsOp || step.op !== Op.other || this.pending !== 'nothing' || returned;
  }

  step(step: Step): void {
    if (this.baseDepth < 0) this.baseDepth = step.depth;
    const depth = step.depth - this.baseDepth;
    if (depth < 0 || depth > this.frames.length || (depth === this.frames.length && this.pending !== 'call')) {
      this.builder.malformed(`a step of depth ${step.depth} where there is no such call`);
      return;
    }
    this.settlePending(step, depth);
    if (depth < this.frames.length - 1) this.leave(step, depth);
    const frame = this.frames[this.frames.length - 1];
    if (Number.isNaN(frame.gas)) frame.gas = step.gas;
    if (frame.row > 0 && Number.isNaN(this.builder.gas[frame.row])) this.builder.gas[frame.row] = step.gas;
    this.execute(frame, step);
  }

  end(result: StructLogResult): void {
    const { builder, context } = this;
    if (result.steps === 0) {
      const mustHaveSteps = context.hasCode === true || (context.to === undefined && context.input !== '0x');
      if (mustHaveSteps && !result.failed) {
        builder.problem ??= { kind: 'empty' };
        return;
      }
      if (context.hasCode !== false) builder.limitations.add(NO_STEPS);
    }
    if (this.pending !== 'nothing') builder.dropLastRow();
    while (this.frames.length > 1) this.close(endedBadly(this.frames[this.frames.length - 1]));
    const root = this.frames[0];
    if (root.op === Op.selfdestruct && result.failed) builder.dropLastRow();
    if (result.failed) {
      builder.error[0] = this.errorOf(root);
      if (root.isCreate) builder.to[0] = UNKNOWN;
    }
    builder.gasUsed[0] = result.gasUsed;
    if (result.steps > 0) builder.spent = { executed: usedBy(root, result.failed), initial: context.gas - root.gas };
    builder.outputStart[0] = result.returnStart;
    builder.outputLength[0] = result.returnLength;
    this.resolveSenders();
  }

  /** The step after a call or log tells what became of it. */
  private settlePending(step: Step, depth: number): void {
    const { builder, pending } = this;
    this.pending = 'nothing';
    const open = this.frames.length - 1;
    if (pending === 'nothing') return;
    if (depth < open) {
      builder.dropLastRow();
      return;
    }
    if (pending === 'log') return;
    const row = builder.length - 1;
    const kind = builder.kind[row];
    const isCreate = kind === RowKind.create || kind === RowKind.create2;
    if (depth > open) {
      if (depth >= builder.limits.maxDepth) builder.overLimit('maxDepth');
      const keepsSelf = kind === RowKind.delegatecall || kind === RowKind.callcode;
      const self = isCreate ? -2 - row : keepsSelf ? this.frames[open].self : builder.to[row];
      this.frames.push(newFrame(row, self, step.gas, isCreate));
      return;
    }
    builder.limitations.add(NO_LEAF_GAS);
    const refused = step.isZero(0) === true;
    if (refused) builder.error[row] = builder.textOf(this.paysValue ? 'insufficient balance for transfer' : 'failed');
    else if (isCreate) this.keepCreated(row, step);
    if (step.returnDataLength > 0) this.takeReturnData(row, step);
  }

  /** Back in the frame at `depth`: everything deeper has ended. */
  private leave(step: Step, depth: number): void {
    while (this.frames.length - 2 > depth) this.close(endedBadly(this.frames[this.frames.length - 1]));
    const frame = this.frames[this.frames.length - 1];
    const failed = step.isZero(0) ?? endedBadly(frame);
    this.close(failed);
    if (!failed && frame.isCreate) this.keepCreated(frame.row, step);
    if (step.returnDataLength > 0 && !(frame.isCreate && !failed)) this.takeReturnData(frame.row, step);
  }

  private close(failed: boolean): void {
    const { builder } = this;
    const frame = this.frames.pop();
    if (frame === undefined) return;
    const { row, op } = frame;
    if (op === Op.selfdestruct && failed) builder.dropLastRow();
    if (failed) builder.error[row] = this.errorOf(frame);
    // Code that could not be stored is given back to nobody, nor is what a revert had no gas for.
    if (failed && !hasReverted(frame)) builder.outputLength[row] = 0;
    builder.gasUsed[row] = usedBy(frame, failed);
  }

  private execute(frame: Frame, step: Step): void {
    const { builder } = this;
    frame.op = step.op;
    frame.gasLeft = step.gas - step.gasCost;
    frame.error = step.error;
    frame.failed = step.failed || step.gasCost > step.gas;
    const kind = KIND_OF_OP.get(step.op);
    if (kind !== undefined) this.beginCall(frame, step, kind);
    else if (step.op >= Op.log0) this.beginLog(frame, step);
    else if (step.op === Op.selfdestruct) {
      const row = builder.addRow(RowKind.selfdestruct, frame.row);
      builder.from[row] = frame.self;
      builder.to[row] = this.addressAt(step, 0);
      builder.limitations.add(NO_BALANCE);
    } else if (step.op === Op.return || step.op === Op.revert) {
      frame.returned = step.number(1);
      if (frame.row > 0) {
        builder.outputStart[frame.row] = builder.payloadLength;
        builder.outputLength[frame.row] = this.appendMemory(step, 0);
      }
    }
  }

  private beginCall(frame: Frame, step: Step, kind: RowKind): void {
    const { builder } = this;
    const row = builder.addRow(kind, frame.row);
    builder.from[row] = frame.self;
    const isCreate = kind === RowKind.create || kind === RowKind.create2;
    const hasValue = kind === RowKind.call || kind === RowKind.callcode;
    if (!isCreate) builder.to[row] = this.addressAt(step, 1);
    const value = step.word(isCreate ? 0 : 2);
    if ((isCreate || hasValue) && value >= 0) builder.value[row] = builder.wordOfBytes(step.words, value);
    builder.inputStart[row] = builder.payloadLength;
    builder.inputLength[row] = this.appendMemory(step, isCreate ? 1 : hasValue ? 3 : 2);
    this.pending = 'call';
    this.paysValue = (isCreate || hasValue) && step.isZero(isCreate ? 0 : 2) === false;
  }

  private beginLog(frame: Frame, step: Step): void {
    const { builder } = this;
    const topics = step.op - Op.log0;
    if (step.stackHeight < topics + 2) {
      builder.limitations.add(NO_STACK);
      return;
    }
    const row = builder.addRow(RowKind.log, frame.row);
    builder.from[row] = frame.self;
    builder.inputStart[row] = builder.payloadLength;
    builder.outputStart[row] = topics;
    if (!builder.reserve(topics * 32)) return;
    for (let topic = 0; topic < topics; topic++) {
      const start = step.word(2 + topic);
      builder.payload.set(step.words.subarray(start, start + 32), builder.payloadLength);
      builder.payloadLength += 32;
    }
    builder.inputLength[row] = topics * 32 + this.appendMemory(step, 0);
    this.pending = 'log';
  }

  /** Appends the piece of memory whose offset and size lie at `place` of the stack; the bytes appended, 0 when it is unknown. */
  private appendMemory(step: Step, place: number): number {
    const { builder } = this;
    const offset = step.number(place);
    const size = step.number(place + 1);
    if (size === 0) return 0;
    if (Number.isNaN(size)) builder.limitations.add(NO_STACK);
    else if (step.memoryLength < 0) builder.limitations.add(NO_DATA);
    // A size no gas could pay for belongs to an opcode that ran out of gas.
    if (!(size <= MAX_MEMORY && offset <= MAX_MEMORY) || step.memoryLength < 0 || step.failed) return 0;
    if (!builder.reserve(size)) return 0;
    const { payload, payloadLength } = builder;
    // Memory beyond its length reads as zero; the opcode itself expands it.
    const known = Math.max(0, Math.min(size, step.memoryLength - offset));
    payload.set(step.memory.subarray(offset, offset + known), payloadLength);
    payload.fill(0, payloadLength + known, payloadLength + size);
    builder.payloadLength += size;
    return size;
  }

  private takeReturnData(row: number, step: Step): void {
    const { builder } = this;
    const { returnData, returnDataLength: length } = step;
    if (!builder.reserve(length)) return;
    builder.payload.set(returnData.subarray(0, length), builder.payloadLength);
    builder.outputStart[row] = builder.payloadLength;
    builder.outputLength[row] = length;
    builder.payloadLength += length;
  }

  private addressAt(step: Step, place: number): number {
    const start = step.word(place);
    if (start >= 0) return this.builder.addressOfBytes(step.words, start + 12);
    this.builder.limitations.add(NO_STACK);
    return UNKNOWN;
  }

  private keepCreated(row: number, step: Step): void {
    const address = this.addressAt(step, 0);
    this.builder.to[row] = address;
    this.created.set(row, address);
  }

  /** Index of the text for why the frame failed: the node's own words, or what the last opcode shows. */
  private errorOf(frame: Frame): number {
    const { builder } = this;
    if (hasReverted(frame)) return builder.textOf('execution reverted');
    if (frame.error >= 0) return frame.error;
    if (frame.failed) return builder.textOf('out of gas');
    return builder.textOf(frame.isCreate && frame.op === Op.return ? 'contract creation failed' : 'failed');
  }

  /** Fills in the senders that were not known at the time. */
  private resolveSenders(): void {
    const { builder } = this;
    for (let row = 1; row < builder.length; row++) {
      if (builder.from[row] >= 0) continue;
      const createRow = -2 - builder.from[row];
      const address = createRow >= 0 ? (this.created.get(createRow) ?? UNKNOWN) : UNKNOWN;
      if (address < 0) builder.limitations.add(createRow >= 0 ? NO_CREATED : NO_STACK);
      builder.from[row] = address >= 0 ? address : builder.addressText(ZERO_ADDRESS);
    }
  }
}

/** Bytes of memory that no transaction can pay for. */
const MAX_MEMORY = 2 ** 27;

/** Gas of a frame that ended: all it had where it halted exceptionally, and the price of the code it stored. */
function usedBy(frame: Frame, failed: boolean): number {
  const { op, gas, gasLeft, isCreate, returned } = frame;
  if (failed && !hasReverted(frame)) return gas;
  const deposit = isCreate && !failed && op === Op.return ? DEPOSIT_GAS * returned : 0;
  return gas - gasLeft + deposit;
}

/** Whether the last step of a frame was a revert that its gas was enough for. */
function hasReverted({ op, gasLeft }: Frame): boolean {
  return op === Op.revert && !(gasLeft < 0);
}

function newFrame(row: number, self: number, gas: number, isCreate: boolean): Frame {
  return { row, self, gas, isCreate, op: Op.other, gasLeft: 0, error: UNKNOWN, failed: false, returned: 0 };
}

/** Whether a frame that ended with its last step failed: only these opcodes end one well. */
function endedBadly(frame: Frame): boolean {
  return frame.failed || !(frame.op === Op.return || frame.op === Op.stop || frame.op === Op.selfdestruct);
}
