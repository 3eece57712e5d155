/**
 * Reads `{ structLogs: [{ pc, op, gas, gasCost, depth, stack, memory, error }…], failed, gas, returnValue }`
 * (geth's default tracer) step by step. One `Step` is filled again and again;
 * of the stack only the words near the top are kept, and stack and memory are
 * passed over where the opcode needs neither.
 */
import { decodeHexDigits, decodeHexWord, skipHexPrefix } from '../json/bytes';
import type { TraceHandler } from './answer-envelope';
import { fieldOf, fieldTable, NO_FIELD } from './fields';
import type { TraceBuilder } from './trace-builder';

/** Opcodes the call tree depends on; LOG1 is LOG0 + 1 and so on. */
export const Op = {
  other: 0,
  call: 1,
  callcode: 2,
  delegatecall: 3,
  staticcall: 4,
  create: 5,
  create2: 6,
  selfdestruct: 7,
  return: 8,
  revert: 9,
  stop: 10,
  log0: 11,
  log4: 15,
} as const;

const OPCODES = fieldTable({
  CALL: Op.call,
  CALLCODE: Op.callcode,
  DELEGATECALL: Op.delegatecall,
  STATICCALL: Op.staticcall,
  CREATE: Op.create,
  CREATE2: Op.create2,
  SELFDESTRUCT: Op.selfdestruct,
  SUICIDE: Op.selfdestruct,
  RETURN: Op.return,
  REVERT: Op.revert,
  STOP: Op.stop,
  LOG0: Op.log0,
  LOG1: Op.log0 + 1,
  LOG2: Op.log0 + 2,
  LOG3: Op.log0 + 3,
  LOG4: Op.log4,
});

/** Words of the stack that are kept: CALL takes seven, one more makes the ring a power of two. */
const KEPT = 8;

/** One executed opcode, as the machine was before it. */
export class Step {
  op: number = Op.other;
  gas = Number.NaN;
  gasCost = Number.NaN;
  depth = -1;
  /** Index of the error's text, -1 for none. */
  error = -1;
  /** Whether the node says that the opcode failed, in words or not. */
  failed = false;
  stackHeight = 0;
  memory = new Uint8Array(1024);
  /** Bytes of memory, -1 when the node left it out. */
  memoryLength = -1;
  /** What the last call gave back. Nodes repeat it in every step until the next call, so it is no part of the payload yet. */
  returnData = new Uint8Array(1024);
  /** Bytes of returndata, -1 when the node left it out. */
  returnDataLength = -1;
  private readonly ring = new Uint8Array(KEPT * 32);

  /** Where the word at `place` from the top, 0-based, begins in `words`; -1 when the stack is not so high or was left out. */
  word(place: number): number {
    return place < this.stackHeight && place < KEPT ? ((this.stackHeight - 1 - place) & (KEPT - 1)) * 32 : -1;
  }

  get words(): Uint8Array {
    return this.ring;
  }

  /** The word at `place` as a number; NaN when there is none, Infinity past 2^53. */
  number(place: number): number {
    const start = this.word(place);
    if (start < 0) return Number.NaN;
    let value = 0;
    for (let at = start; at < start + 32; at++) value = value * 256 + this.ring[at];
    return value <= Number.MAX_SAFE_INTEGER ? value : Number.POSITIVE_INFINITY;
  }

  /** Whether the word at `place` is zero; undefined when there is none. */
  isZero(place: number): boolean | undefined {
    const start = this.word(place);
    if (start < 0) return undefined;
    for (let at = start; at < start + 32; at++) if (this.ring[at] !== 0) return false;
    return true;
  }

  clear(): void {
    this.op = Op.other;
    this.gas = Number.NaN;
    this.gasCost = Number.NaN;
    this.depth = -1;
    this.error = -1;
    this.failed = false;
    this.stackHeight = 0;
    this.memoryLength = -1;
    this.returnDataLength = -1;
  }
}

/** Makes something of the steps. */
export interface StepSink {
  /** Whether the stack of the step at hand matters, by what is known of it; op and depth may still be to come. */
  needsStack(step: Step, knowsOp: boolean): boolean;
  step(step: Step): void;
  /** After the last step. */
  end(result: StructLogResult): void;
}

/** What the answer says of the whole transaction. */
export type StructLogResult = {
  failed: boolean;
  /** NaN when absent. */
  gasUsed: number;
  /** Place of the return value in the payload. */
  returnStart: number;
  returnLength: number;
  steps: number;
};

// What is being read.
const OUTSIDE = 0;
const RESULT = 1;
const LIST = 2;
const STEP = 3;
const STACK = 4;
const MEMORY = 5;
const ERROR_OBJECT = 6;
/** A list where the result belongs: an empty one means that there is nothing (Bor without its own trace). */
const NO_RESULT = 7;

const FAILED = 1;
const GAS = 2;
const RETURN_VALUE = 3;
const STRUCT_LOGS = 4;
const OP = 5;
const GAS_COST = 6;
const DEPTH = 7;
const STACK_KEY = 8;
const MEMORY_KEY = 9;
const ERROR = 10;
const RETURN_DATA = 11;
const RESULT_FIELDS = fieldTable({ failed: FAILED, gas: GAS, returnValue: RETURN_VALUE, structLogs: STRUCT_LOGS });
const STEP_FIELDS = fieldTable({
  op: OP,
  gas: GAS,
  gasCost: GAS_COST,
  depth: DEPTH,
  stack: STACK_KEY,
  memory: MEMORY_KEY,
  error: ERROR,
  returnData: RETURN_DATA,
});

export class StructLogReader implements TraceHandler {
  isEmpty = true;
  private state = OUTSIDE;
  private field = NO_FIELD;
  private knowsOp = false;
  private readonly step = new Step();
  private readonly result: StructLogResult = {
    failed: false,
    gasUsed: Number.NaN,
    returnStart: 0,
    returnLength: 0,
    steps: 0,
  };

  constructor(
    private readonly builder: TraceBuilder,
    private readonly reader: { skip(): void },
    private readonly sink: StepSink,
  ) {}

  complete(): void {
    this.sink.end(this.result);
  }

  startObject(): void {
    if (this.state === OUTSIDE) this.state = RESULT;
    else if (this.state === LIST) {
      this.state = STEP;
      this.step.clear();
      this.knowsOp = false;
    } else if (this.state === STEP && this.field === ERROR) {
      // Old geth writes `"error": {}` for any error.
      this.state = ERROR_OBJECT;
      this.step.failed = true;
    } else this.builder.malformed('an object where a step has none');
  }

  endObject(): void {
    if (this.state === ERROR_OBJECT) {
      this.state = STEP;
      return;
    }
    if (this.state !== STEP) return;
    this.state = LIST;
    if (!(this.step.depth >= 0)) {
      this.builder.malformed('a step without a depth');
      return;
    }
    this.result.steps++;
    this.sink.step(this.step);
  }

  startArray(): void {
    if (this.state === OUTSIDE) this.state = NO_RESULT;
    else if (this.state === RESULT && this.field === STRUCT_LOGS) this.state = LIST;
    else if (this.state === STEP && this.field === STACK_KEY) this.state = STACK;
    else if (this.state === STEP && this.field === MEMORY_KEY) {
      this.state = MEMORY;
      this.step.memoryLength = 0;
    } else this.builder.malformed('a list where steps have none');
  }

  endArray(): void {
    if (this.state !== NO_RESULT) this.state = this.state === LIST ? RESULT : STEP;
  }

  key(bytes: Uint8Array, start: number, end: number): void {
    const { step } = this;
    if (this.state === ERROR_OBJECT) this.field = NO_FIELD;
    else if (this.state === RESULT) {
      this.field = fieldOf(RESULT_FIELDS, bytes, start, end);
      if (this.field === STRUCT_LOGS) this.isEmpty = false;
    } else {
      this.field = fieldOf(STEP_FIELDS, bytes, start, end);
      if (this.field === STACK_KEY && !this.sink.needsStack(step, this.knowsOp)) this.field = NO_FIELD;
      else if (this.field === MEMORY_KEY && this.knowsOp && !usesMemory(step.op)) this.field = NO_FIELD;
    }
    if (this.field === NO_FIELD) this.reader.skip();
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    const { builder, step } = this;
    if (this.state === STACK) this.pushWord(bytes, start, end);
    else if (this.state === MEMORY) this.appendMemory(bytes, start, end);
    else if (this.state === STEP) {
      if (this.field === OP) {
        step.op = fieldOf(OPCODES, bytes, start, end);
        this.knowsOp = true;
      } else if (this.field === ERROR) {
        step.failed = end > start;
        if (step.failed) step.error = builder.text(bytes, start, end);
      } else if (this.field === MEMORY_KEY) {
        step.memoryLength = 0;
        this.appendMemory(bytes, start, end);
      } else if (this.field === RETURN_DATA) {
        step.returnData = this.decode(step.returnData, 0, bytes, start, end, 'returndata');
        step.returnDataLength = hexLength(bytes, start, end);
      } else this.number(bytes, start, end);
    } else if (this.state === RESULT && this.field === RETURN_VALUE) {
      this.result.returnStart = builder.payloadLength;
      this.result.returnLength = builder.appendHex(bytes, start, end);
    } else this.number(bytes, start, end);
  }

  literal(bytes: Uint8Array, start: number, end: number): void {
    const first = bytes[start];
    if (first === 0x6e) return; // null: as if the key were absent
    if (this.state === RESULT && this.field === FAILED) this.result.failed = first === 0x74;
    else this.number(bytes, start, end);
  }

  private number(bytes: Uint8Array, start: number, end: number): void {
    const { builder, step } = this;
    const value = builder.quantity(bytes, start, end);
    if (this.state === RESULT && this.field === GAS) this.result.gasUsed = value;
    else if (this.state === STEP && this.field === GAS) step.gas = value;
    else if (this.state === STEP && this.field === GAS_COST) step.gasCost = value;
    else if (this.state === STEP && this.field === DEPTH) step.depth = value;
    else builder.malformed('a value where steps have none');
  }

  private pushWord(bytes: Uint8Array, start: number, end: number): void {
    const { step } = this;
    if (decodeHexWord(bytes, start, end, step.words, (step.stackHeight++ & (KEPT - 1)) * 32) < 0) {
      this.builder.malformed('a word of the stack is no hex number of at most 32 bytes');
    }
  }

  private appendMemory(bytes: Uint8Array, start: number, end: number): void {
    const { step } = this;
    step.memory = this.decode(step.memory, step.memoryLength, bytes, start, end, 'memory');
    step.memoryLength += hexLength(bytes, start, end);
  }

  /** Decodes a hex text to behind the first `length` bytes of `into`. Returns `into`, or the larger copy that it takes. */
  private decode(
    into: Uint8Array<ArrayBuffer>,
    length: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    what: string,
  ): Uint8Array<ArrayBuffer> {
    const { builder } = this;
    const needed = length + hexLength(bytes, start, end);
    if (needed > builder.limits.maxPayloadBytes) {
      builder.overLimit('maxPayloadBytes');
      return into;
    }
    let room = into;
    if (needed > into.length) {
      room = new Uint8Array(Math.max(needed, into.length * 2));
      room.set(into);
    }
    const first = skipHexPrefix(bytes, start, end);
    if (!decodeHexDigits(builder.viewOf(bytes), first, end, room, length)) {
      builder.malformed(`${what} is no hex of whole bytes`);
    }
    return room;
  }
}

/** Bytes that a hex text, 0x optional, stands for. */
function hexLength(bytes: Uint8Array, start: number, end: number): number {
  return (end - skipHexPrefix(bytes, start, end)) >> 1;
}

function usesMemory(op: number): boolean {
  return op !== Op.other && op !== Op.stop && op !== Op.selfdestruct;
}
