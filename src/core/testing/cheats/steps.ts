/**
 * Acts before single instructions, where a cheatcode asked for that: memory that may not be written, gas that stands
 * still or is counted, slots of mappings. As forge 1.7.1 does in its inspector.
 */

import { bytesToHex } from '../../chain/hex';
import type { Frame } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type { Ending } from '../../evm/interceptor';
import { Fork } from '../../evm/rules/forks';
import * as Op from '../../evm/rules/opcode-bytes';
import { instructionSet } from '../../evm/rules/opcodes';
import { toBigInt, toBytes, toNumber } from '../../evm/words/words';
import { asciiBytes } from '../../json/bytes';
import type { CheatState, DebugStep } from './cheat-state';
import { hashedSlot, writtenSlot } from './mapping-slots';
import { VM_ADDRESS, type Vm } from './vm';

/** `stopExpectSafeMemory()`. */
const STOP_SAFE_MEMORY = '0x0956441b';

/** Returns whether something is to be done before instructions. */
export function watchesSteps({ metering, safeMemory, mappings, debugSteps }: CheatState): boolean {
  return (
    metering.isPaused ||
    metering.isReset ||
    metering.counted !== undefined ||
    safeMemory.size > 0 ||
    mappings !== undefined ||
    debugSteps !== undefined
  );
}

/** Acts before an instruction of the frame; an ending ends the frame. */
export function beforeStep(vm: Vm, frame: Frame): Ending | undefined {
  const { kept } = vm;
  const { metering } = kept;
  if (metering.isPaused) holdGas(vm, frame);
  if (metering.isReset) {
    metering.isReset = false;
    frame.gas = frame.gasLimit;
    vm.machine.refund = frame.refund;
  }
  const ranges = kept.safeMemory.get(frame.depth + 1);
  const refusal = ranges === undefined ? undefined : whyUnsafe(frame, ranges);
  if (refusal !== undefined) return { halt: Halt.revert, output: asciiBytes(refusal) };
  const op = opOf(frame);
  if (kept.mappings !== undefined && op === Op.KECCAK256) hashedSlot(kept.mappings, frame);
  if (kept.mappings !== undefined && op === Op.SSTORE) writtenSlot(kept.mappings, frame);
  if (kept.debugSteps !== undefined) noteStep(kept.debugSteps, frame, op);
  if (metering.counted?.depth === frame.depth + 1) {
    const used = frame.gasLimit - frame.gas;
    if (metering.lastUsed !== 0) metering.counted.used += Math.max(0, used - metering.lastUsed);
    metering.lastUsed = used;
  }
  return undefined;
}

/** The frame goes on with the gas that it had when metering was paused, or when it began. */
function holdGas({ kept, machine }: Vm, frame: Frame): void {
  const { paused } = kept.metering;
  const held = paused.at(-1);
  if (held === undefined) {
    paused.push({ gas: frame.gas, refund: machine.refund - frame.refund });
    return;
  }
  frame.gas = held.gas;
  machine.refund = frame.refund + held.refund;
}

/** Places of the offset and the size of memory on the stack, from its top. */
type Places = Readonly<Record<number, readonly [offset: number, size: number]>>;

/** Instructions that read memory and write none. */
const READS: Places = {
  [Op.KECCAK256]: [0, 1],
  [Op.RETURN]: [0, 1],
  [Op.REVERT]: [0, 1],
  [Op.LOG0]: [0, 1],
  [Op.LOG1]: [0, 1],
  [Op.LOG2]: [0, 1],
  [Op.LOG3]: [0, 1],
  [Op.LOG4]: [0, 1],
  [Op.CREATE]: [1, 2],
  [Op.CREATE2]: [1, 2],
};

/** Places of the memory that calls read: their calldata. */
const CALLDATA: Places = {
  [Op.CALL]: [3, 4],
  [Op.CALLCODE]: [3, 4],
  [Op.DELEGATECALL]: [2, 3],
  [Op.STATICCALL]: [2, 3],
};

/** Instructions that write memory. */
const WRITES: Places = {
  [Op.CALLDATACOPY]: [0, 2],
  [Op.CODECOPY]: [0, 2],
  [Op.RETURNDATACOPY]: [0, 2],
  [Op.EXTCODECOPY]: [1, 3],
  [Op.CALL]: [5, 6],
  [Op.CALLCODE]: [5, 6],
  [Op.STATICCALL]: [4, 5],
  [Op.DELEGATECALL]: [4, 5],
};

function noteStep(steps: DebugStep[], frame: Frame, op: number): void {
  const held = frame.sp >> 3;
  const count = Math.min(held, instructionSet(Fork.osaka).pops[op]);
  const stack = Array.from({ length: count }, (_, at) => toBigInt(frame.stack, frame.sp - 8 * (at + 1)));
  const places = READS[op] ?? CALLDATA[op];
  const range = op === Op.MLOAD ? [stack[0], 32n] : places?.map((at) => stack[at]);
  const [offset, size] = (range ?? [0n, 0n]).map((value) => Number(value ?? 0n));
  const memory = size <= 1 << 20 ? padded(frame, offset, size) : '0x';
  steps.push({ op, stack, memory, depth: frame.depth + 1, account: frame.self, isOutOfGas: false });
}

/** Memory past its end is zero. */
function padded({ memory, memorySize }: Frame, offset: number, size: number): string {
  const bytes = new Uint8Array(size);
  bytes.set(memory.subarray(offset, Math.min(offset + size, memorySize)));
  return bytesToHex(bytes);
}

/** Marks the last instruction where its frame ended for want of gas. */
export function noteOutOfGas({ kept: { debugSteps } }: Vm, halt: Halt): void {
  const last = debugSteps?.at(-1);
  if (last !== undefined && halt === Halt.outOfGas) last.isOutOfGas = true;
}

function opOf(frame: Frame): number {
  return frame.pc < frame.code.length ? frame.code[frame.pc] : Op.STOP;
}

type Ranges = readonly (readonly [number, number])[];

/** Says why the next instruction may not touch the memory that it touches; undefined where it may. */
function whyUnsafe(frame: Frame, ranges: Ranges): string | undefined {
  const op = opOf(frame);
  const at = (depth: number) => frame.sp - 8 * (depth + 1);
  const has = (depth: number) => at(depth) >= 0;
  const number = (depth: number) => toNumber(frame.stack, at(depth));
  const isInside = (offset: number, size: number) =>
    ranges.some(([from, to]) => offset >= from && offset < to && offset + Math.max(0, size - 1) < to);
  const refused = (offset: number, size: number) =>
    `memory write at offset 0x${hexOf(offset)} of size 0x${hexOf(size)} not allowed; safe range: ${ranges
      .map(([from, to]) => `[0x${hexOf(from)}, 0x${hexOf(to)})`)
      .join(' U ')}`;
  if (op === Op.MSTORE) {
    if (!has(1)) return undefined;
    const offset = number(0);
    // The compiler stores the selector of what ends the watch at the free memory pointer.
    return isInside(offset, 32) || stored(frame, at(1)) === STOP_SAFE_MEMORY ? undefined : refused(offset, 32);
  }
  if (op === Op.MSTORE8 || op === Op.MLOAD) {
    if (!has(0)) return undefined;
    const offset = number(0);
    const size = op === Op.MLOAD ? 32 : 1;
    return isInside(offset, size) || (op === Op.MLOAD && offset < frame.memorySize) ? undefined : refused(offset, size);
  }
  const written = WRITES[op];
  const places = written ?? READS[op];
  if (places === undefined || !has(places[1])) return undefined;
  const [offset, size] = places.map(number);
  if (isInside(offset, size)) return undefined;
  const last = Math.max(0, offset + size - 1);
  if (written === undefined && offset < frame.memorySize && last < frame.memorySize) return undefined;
  if (op === Op.CALL && isStop(frame, at)) return undefined;
  return refused(offset, size);
}

function isStop(frame: Frame, at: (depth: number) => number): boolean {
  if (toBigInt(frame.stack, at(1)) !== BigInt(VM_ADDRESS)) return false;
  const offset = toNumber(frame.stack, at(3));
  return bytesToHex(frame.memory.subarray(offset, offset + 4)) === STOP_SAFE_MEMORY;
}

function stored(frame: Frame, at: number): string {
  const bytes = new Uint8Array(32);
  toBytes(frame.stack, at, bytes, 0);
  return bytesToHex(bytes.subarray(0, 4));
}

function hexOf(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0');
}
