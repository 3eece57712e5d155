/**
 * One running call or create: its code, stack, memory and gas, and what it
 * needs to go back to its caller. Frames are plain state, so the machine can
 * stop between any two instructions and go on later.
 */
import { type Code, type RunnableCode, runnableCode } from '../code';
import { MAX_MEMORY, memoryGas } from '../rules/gas';
import type { InstructionSet } from '../rules/opcodes';
import { type Pages, restorePages } from '../shared-pages';
import { accountIndex } from '../state/slots';
import { LIMBS, type Limbs } from '../words/words';
import type { MemoryBudget } from './memory-budget';

export const FrameKind = { call: 0, staticcall: 1, delegatecall: 2, callcode: 3, create: 4, create2: 5 } as const;
export type FrameKind = (typeof FrameKind)[keyof typeof FrameKind];

export const STACK_LIMIT = 1024;
/** Half of what a double counts exactly, so that two amounts can be added. */
const EXACT_GAS = 2 ** 52;
const EMPTY = new Uint8Array(0);

/** A call that runs as a transaction of its own inside of another (interceptor.ts). */
export type IsolatedCall = {
  /** Gas that the caller gave. */
  limit: number;
  /** Gas limit of the transaction, and what it pays at least. */
  given: number;
  floor: number;
  /** The caller's refund, to go on from. */
  refund: number;
};

/** Splits a gas amount into the two parts that a frame keeps. */
export function splitGas(total: bigint): { gas: number; reserve: bigint } {
  const exact = BigInt(EXACT_GAS);
  return total > exact ? { gas: EXACT_GAS, reserve: total - exact } : { gas: Number(total), reserve: 0n };
}

export class Frame {
  parent: Frame | undefined;
  kind: FrameKind = FrameKind.call;
  depth = 0;
  /** Account whose storage and balance this frame acts on. */
  self = accountIndex(0);
  caller = accountIndex(0);
  /** The account the code was taken from, before delegation (EIP-7702). */
  codeAccount = accountIndex(0);
  isStatic = false;
  value: Limbs = new Uint32Array(LIMBS);
  /** A part of the caller's memory, which changes once this frame ended. */
  input: Uint8Array = EMPTY;
  code: Uint8Array = EMPTY;
  /** Set by `start`. */
  runnable: RunnableCode | undefined;
  pc = 0;
  gas = 0;
  /**
   * Gas beyond what a double counts exactly, on top of `gas`. Only
   * transactions of BNB Smart Chain's system and of tests have so much; running
   * can never use it, so it only counts where all of the gas is looked at.
   */
  reserve = 0n;
  /** Gas and reserve at the start, stipend included. */
  gasLimit = 0;
  reserveLimit = 0n;
  /** State gas it took (state-gas.ts), and the part of it that was taken from `gas`. */
  stateUsed = 0;
  spilled = 0;
  /** The machine's state gas at the start. */
  stateGasLimit = 0;
  /** State gas that the caller took for the account of this frame, and gets back when the frame fails. */
  entryCharge = 0;
  readonly stack: Limbs;
  /** Limbs in use: the top word starts at `sp - 8`. */
  sp = 0;
  memory: Uint8Array;
  /** Bytes, a multiple of 32. */
  memorySize = 0;
  /** Budget that the frame's memory is taken from while it runs; undefined for a frame that never does. */
  budget: MemoryBudget | undefined;
  /** Returndata of the last call made from here. */
  returned: Uint8Array = EMPTY;
  /** Range of the caller's memory that the returndata goes to, bytes. */
  outOffset = 0;
  outSize = 0;
  /** Journal, log count and refund counter to go back to on failure. */
  snapshot = 0;
  logs = 0;
  refund = 0;
  /** Row of this frame in the recording, -1 without one. */
  row = -1;
  /** Row of the call that this creation answers (interceptor.ts); undefined where it is an ordinary one. */
  answers: number | undefined;
  /** A call of the factory in the place of a CREATE2: its caller gets the address that it returns. */
  makes = false;
  /** Set where it runs as a transaction of its own inside of another. */
  isolated: IsolatedCall | undefined;
  /** How often this frame was left for a call: tells whether it ran since. Never reset, frames are used again. */
  stays = 0;

  constructor(stackLimit = STACK_LIMIT) {
    this.stack = new Uint32Array(stackLimit * LIMBS);
    this.memory = new Uint8Array(stackLimit);
  }

  /** Readies a used frame for another run. */
  start(code: Code, set: InstructionSet): void {
    this.code = code.bytes;
    this.runnable = runnableCode(code, set);
    this.pc = 0;
    this.sp = 0;
    this.clearMemory();
    this.returned = EMPTY;
    this.answers = undefined;
    this.makes = false;
    this.isolated = undefined;
  }

  private clearMemory(): void {
    if (this.memorySize > 0) this.memory.fill(0, 0, this.memorySize);
    // A memory that grew large is not kept for the next frame.
    if (this.memory.length > 1 << 20) this.memory = new Uint8Array(1024);
    this.memorySize = 0;
  }

  /** A frame of its own that stands where this one does, without stack, memory and parent: `resume` gives them back. */
  frozen(): Frame {
    const frozen = this.copyTo(new Frame(0));
    frozen.input = this.input.slice();
    return frozen;
  }

  /** Makes this used or new frame go on where the frozen one stands. */
  resume(frozen: Frame, parent: Frame | undefined, stack: Pages, memory: Pages): void {
    this.clearMemory();
    frozen.copyTo(this);
    this.parent = parent;
    restorePages(stack, this.stack);
    let capacity = this.memory.length;
    while (capacity < this.memorySize) capacity *= 2;
    if (capacity > this.memory.length) this.memory = new Uint8Array(capacity);
    restorePages(memory, this.memory);
  }

  private copyTo(copy: Frame): Frame {
    copy.kind = this.kind;
    copy.depth = this.depth;
    copy.self = this.self;
    copy.caller = this.caller;
    copy.codeAccount = this.codeAccount;
    copy.isStatic = this.isStatic;
    copy.value.set(this.value);
    copy.input = this.input;
    copy.code = this.code;
    copy.runnable = this.runnable;
    copy.pc = this.pc;
    copy.gas = this.gas;
    copy.reserve = this.reserve;
    copy.gasLimit = this.gasLimit;
    copy.reserveLimit = this.reserveLimit;
    copy.stateUsed = this.stateUsed;
    copy.spilled = this.spilled;
    copy.stateGasLimit = this.stateGasLimit;
    copy.entryCharge = this.entryCharge;
    copy.sp = this.sp;
    copy.memorySize = this.memorySize;
    copy.returned = this.returned;
    copy.outOffset = this.outOffset;
    copy.outSize = this.outSize;
    copy.snapshot = this.snapshot;
    copy.logs = this.logs;
    copy.refund = this.refund;
    copy.row = this.row;
    copy.answers = this.answers;
    copy.makes = this.makes;
    copy.isolated = this.isolated;
    return copy;
  }

  /** Gives the frame `gas` to start with. `stateGas`: what the machine has, `entryCharge`: what its caller took of it. */
  fund(gas: number, reserve: bigint, stateGas: number, entryCharge: number): void {
    this.gas = this.gasLimit = gas;
    this.reserve = this.reserveLimit = reserve;
    this.stateUsed = this.spilled = 0;
    this.stateGasLimit = stateGas;
    this.entryCharge = entryCharge;
  }

  /** Takes `amount` off the gas; false, and all of it gone, when there is less. */
  pay(amount: number): boolean {
    this.gas -= amount;
    return this.gas >= 0;
  }

  /** Takes gas back from a call; keeps `gas` where a double is exact. */
  refill(gas: number, reserve: bigint): void {
    this.reserve += reserve;
    // With a stipend, the sum may be past what a double has exactly: the difference never is.
    const beyond = gas - (EXACT_GAS - this.gas);
    if (beyond > 0) this.reserve += BigInt(beyond);
    this.gas = beyond > 0 ? EXACT_GAS : this.gas + gas;
  }

  /** Whether memory up to `end` bytes is more than the frames may have together. */
  isPastLimit(end: number): boolean {
    return this.budget?.isPastLimit(Math.ceil(end / 32) * 32 - this.memorySize) === true;
  }

  /** Gas to make memory reach `end` bytes (see memoryEnd), Infinity when no gas could pay for it. Grows nothing. */
  expansionGas(end: number): number {
    if (end <= this.memorySize) return 0;
    if (end > MAX_MEMORY || this.isPastLimit(end)) return Number.POSITIVE_INFINITY;
    const words = Math.ceil(end / 32);
    const before = this.memorySize / 32;
    return this.budget?.isLinear ? (words >> 1) - (before >> 1) : memoryGas(words) - memoryGas(before);
  }

  /** Grows memory to reach `end` bytes; new bytes are zero. */
  expand(end: number): void {
    if (end <= this.memorySize) return;
    const size = Math.ceil(end / 32) * 32;
    this.budget?.take(size - this.memorySize);
    if (size > this.memory.length) {
      let capacity = this.memory.length;
      while (capacity < size) capacity *= 2;
      const memory = new Uint8Array(capacity);
      memory.set(this.memory.subarray(0, this.memorySize));
      this.memory = memory;
    }
    this.memorySize = size;
  }
}
