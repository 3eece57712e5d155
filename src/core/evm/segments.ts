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
  /** For each pc: number of the segment that begins there, 0 for none. A JUMPDEST among push data begins none. */
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

/** More than the stack can hold is as good as any such number. */
const MOST_LIMBS = 0xffff;

/** Finds the segments of the first `length` bytes of `code`. Linear in the length, without an object for each: init code is looked at on every creation. */
export function findSegments(code: Uint8Array, length: number, set: InstructionSet): Segments {
  const { simple, pops, growth, gas } = set;
  const at = new Int32Array(code.length);
  let columns = columnsOf(64);
  /** Segments so far, with the number that stands for none. */
  let found = 1;
  let open = 0;
  let height = 0;
  for (let pc = 0; pc < length; pc++) {
    const op = code[pc];
    if (simple[op] === 0) {
      open = 0;
      pc += immediateLength(set, op, code[pc + 1]);
      continue;
    }
    if (open === 0 || op === Op.JUMPDEST) {
      if (found === columns.count.length) columns = columnsOf(found * 2, columns);
      open = found++;
      height = 0;
      at[pc] = open;
    }
    columns.count[open]++;
    columns.gas[open] += gas[op];
    columns.needs[open] = Math.max(columns.needs[open], Math.min((pops[op] - height) * 8, MOST_LIMBS));
    height += growth[op];
    columns.grows[open] = Math.max(columns.grows[open], Math.min(height * 8, MOST_LIMBS));
    if (op === Op.JUMP || op === Op.JUMPI) open = 0;
    pc += Op.pushDataLength(op);
  }
  return { at, ...columnsOf(found, columns) };
}

/** Columns for so many segments, with as much of `from` as fits in. */
function columnsOf(size: number, from?: Omit<Segments, 'at'>): Omit<Segments, 'at'> {
  const columns = {
    count: new Uint32Array(size),
    gas: new Float64Array(size),
    needs: new Uint16Array(size),
    grows: new Uint16Array(size),
  };
  if (from === undefined) return columns;
  columns.count.set(from.count.subarray(0, size));
  columns.gas.set(from.gas.subarray(0, size));
  columns.needs.set(from.needs.subarray(0, size));
  columns.grows.set(from.grows.subarray(0, size));
  return columns;
}

/** Bytes behind an instruction that belong to it and at which no jump can arrive (EIP-8024). */
function immediateLength({ defined }: InstructionSet, op: number, next: number): number {
  if (op < Op.DUPN || op > Op.EXCHANGE || defined[op] === 0) return 0;
  return next >= Op.JUMPDEST && next <= Op.PUSH32 ? 0 : 1;
}
