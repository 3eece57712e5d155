/**
 * Runs of instructions that need no looking at one by one. Within a segment
 * every instruction has a constant price, leaves gas and state alone and goes
 * on with the next, so that gas and stack are checked once, on entering:
 *
 *     JUMPDEST DUP2 DUP2 LT ISZERO PUSH2 JUMPI │ PUSH1 ADD │ SLOAD │ SWAP1 POP …
 *     └──────────────── segment ─────────────┘  └ segment ┘         └ segment
 *
 * A segment begins at the start of the code, at a JUMPDEST, after a JUMPI and
 * after an instruction that is not simple; it ends with a jump or before what
 * is not simple. What does not fit in (too little gas, a budget that ends in
 * the middle) is executed instruction by instruction with every check.
 */
import * as Op from './rules/opcode-bytes';
import type { InstructionSet } from './rules/opcodes';

export type Segments = {
  /** By pc: number of the segment that begins there, 0 for none. A JUMPDEST among push data begins none. */
  at: Int32Array;
  // By number of the segment.
  /** Instructions. */
  count: Uint32Array;
  /** Sum of their prices. */
  gas: Float64Array;
  /** Limbs that must be on the stack. */
  needs: Uint16Array;
  /** Limbs by which the stack grows at most. */
  grows: Uint16Array;
};

/** The segments of the first `length` bytes of `code`. Linear in the length. */
export function findSegments(code: Uint8Array, length: number, set: InstructionSet): Segments {
  const { simple, pops, growth, gas } = set;
  const at = new Int32Array(code.length);
  const found: Segment[] = [NONE];
  let open: Segment | undefined;
  let height = 0;
  for (let pc = 0; pc < length; pc++) {
    const op = code[pc];
    if (simple[op] === 0) {
      open = undefined;
      pc += immediateLength(set, op, code[pc + 1]);
      continue;
    }
    if (open === undefined || op === Op.JUMPDEST) {
      open = { count: 0, gas: 0, needs: 0, grows: 0 };
      height = 0;
      at[pc] = found.length;
      found.push(open);
    }
    open.count++;
    open.gas += gas[op];
    open.needs = Math.max(open.needs, (pops[op] - height) * 8);
    height += growth[op];
    open.grows = Math.max(open.grows, height * 8);
    if (op === Op.JUMP || op === Op.JUMPI) open = undefined;
    pc += Op.pushDataLength(op);
  }
  return {
    at,
    count: Uint32Array.from(found, (segment) => segment.count),
    gas: Float64Array.from(found, (segment) => segment.gas),
    // More than the stack can hold is as good as any such number.
    needs: Uint16Array.from(found, (segment) => Math.min(segment.needs, 0xffff)),
    grows: Uint16Array.from(found, (segment) => Math.min(segment.grows, 0xffff)),
  };
}

/** Bytes behind an instruction that belong to it and at which no jump can arrive (EIP-8024). */
function immediateLength({ defined }: InstructionSet, op: number, next: number): number {
  if (op < Op.DUPN || op > Op.EXCHANGE || defined[op] === 0) return 0;
  return next >= Op.JUMPDEST && next <= Op.PUSH32 ? 0 : 1;
}

type Segment = { count: number; gas: number; needs: number; grows: number };
const NONE: Segment = { count: 0, gas: 0, needs: 0, grows: 0 };
