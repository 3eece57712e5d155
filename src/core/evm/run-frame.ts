/**
 * The loop over instructions. It keeps the frame's registers in locals and
 * writes them back when control leaves it.
 *
 *     at a segment's start, and it fits → its gas at once, then no checks
 *     otherwise                         → one instruction with every check (run-checked.ts)
 *
 * The segment's instructions are executed here, in 256-bit words of eight
 * limbs written out, because half of all steps only move such words; all others
 * are in instructions/. The cases of the switch are numbers, not constants of
 * rules/opcode-bytes.ts: V8 makes a jump table only of a switch over literals,
 * and unbundled code (Node, the development server) would run at half speed. A
 * test compares numbers and names with the table of instructions.
 * Rules: Yellow Paper and the EIPs named there.
 */
import { assert } from '../values/assert';
import type { Frame } from './frames/frame';
import { endFrame } from './frames/frame-end';
import { Halt } from './frames/halt';
import { pushEnvironment } from './instructions/environment';
import type { Machine } from './machine';
import * as Op from './rules/opcode-bytes';
import { Checked, FULL, runChecked } from './run-checked';
import * as A from './words/arithmetic';
import * as W from './words/words';

const EMPTY = new Uint8Array(0);

/** Runs `frame` until it ends, calls, or `limit` steps are done; false when state is missing. */
export function runFrame(machine: Machine, frame: Frame, limit: number): boolean {
  const { watcher } = machine;
  const { runnable, stack: s } = frame;
  assert(runnable, 'a frame that runs was started');
  const { padded: code, segments, set } = runnable;
  const segmentAt = segments.at;
  const price = set.gas;
  const codeLength = frame.code.length;
  let { pc, gas, sp } = frame;
  let steps = machine.steps;
  /** Where an instruction of a segment turned out not to be simple: memory must grow. */
  let special = -1;

  for (;;) {
    let count = 0;
    const segment = segmentAt[pc];
    if (
      segment !== 0 &&
      pc !== special &&
      gas >= segments.gas[segment] &&
      sp >= segments.needs[segment] &&
      sp + segments.grows[segment] <= FULL &&
      steps + segments.count[segment] <= limit
    ) {
      count = segments.count[segment];
      gas -= segments.gas[segment];
    } else {
      frame.pc = pc;
      frame.gas = gas;
      frame.sp = sp;
      machine.steps = steps;
      if (steps >= limit) return true;
      const op = code[pc];
      const checked = runChecked(machine, frame, op, pc === special);
      if (checked === Checked.done) {
        gas = frame.gas;
        sp = frame.sp;
        pc = frame.pc + 1; // past the byte of an instruction that has one
        special = -1;
        steps++;
        continue;
      }
      if (checked !== Checked.simple) return checked === Checked.left;
      gas -= price[op];
      count = 1;
    }

    steps += count;
    let invalid = false;
    instructions: for (; count > 0; count--) {
      const op = code[pc];
      let next = pc + 1;
      const a = sp - 8;
      const b = sp - 16;
      switch (op) {
        case 0x01: // ADD
          W.add(s, a, s, b, s, b);
          sp = a;
          break;
        case 0x02: // MUL
          A.mul(s, a, b, b);
          sp = a;
          break;
        case 0x03: // SUB
          W.sub(s, a, s, b, s, b);
          sp = a;
          break;
        case 0x04: // DIV
          A.div(s, a, b, b);
          sp = a;
          break;
        case 0x05: // SDIV
          A.sdiv(s, a, b, b);
          sp = a;
          break;
        case 0x06: // MOD
          A.mod(s, a, b, b);
          sp = a;
          break;
        case 0x07: // SMOD
          A.smod(s, a, b, b);
          sp = a;
          break;
        case 0x08: // ADDMOD
          A.addmod(s, a, b, sp - 24, sp - 24);
          sp = b;
          break;
        case 0x09: // MULMOD
          A.mulmod(s, a, b, sp - 24, sp - 24);
          sp = b;
          break;
        case 0x0b: // SIGNEXTEND
          W.signextend(s, a, b, b);
          sp = a;
          break;
        case 0x10: // LT
          W.setBit(s, b, W.less(s, a, s, b));
          sp = a;
          break;
        case 0x11: // GT
          W.setBit(s, b, W.less(s, b, s, a));
          sp = a;
          break;
        case 0x12: // SLT
          W.setBit(s, b, W.lessSigned(s, a, b));
          sp = a;
          break;
        case 0x13: // SGT
          W.setBit(s, b, W.lessSigned(s, b, a));
          sp = a;
          break;
        case 0x14: // EQ
          W.setBit(s, b, W.equal(s, a, s, b));
          sp = a;
          break;
        case 0x15: // ISZERO
          W.setBit(s, a, W.isZero(s, a));
          break;
        case 0x16: // AND
          s[b] &= s[a];
          s[b + 1] &= s[a + 1];
          s[b + 2] &= s[a + 2];
          s[b + 3] &= s[a + 3];
          s[b + 4] &= s[a + 4];
          s[b + 5] &= s[a + 5];
          s[b + 6] &= s[a + 6];
          s[b + 7] &= s[a + 7];
          sp = a;
          break;
        case 0x17: // OR
          s[b] |= s[a];
          s[b + 1] |= s[a + 1];
          s[b + 2] |= s[a + 2];
          s[b + 3] |= s[a + 3];
          s[b + 4] |= s[a + 4];
          s[b + 5] |= s[a + 5];
          s[b + 6] |= s[a + 6];
          s[b + 7] |= s[a + 7];
          sp = a;
          break;
        case 0x18: // XOR
          s[b] ^= s[a];
          s[b + 1] ^= s[a + 1];
          s[b + 2] ^= s[a + 2];
          s[b + 3] ^= s[a + 3];
          s[b + 4] ^= s[a + 4];
          s[b + 5] ^= s[a + 5];
          s[b + 6] ^= s[a + 6];
          s[b + 7] ^= s[a + 7];
          sp = a;
          break;
        case 0x19: // NOT
          s[a] = ~s[a];
          s[a + 1] = ~s[a + 1];
          s[a + 2] = ~s[a + 2];
          s[a + 3] = ~s[a + 3];
          s[a + 4] = ~s[a + 4];
          s[a + 5] = ~s[a + 5];
          s[a + 6] = ~s[a + 6];
          s[a + 7] = ~s[a + 7];
          break;
        case 0x1a: // BYTE
          W.setNumber(s, b, W.byteAt(s, a, b));
          sp = a;
          break;
        case 0x1b: // SHL
          W.shl(s, a, b, b);
          sp = a;
          break;
        case 0x1c: // SHR
          W.shr(s, a, b, b, false);
          sp = a;
          break;
        case 0x1d: // SAR
          W.shr(s, a, b, b, true);
          sp = a;
          break;
        case 0x1e: // CLZ
          W.setNumber(s, a, W.leadingZeros(s, a));
          break;
        case 0x30: // ADDRESS
        case 0x32: // ORIGIN
        case 0x33: // CALLER
        case 0x34: // CALLVALUE
        case 0x35: // CALLDATALOAD
        case 0x36: // CALLDATASIZE
        case 0x38: // CODESIZE
        case 0x3a: // GASPRICE
        case 0x3d: // RETURNDATASIZE
        case 0x41: // COINBASE
        case 0x42: // TIMESTAMP
        case 0x43: // NUMBER
        case 0x44: // DIFFICULTY
        case 0x45: // GASLIMIT
        case 0x46: // CHAINID
        case 0x47: // SELFBALANCE
        case 0x48: // BASEFEE
        case 0x49: // BLOBHASH
        case 0x4a: // BLOBBASEFEE
        case 0x4b: // SLOTNUM
          sp = pushEnvironment(machine, frame, op, sp);
          break;
        case 0x50: // POP
          sp = a;
          break;
        case 0x51: // MLOAD
        case 0x52: {
          // MSTORE
          const offset = W.toNumber(s, a);
          if (offset + 32 > frame.memorySize) {
            special = pc;
            break instructions;
          }
          if (op === Op.MLOAD) W.load(frame.memory, offset, s, a);
          else {
            W.toBytes(s, b, frame.memory, offset);
            sp = b;
          }
          break;
        }
        case 0x56: {
          // JUMP
          next = W.toNumber(s, a);
          sp = a;
          if (next >= codeLength || code[next] !== Op.JUMPDEST || segmentAt[next] === 0) {
            invalid = true;
            break instructions;
          }
          break;
        }
        case 0x57: {
          // JUMPI
          const target = W.toNumber(s, a);
          const taken = !W.isZero(s, b);
          sp = b;
          if (!taken) break;
          if (target >= codeLength || code[target] !== Op.JUMPDEST || segmentAt[target] === 0) {
            invalid = true;
            break instructions;
          }
          next = target;
          break;
        }
        case 0x58: // PC
          W.setNumber(s, sp, pc);
          sp += 8;
          break;
        case 0x59: // MSIZE
          W.setNumber(s, sp, frame.memorySize);
          sp += 8;
          break;
        case 0x5b: // JUMPDEST
          break;
        case 0x5f: // PUSH0
          s[sp] = 0;
          s[sp + 1] = s[sp + 2] = s[sp + 3] = s[sp + 4] = s[sp + 5] = s[sp + 6] = s[sp + 7] = 0;
          sp += 8;
          break;
        case 0x60: // PUSH1
          s[sp] = code[pc + 1];
          s[sp + 1] = s[sp + 2] = s[sp + 3] = s[sp + 4] = s[sp + 5] = s[sp + 6] = s[sp + 7] = 0;
          sp += 8;
          next = pc + 2;
          break;
        case 0x61: // PUSH2
          s[sp] = (code[pc + 1] << 8) | code[pc + 2];
          s[sp + 1] = s[sp + 2] = s[sp + 3] = s[sp + 4] = s[sp + 5] = s[sp + 6] = s[sp + 7] = 0;
          sp += 8;
          next = pc + 3;
          break;
        case 0x80: // DUP1
        case 0x81: // DUP2
        case 0x82: // DUP3
        case 0x83: // DUP4
        case 0x84: // DUP5
        case 0x85: // DUP6
        case 0x86: // DUP7
        case 0x87: // DUP8
        case 0x88: // DUP9
        case 0x89: // DUP10
        case 0x8a: // DUP11
        case 0x8b: // DUP12
        case 0x8c: // DUP13
        case 0x8d: // DUP14
        case 0x8e: // DUP15
        case 0x8f: {
          // DUP16
          const from = sp - ((op - Op.DUP1 + 1) << 3);
          s[sp] = s[from];
          s[sp + 1] = s[from + 1];
          s[sp + 2] = s[from + 2];
          s[sp + 3] = s[from + 3];
          s[sp + 4] = s[from + 4];
          s[sp + 5] = s[from + 5];
          s[sp + 6] = s[from + 6];
          s[sp + 7] = s[from + 7];
          sp += 8;
          break;
        }
        case 0x90: // SWAP1
        case 0x91: // SWAP2
        case 0x92: // SWAP3
        case 0x93: // SWAP4
        case 0x94: // SWAP5
        case 0x95: // SWAP6
        case 0x96: // SWAP7
        case 0x97: // SWAP8
        case 0x98: // SWAP9
        case 0x99: // SWAP10
        case 0x9a: // SWAP11
        case 0x9b: // SWAP12
        case 0x9c: // SWAP13
        case 0x9d: // SWAP14
        case 0x9e: // SWAP15
        case 0x9f: {
          // SWAP16
          const c = sp - ((op - Op.SWAP1 + 2) << 3);
          let limb = s[a];
          s[a] = s[c];
          s[c] = limb;
          limb = s[a + 1];
          s[a + 1] = s[c + 1];
          s[c + 1] = limb;
          limb = s[a + 2];
          s[a + 2] = s[c + 2];
          s[c + 2] = limb;
          limb = s[a + 3];
          s[a + 3] = s[c + 3];
          s[c + 3] = limb;
          limb = s[a + 4];
          s[a + 4] = s[c + 4];
          s[c + 4] = limb;
          limb = s[a + 5];
          s[a + 5] = s[c + 5];
          s[c + 5] = limb;
          limb = s[a + 6];
          s[a + 6] = s[c + 6];
          s[c + 6] = limb;
          limb = s[a + 7];
          s[a + 7] = s[c + 7];
          s[c + 7] = limb;
          break;
        }
        default: // PUSH3 to PUSH32: no other instruction is simple
          W.fromBytes(code, pc + 1, op - Op.PUSH0, s, sp);
          sp += 8;
          next = pc + 1 + op - Op.PUSH0;
          break;
      }
      if (watcher !== undefined) watcher.step(pc, price[op]);
      pc = next;
    }
    if (count === 0) continue;
    // Stopped before or at the instruction at pc: what was not executed is given back.
    if (invalid) {
      if (watcher !== undefined) watcher.step(pc, price[code[pc]]);
      frame.pc = pc;
      frame.gas = gas;
      frame.sp = sp;
      machine.steps = steps;
      endFrame(machine, frame, Halt.invalidJump, '', EMPTY);
      return true;
    }
    steps -= count;
    for (let at = pc; count > 0; count--) {
      const op = code[at];
      gas += price[op];
      at += 1 + Op.pushDataLength(op);
    }
  }
}
