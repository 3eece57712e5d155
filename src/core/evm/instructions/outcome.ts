/**
 * How an instruction went that the loop does not execute itself: a halt (0:
 * none, go on with the next), or one of these. What a frame needs to go on
 * (pc, gas, sp) stands in the frame while such an instruction runs; its
 * constant gas is taken off already.
 */
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';

export const Outcome = {
  /** Done; the loop tells the watcher. */
  done: Halt.none,
  /** `state.missing` is needed; nothing has changed. */
  missing: -1,
  /** Control left the frame: it ended, or another runs now. The watcher was told. */
  left: -2,
  /** Done, and the watcher was told. */
  answered: -3,
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome] | Halt;

/** Where geth stops computing the price of memory, bytes. */
const PRICED_MEMORY = 0x1fffffffe0;

/** The halt of a frame that cannot pay for memory up to `end`, as geth words it. */
export function outOfGas(machine: Machine, end: number): Halt {
  if (end >= 2 ** 64) return Halt.gasUintOverflow;
  machine.detail = end > PRICED_MEMORY ? 'gas uint64 overflow' : '';
  return Halt.outOfGas;
}
