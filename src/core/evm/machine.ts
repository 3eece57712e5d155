/**
 * The machine: runs frames one instruction at a time, without recursion, so
 * it can stop anywhere (a budget of steps, a piece of state that is not known
 * yet) and go on from exactly there.
 *
 * The loop keeps the frame's registers in locals and writes them back when
 * control leaves the frame. Arithmetic is in words.ts, gas in gas.ts, calls
 * and creates in calls.ts. Rules: Yellow Paper and the EIPs named.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { beginCall, beginCreate, endFrame, selfdestruct } from './calls';
import type { BlockEnvironment, TransactionEnvironment } from './environment';
import { blobBaseFee } from './environment';
import { Fork } from './forks';
import { Frame } from './frame';
import * as Gas from './gas';
import { Halt } from './halt';
import { type InstructionSet, instructionSet, opcodeName } from './opcodes';
import type { AccountIndex } from './slots';
import type { State } from './state';
import type { Watcher } from './watcher';
import * as W from './words';

/** How running came to a stop. */
export const Stop = {
  /** The outermost frame ended. */
  done: 0,
  /** The budget of steps is used up; `run` again goes on. */
  budget: 1,
  /** `state.missing` says what is needed; supply it and `run` again. */
  missing: 2,
} as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

/** What the loop does after an instruction that leaves it. Internal to the machine and calls.ts. */
export const Next = { frame: 0, missing: 1 } as const;
export type Next = (typeof Next)[keyof typeof Next];

export type LogEntry = { address: AccountIndex; topics: W.Limbs; topicCount: number; data: Uint8Array };

const EMPTY = new Uint8Array(0);
const cost: Gas.StoreCost = { gas: 0, refund: 0 };
const shape: Gas.StoreShape = {
  originalZero: false,
  currentZero: false,
  newZero: false,
  currentIsNew: false,
  originalIsCurrent: false,
  originalIsNew: false,
};

export class Machine {
  frame: Frame | undefined;
  /** Steps executed so far. */
  steps = 0;
  logs: LogEntry[] = [];
  refund = 0;
  /** Set when the outermost frame ended. */
  halt: Halt = Halt.none;
  haltDetail = '';
  output: Uint8Array = EMPTY;
  gasLeft = 0n;
  readonly set: InstructionSet;
  readonly fork: Fork;
  private readonly coinbase = new Uint32Array(8);
  private readonly origin = new Uint32Array(8);
  private readonly random = new Uint32Array(8);
  private readonly baseFee = new Uint32Array(8);
  private readonly chainId = new Uint32Array(8);
  private readonly blobFee = new Uint32Array(8);

  constructor(
    readonly state: State,
    readonly block: BlockEnvironment,
    readonly transaction: TransactionEnvironment,
    readonly watcher: Watcher | undefined,
    /** Ended frames, to be used again. */
    private readonly pool: Frame[] = [],
  ) {
    this.fork = block.fork;
    this.set = instructionSet(block.fork);
    W.fromBytes(block.coinbase, 0, 20, this.coinbase, 0);
    W.fromBytes(transaction.origin, 0, 20, this.origin, 0);
    W.fromBigInt(block.random, this.random, 0);
    W.fromBigInt(block.baseFee, this.baseFee, 0);
    W.fromBigInt(block.chainId, this.chainId, 0);
    W.fromBigInt(block.fork >= Fork.cancun ? blobBaseFee(block) : 0n, this.blobFee, 0);
  }

  /** A frame to start; ended frames are used again. */
  takeFrame(): Frame {
    return this.pool.pop() ?? new Frame();
  }

  giveBack(frame: Frame): void {
    frame.parent = undefined;
    frame.input = EMPTY;
    this.pool.push(frame);
  }

  /** Executes at most `budget` further steps. */
  run(budget: number): Stop {
    const limit = this.steps + budget;
    while (this.frame) {
      if (this.steps >= limit) return Stop.budget;
      if (this.execute(this.frame, limit) === Next.missing) return Stop.missing;
    }
    return Stop.done;
  }

  /** Runs `frame` until it ends, calls, misses something or `limit` is reached. */
  private execute(frame: Frame, limit: number): Next {
    const { set, state, watcher } = this;
    const { defined, pops, growth, gas: constantGas } = set;
    const { code, destinations, stack: s } = frame;
    const codeLength = code.length;
    let { pc, gas, sp } = frame;
    let steps = this.steps;
    let halt: Halt = Halt.none;
    let detail = '';

    for (;;) {
      if (steps >= limit) {
        frame.pc = pc;
        frame.gas = gas;
        frame.sp = sp;
        this.steps = steps;
        return Next.frame;
      }
      const op = pc < codeLength ? code[pc] : 0;
      const gasBefore = gas;
      if (defined[op] === 0) {
        halt = Halt.invalidOpcode;
        detail = opcodeName(op);
        if (watcher) watcher.step(pc, gasBefore, 0);
        steps++;
        break;
      }
      if (sp < pops[op] << 3) {
        halt = Halt.stackUnderflow;
        detail = `${sp >> 3} <=> ${pops[op]}`;
        if (watcher) watcher.step(pc, gasBefore, 0);
        steps++;
        break;
      }
      if (sp + (growth[op] << 3) > 8192) {
        halt = Halt.stackOverflow;
        detail = `${sp >> 3} (1023)`;
        if (watcher) watcher.step(pc, gasBefore, 0);
        steps++;
        break;
      }
      gas -= constantGas[op];
      if (gas < 0) {
        halt = Halt.outOfGas;
        if (watcher) watcher.step(pc, gasBefore, constantGas[op]);
        steps++;
        break;
      }

      // PUSH, DUP and SWAP: half of all steps, and their results follow from code and stack.
      if (op >= 0x5f && op <= 0x9f) {
        if (op === 0x60) {
          const value = pc + 1 < codeLength ? code[pc + 1] : 0;
          s[sp] = value;
          s[sp + 1] = s[sp + 2] = s[sp + 3] = s[sp + 4] = s[sp + 5] = s[sp + 6] = s[sp + 7] = 0;
          sp += 8;
          if (watcher) watcher.step(pc, gasBefore, 3);
          pc += 2;
        } else if (op <= 0x7f) {
          const size = op - 0x5f;
          const available = codeLength - pc - 1;
          if (available >= size) W.fromBytes(code, pc + 1, size, s, sp);
          else {
            const padded = new Uint8Array(32);
            padded.set(code.subarray(pc + 1, codeLength));
            W.fromBytes(padded, 0, size, s, sp);
          }
          sp += 8;
          if (watcher) watcher.step(pc, gasBefore, constantGas[op]);
          pc += size + 1;
        } else if (op <= 0x8f) {
          const a = sp - ((op - 0x7f) << 3);
          s[sp] = s[a];
          s[sp + 1] = s[a + 1];
          s[sp + 2] = s[a + 2];
          s[sp + 3] = s[a + 3];
          s[sp + 4] = s[a + 4];
          s[sp + 5] = s[a + 5];
          s[sp + 6] = s[a + 6];
          s[sp + 7] = s[a + 7];
          sp += 8;
          if (watcher) watcher.step(pc, gasBefore, 3);
          pc++;
        } else {
          const a = sp - 8;
          const b = sp - ((op - 0x8e) << 3);
          for (let i = 0; i < 8; i++) {
            const word = s[a + i];
            s[a + i] = s[b + i];
            s[b + i] = word;
          }
          if (watcher) watcher.step(pc, gasBefore, 3);
          pc++;
        }
        steps++;
        continue;
      }

      let produced = true; // whether a result is left on the stack that must be recorded
      const a = sp - 8;
      const b = sp - 16;
      switch (op) {
        case 0x00: // STOP
          if (watcher) watcher.step(pc, gasBefore, 0);
          frame.gas = gas;
          this.steps = steps + 1;
          endFrame(this, frame, Halt.none, '', EMPTY);
          return Next.frame;
        case 0x01:
          W.add(s, a, s, b, s, b);
          sp = a;
          break;
        case 0x02:
          W.mul(s, a, b, b);
          sp = a;
          break;
        case 0x03:
          W.sub(s, a, s, b, s, b);
          sp = a;
          break;
        case 0x04:
          W.div(s, a, b, b);
          sp = a;
          break;
        case 0x05:
          W.sdiv(s, a, b, b);
          sp = a;
          break;
        case 0x06:
          W.mod(s, a, b, b);
          sp = a;
          break;
        case 0x07:
          W.smod(s, a, b, b);
          sp = a;
          break;
        case 0x08:
          W.addmod(s, a, b, sp - 24, sp - 24);
          sp = b;
          break;
        case 0x09:
          W.mulmod(s, a, b, sp - 24, sp - 24);
          sp = b;
          break;
        case 0x0a: {
          gas -= W.byteLength(s, b) * (this.fork >= Fork.spuriousDragon ? 50 : 10); // EIP-160
          if (gas < 0) {
            halt = Halt.outOfGas;
            break;
          }
          W.exp(s, a, b, b);
          sp = a;
          break;
        }
        case 0x0b:
          W.signextend(s, a, b, b);
          sp = a;
          break;
        case 0x10:
          W.setNumber(s, b, W.less(s, a, s, b) ? 1 : 0);
          sp = a;
          break;
        case 0x11:
          W.setNumber(s, b, W.less(s, b, s, a) ? 1 : 0);
          sp = a;
          break;
        case 0x12:
          W.setNumber(s, b, W.lessSigned(s, a, b) ? 1 : 0);
          sp = a;
          break;
        case 0x13:
          W.setNumber(s, b, W.lessSigned(s, b, a) ? 1 : 0);
          sp = a;
          break;
        case 0x14:
          W.setNumber(s, b, W.equal(s, a, s, b) ? 1 : 0);
          sp = a;
          break;
        case 0x15:
          W.setNumber(s, a, W.isZero(s, a) ? 1 : 0);
          break;
        case 0x16:
          for (let i = 0; i < 8; i++) s[b + i] &= s[a + i];
          sp = a;
          break;
        case 0x17:
          for (let i = 0; i < 8; i++) s[b + i] |= s[a + i];
          sp = a;
          break;
        case 0x18:
          for (let i = 0; i < 8; i++) s[b + i] ^= s[a + i];
          sp = a;
          break;
        case 0x19:
          for (let i = 0; i < 8; i++) s[a + i] = ~s[a + i];
          break;
        case 0x1a:
          W.setNumber(s, b, W.byteAt(s, a, b));
          sp = a;
          break;
        case 0x1b:
          W.shl(s, a, b, b);
          sp = a;
          break;
        case 0x1c:
          W.shr(s, a, b, b, false);
          sp = a;
          break;
        case 0x1d:
          W.shr(s, a, b, b, true);
          sp = a;
          break;
        case 0x1e:
          W.setNumber(s, a, W.leadingZeros(s, a));
          break;
        case 0x20: {
          const size = W.toNumber(s, b);
          const offset = W.toNumber(s, a);
          const end = Gas.memoryEnd(offset, size);
          gas -= frame.expansionGas(end) + Gas.KECCAK_WORD * Gas.wordsOf(size);
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          W.fromBytes(keccak_256(size === 0 ? EMPTY : frame.memory.subarray(offset, end)), 0, 32, s, b);
          if (watcher) watcher.keccak(frame.memory, offset, size, s, b);
          sp = a;
          break;
        }
        case 0x30:
          W.copy(state.address, frame.self << 3, s, sp);
          sp += 8;
          break;
        case 0x31: // BALANCE
        case 0x3b: // EXTCODESIZE
        case 0x3f: {
          // EXTCODEHASH
          const account = state.indexOf(s, a);
          if (!state.requireAccount(account)) {
            frame.pc = pc;
            frame.gas = gasBefore;
            frame.sp = sp;
            this.steps = steps;
            return Next.missing;
          }
          gas -=
            this.fork >= Fork.berlin
              ? state.warmAccount(account)
                ? Gas.COLD_ACCOUNT
                : Gas.WARM_ACCESS
              : Gas.flatAccess(this.fork, op === 0x31 ? 'balance' : op === 0x3b ? 'code' : 'codeHash');
          if (gas < 0) {
            halt = Halt.outOfGas;
            break;
          }
          if (watcher) watcher.account(account);
          if (op === 0x31) W.copy(state.balance, account << 3, s, a);
          else if (op === 0x3b) W.setNumber(s, a, state.codes[state.code[account]].bytes.length);
          else if (!state.exists(account) || state.isEmpty(account)) W.setNumber(s, a, 0);
          else W.copy(state.codes[state.code[account]].hash, 0, s, a);
          break;
        }
        case 0x32:
          W.copy(this.origin, 0, s, sp);
          sp += 8;
          break;
        case 0x33:
          W.copy(state.address, frame.caller << 3, s, sp);
          sp += 8;
          break;
        case 0x34:
          W.copy(frame.value, 0, s, sp);
          sp += 8;
          break;
        case 0x35: {
          const offset = W.toNumber(s, a);
          const { input } = frame;
          if (offset + 32 <= input.length) W.fromBytes(input, offset, 32, s, a);
          else if (offset >= input.length) W.setNumber(s, a, 0);
          else {
            const padded = new Uint8Array(32);
            padded.set(input.subarray(offset));
            W.fromBytes(padded, 0, 32, s, a);
          }
          break;
        }
        case 0x36:
          W.setNumber(s, sp, frame.input.length);
          sp += 8;
          break;
        case 0x37: // CALLDATACOPY
        case 0x39: {
          // CODECOPY
          const size = W.toNumber(s, sp - 24);
          const end = Gas.memoryEnd(W.toNumber(s, a), size);
          gas -= frame.expansionGas(end) + Gas.COPY_WORD * Gas.wordsOf(size);
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          copyPadded(op === 0x37 ? frame.input : code, W.toNumber(s, b), size, frame.memory, end - size);
          sp -= 24;
          produced = false;
          break;
        }
        case 0x38:
          W.setNumber(s, sp, codeLength);
          sp += 8;
          break;
        case 0x3a:
          W.copy(this.transaction.gasPrice, 0, s, sp);
          sp += 8;
          break;
        case 0x3c: {
          // EXTCODECOPY
          const account = state.indexOf(s, a);
          if (!state.requireAccount(account)) {
            frame.pc = pc;
            frame.gas = gasBefore;
            frame.sp = sp;
            this.steps = steps;
            return Next.missing;
          }
          const size = W.toNumber(s, sp - 32);
          const end = Gas.memoryEnd(W.toNumber(s, b), size);
          gas -= frame.expansionGas(end) + Gas.COPY_WORD * Gas.wordsOf(size);
          gas -=
            this.fork >= Fork.berlin
              ? state.warmAccount(account)
                ? Gas.COLD_ACCOUNT
                : Gas.WARM_ACCESS
              : Gas.flatAccess(this.fork, 'code');
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          if (watcher) watcher.account(account);
          frame.expand(end);
          copyPadded(state.codes[state.code[account]].bytes, W.toNumber(s, sp - 24), size, frame.memory, end - size);
          sp -= 32;
          produced = false;
          break;
        }
        case 0x3d:
          W.setNumber(s, sp, frame.returned.length);
          sp += 8;
          break;
        case 0x3e: {
          const size = W.toNumber(s, sp - 24);
          const from = W.toNumber(s, b);
          if (from + size > frame.returned.length) {
            halt = Halt.returnDataOutOfBounds;
            break;
          }
          const end = Gas.memoryEnd(W.toNumber(s, a), size);
          gas -= frame.expansionGas(end) + Gas.COPY_WORD * Gas.wordsOf(size);
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          copyPadded(frame.returned, from, size, frame.memory, end - size);
          sp -= 24;
          produced = false;
          break;
        }
        case 0x40: {
          const number = W.toNumber(s, a);
          if (number >= this.block.number || number < this.block.number - 256) W.setNumber(s, a, 0);
          else {
            const hash = this.block.blockHash(number);
            if (hash === undefined) {
              state.missing = { kind: 'blockHash', number };
              frame.pc = pc;
              frame.gas = gasBefore;
              frame.sp = sp;
              this.steps = steps;
              return Next.missing;
            }
            W.fromBytes(hash, 0, 32, s, a);
          }
          break;
        }
        case 0x41:
          W.copy(this.coinbase, 0, s, sp);
          sp += 8;
          break;
        case 0x42:
          W.setNumber(s, sp, this.block.timestamp);
          sp += 8;
          break;
        case 0x43:
          W.setNumber(s, sp, this.block.number);
          sp += 8;
          break;
        case 0x44:
          W.copy(this.random, 0, s, sp);
          sp += 8;
          break;
        case 0x45:
          W.setNumber(s, sp, this.block.gasLimit);
          sp += 8;
          break;
        case 0x46:
          W.copy(this.chainId, 0, s, sp);
          sp += 8;
          break;
        case 0x47:
          W.copy(state.balance, frame.self << 3, s, sp);
          sp += 8;
          break;
        case 0x48:
          W.copy(this.baseFee, 0, s, sp);
          sp += 8;
          break;
        case 0x49: {
          const hash = this.transaction.blobHashes[W.toNumber(s, a)];
          if (hash) W.fromBytes(hash, 0, 32, s, a);
          else W.setNumber(s, a, 0);
          break;
        }
        case 0x4a:
          W.copy(this.blobFee, 0, s, sp);
          sp += 8;
          break;
        case 0x50:
          sp = a;
          produced = false;
          break;
        case 0x51: {
          const offset = W.toNumber(s, a);
          if (offset + 32 > frame.memorySize) {
            const end = Gas.memoryEnd(offset, 32);
            gas -= frame.expansionGas(end);
            if (!(gas >= 0)) {
              halt = Halt.outOfGas;
              break;
            }
            frame.expand(end);
          }
          W.fromBytes(frame.memory, offset, 32, s, a);
          break;
        }
        case 0x52:
        case 0x53: {
          const offset = W.toNumber(s, a);
          const size = op === 0x52 ? 32 : 1;
          if (offset + size > frame.memorySize) {
            const end = Gas.memoryEnd(offset, size);
            gas -= frame.expansionGas(end);
            if (!(gas >= 0)) {
              halt = Halt.outOfGas;
              break;
            }
            frame.expand(end);
          }
          if (op === 0x52) W.toBytes(s, b, frame.memory, offset);
          else frame.memory[offset] = s[b];
          sp = b;
          produced = false;
          break;
        }
        case 0x54: {
          const slot = state.slots.indexOf(frame.self, s, a);
          if (!state.requireSlot(slot)) {
            frame.pc = pc;
            frame.gas = gasBefore;
            frame.sp = sp;
            this.steps = steps;
            return Next.missing;
          }
          gas -=
            this.fork >= Fork.berlin
              ? state.warmSlot(slot)
                ? Gas.COLD_SLOT
                : Gas.WARM_ACCESS
              : Gas.flatAccess(this.fork, 'slot');
          if (gas < 0) {
            halt = Halt.outOfGas;
            break;
          }
          if (watcher) watcher.storageRead(frame, slot, false);
          W.copy(state.slots.current, slot << 3, s, a);
          break;
        }
        case 0x55: {
          if (frame.isStatic) {
            halt = Halt.writeProtection;
            break;
          }
          // EIP-2200: no SSTORE with only the stipend left.
          if (this.fork >= Fork.istanbul && gas <= Gas.CALL_STIPEND) {
            halt = Halt.outOfGas;
            detail = 'not enough gas for reentrancy sentry';
            break;
          }
          const { slots } = state;
          const slot = slots.indexOf(frame.self, s, a);
          if (!state.requireSlot(slot)) {
            frame.pc = pc;
            frame.gas = gasBefore;
            frame.sp = sp;
            this.steps = steps;
            return Next.missing;
          }
          const at = slot << 3;
          shape.originalZero = W.isZero(slots.original, at);
          shape.currentZero = W.isZero(slots.current, at);
          shape.newZero = W.isZero(s, b);
          shape.currentIsNew = W.equal(slots.current, at, s, b);
          shape.originalIsCurrent = W.equal(slots.original, at, slots.current, at);
          shape.originalIsNew = W.equal(slots.original, at, s, b);
          Gas.storeGas(this.fork, shape, cost);
          if (this.fork >= Fork.berlin && state.warmSlot(slot)) gas -= Gas.COLD_SLOT;
          gas -= cost.gas;
          if (gas < 0) {
            halt = Halt.outOfGas;
            break;
          }
          this.refund += cost.refund;
          if (watcher) watcher.storageWrite(frame, slot, s, b, false);
          state.setSlot(slot, s, b);
          sp = b;
          produced = false;
          break;
        }
        case 0x56: {
          const target = W.toNumber(s, a);
          sp = a;
          if (destinations[target] !== 1) {
            halt = Halt.invalidJump;
            break;
          }
          if (watcher) watcher.step(pc, gasBefore, 8);
          steps++;
          pc = target;
          continue;
        }
        case 0x57: {
          const target = W.toNumber(s, a);
          const taken = !W.isZero(s, b);
          sp = b;
          produced = false;
          if (!taken) break;
          if (destinations[target] !== 1) {
            halt = Halt.invalidJump;
            break;
          }
          if (watcher) watcher.step(pc, gasBefore, 10);
          steps++;
          pc = target;
          continue;
        }
        case 0x58:
          W.setNumber(s, sp, pc);
          sp += 8;
          break;
        case 0x59:
          W.setNumber(s, sp, frame.memorySize);
          sp += 8;
          break;
        case 0x5a:
          if (frame.reserve === 0n) W.setNumber(s, sp, gas);
          else W.fromBigInt(frame.reserve + BigInt(gas), s, sp);
          sp += 8;
          break;
        case 0x5b:
          produced = false;
          break;
        case 0x5c: {
          const slot = state.transient.indexOf(frame.self, s, a);
          if (watcher) watcher.storageRead(frame, slot, true);
          W.copy(state.transient.current, slot << 3, s, a);
          break;
        }
        case 0x5d: {
          if (frame.isStatic) {
            halt = Halt.writeProtection;
            break;
          }
          const slot = state.transient.indexOf(frame.self, s, a);
          if (watcher) watcher.storageWrite(frame, slot, s, b, true);
          state.setTransient(slot, s, b);
          sp = b;
          produced = false;
          break;
        }
        case 0x5e: {
          const size = W.toNumber(s, sp - 24);
          const to = W.toNumber(s, a);
          const from = W.toNumber(s, b);
          const end = Math.max(Gas.memoryEnd(to, size), Gas.memoryEnd(from, size));
          gas -= frame.expansionGas(end) + Gas.COPY_WORD * Gas.wordsOf(size);
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          if (size > 0) frame.memory.copyWithin(to, from, from + size);
          sp -= 24;
          produced = false;
          break;
        }
        case 0xa0:
        case 0xa1:
        case 0xa2:
        case 0xa3:
        case 0xa4: {
          if (frame.isStatic) {
            halt = Halt.writeProtection;
            break;
          }
          const size = W.toNumber(s, b);
          const end = Gas.memoryEnd(W.toNumber(s, a), size);
          gas -= frame.expansionGas(end) + Gas.LOG_DATA * size;
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          const topicCount = op - 0xa0;
          const topics = new Uint32Array(topicCount * 8);
          for (let i = 0; i < topicCount; i++) W.copy(s, sp - 24 - i * 8, topics, i * 8);
          const data = size === 0 ? EMPTY : frame.memory.slice(end - size, end);
          this.logs.push({ address: frame.self, topics, topicCount, data });
          if (watcher) watcher.log(frame.self, topics, topicCount, data);
          sp -= 16 + topicCount * 8;
          produced = false;
          break;
        }
        case 0xf3: // RETURN
        case 0xfd: {
          // REVERT
          const size = W.toNumber(s, b);
          const end = Gas.memoryEnd(W.toNumber(s, a), size);
          gas -= frame.expansionGas(end);
          if (!(gas >= 0)) {
            halt = Halt.outOfGas;
            break;
          }
          frame.expand(end);
          if (watcher) watcher.step(pc, gasBefore, gasBefore - gas);
          frame.gas = gas;
          this.steps = steps + 1;
          endFrame(
            this,
            frame,
            op === 0xf3 ? Halt.none : Halt.revert,
            '',
            size === 0 ? EMPTY : frame.memory.slice(end - size, end),
          );
          return Next.frame;
        }
        case 0xf0: // CREATE
        case 0xf5: // CREATE2
        case 0xf1: // CALL
        case 0xf2: // CALLCODE
        case 0xf4: // DELEGATECALL
        case 0xfa: // STATICCALL
        case 0xff: {
          // SELFDESTRUCT
          frame.pc = pc;
          frame.gas = gas;
          frame.sp = sp;
          this.steps = steps;
          const outcome =
            op === 0xff
              ? selfdestruct(this, frame, gasBefore)
              : op === 0xf0 || op === 0xf5
                ? beginCreate(this, frame, op, gasBefore)
                : beginCall(this, frame, op, gasBefore);
          if (outcome === 'missing') {
            frame.gas = gasBefore;
            return Next.missing;
          }
          if (outcome === 'left') {
            this.steps = steps + 1;
            return Next.frame;
          }
          if (outcome === 'stayed') {
            gas = frame.gas;
            sp = frame.sp;
            pc++;
            steps++;
            continue;
          }
          halt = outcome;
          break;
        }
        default:
          halt = Halt.invalidOpcode;
          detail = opcodeName(op);
      }
      if (watcher) {
        watcher.step(pc, gasBefore, gasBefore - gas);
        if (produced && halt === Halt.none) watcher.result(s, sp - 8);
      }
      steps++;
      if (halt !== Halt.none) break;
      pc++;
    }

    frame.pc = pc;
    frame.sp = sp;
    this.steps = steps;
    endFrame(this, frame, halt, detail, EMPTY);
    return Next.frame;
  }
}

/** Copies `size` bytes of `from` starting at `offset` into `to` at `at`; past its end `from` reads as zeros. */
function copyPadded(from: Uint8Array, offset: number, size: number, to: Uint8Array, at: number): void {
  if (size === 0) return;
  const available = offset >= from.length ? 0 : Math.min(size, from.length - offset);
  if (available > 0) to.set(from.subarray(offset, offset + available), at);
  if (available < size) to.fill(0, at + available, at + size);
}
