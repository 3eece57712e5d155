/** One instruction with every check: where its segment does not fit, and where its price or its effect depends on the state. */
import type { Frame } from './frames/frame';
import { endFrame } from './frames/frame-end';
import { Halt } from './frames/halt';
import { executeInstruction } from './instructions/execute';
import { OpcodeResult } from './instructions/opcode-result';
import type { Machine } from './machine';
import { opcodeName } from './rules/opcodes';

const EMPTY = new Uint8Array(0);
/** Limbs of a full stack. */
export const FULL = 8192;

/** How one instruction went. */
export const Checked = {
  /** The instruction is simple and fits; the caller executes it. */
  simple: 0,
  /**
   * The instruction was executed. Registers of the frame are those after it, but for the pc, which is at its last byte.
   */
  done: 1,
  /** The frame ended, or another one runs. */
  left: 2,
  /** State is missing, and nothing changed. */
  missing: 3,
} as const;
export type Checked = (typeof Checked)[keyof typeof Checked];

/** Checks the instruction at the frame's pc, and executes it unless it is simple; `grows` says that its memory must grow. */
export function runChecked(machine: Machine, frame: Frame, op: number, grows: boolean): Checked {
  const { watcher } = machine;
  const { pc, sp, gas } = frame;
  const set = frame.runnable?.set ?? machine.set; // the machine's may be another since the frame began
  const height = set.growth[op] << 3;
  let halt: Halt = Halt.none;
  let cost = 0;
  machine.detail = '';
  if (set.defined[op] === 0) {
    halt = Halt.invalidOpcode;
    machine.detail = opcodeName(op);
  } else if (sp < set.pops[op] << 3) {
    halt = Halt.stackUnderflow;
    machine.detail = `${sp >> 3} <=> ${set.pops[op]}`;
  } else if (sp + height > FULL) {
    halt = Halt.stackOverflow;
    machine.detail = `${sp >> 3} (${1024 - (height >> 3)})`;
  } else {
    cost = set.gas[op];
    if (gas < cost) halt = Halt.outOfGas;
    else if (set.simple[op] !== 0 && !grows) return Checked.simple;
    else {
      frame.gas = gas - cost;
      const result = executeInstruction(machine, frame, op, gas);
      if (result === OpcodeResult.missing) {
        frame.gas = gas;
        return Checked.missing;
      }
      cost = gas - frame.gas;
      if (result === OpcodeResult.left) {
        machine.steps++;
        return Checked.left;
      }
      if (result === OpcodeResult.halted) halt = machine.raised;
      else {
        if (result === OpcodeResult.done && watcher !== undefined) watcher.step(pc, cost);
        return Checked.done;
      }
    }
  }
  if (watcher !== undefined) watcher.step(pc, cost);
  machine.steps++;
  endFrame(machine, frame, halt, machine.detail, EMPTY);
  return Checked.left;
}
