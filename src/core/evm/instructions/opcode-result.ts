/**
 * How an instruction went that the loop (run-frame.ts) does not execute itself.
 * Its constant gas is taken off before it runs. What the frame needs to go on
 * (pc, gas, sp) stands in the frame while it runs.
 */
import type { Frame } from '../frames/frame';
import { Halt, LACKS } from '../frames/halt';
import type { Machine } from '../machine';

export const OpcodeResult = {
  /** The instruction is done; the loop tells the watcher. */
  done: 0,
  /** The instruction is done, and the watcher was told. */
  answered: 1,
  /** Control left the frame: it ended, or another frame runs now. The watcher was told. */
  left: 2,
  /** `state.missing` says what is needed first; nothing has changed. */
  missing: 3,
  /** The frame ends exceptionally: `machine.raised` says why. */
  halted: 4,
} as const;
export type OpcodeResult = (typeof OpcodeResult)[keyof typeof OpcodeResult];

/** Ends the running frame for `reason`. */
export function raise(machine: Machine, reason: Halt): OpcodeResult {
  machine.raised = reason;
  return OpcodeResult.halted;
}

/** geth stops computing the price of memory here, bytes. */
const MAX_PRICED_MEMORY = 0x1fffffffe0;

/** Pays for memory up to `end`, bytes, and `price` before it; false where the frame cannot, which `raiseOutOfGas` told the machine. */
export function payMemory(machine: Machine, frame: Frame, end: number, price = 0): boolean {
  const left = frame.gas - price;
  if (frame.pay(frame.expansionGas(end) + price)) return true;
  raiseOutOfGas(machine, frame, end, left);
  return false;
}

/**
 * Ends a frame that cannot pay for memory up to `end`, bytes, in geth's words. `left`: gas that it had for the memory.
 * Tests of contracts are told, too, what they lack: gas, gas for memory, or memory.
 */
export function raiseOutOfGas(machine: Machine, frame: Frame, end: number, left: number): OpcodeResult {
  // revm asks that each operand is below 2^64, geth that their sum is, too.
  const overflows = machine.interceptor === undefined ? end >= 2 ** 64 : end === Number.POSITIVE_INFINITY;
  if (overflows) return raise(machine, Halt.gasUintOverflow);
  machine.detail = end > MAX_PRICED_MEMORY ? 'gas uint64 overflow' : '';
  if (machine.interceptor !== undefined) machine.detail = lacking(frame, end, left);
  return raise(machine, Halt.outOfGas);
}

function lacking(frame: Frame, end: number, left: number): string {
  if (left < 0 || frame.expansionGas(end) <= left) return '';
  return frame.isPastLimit(end) ? LACKS.memoryLimit : LACKS.memory;
}
