/**
 * Steps with what the columns of a recording leave out (opcode, gas left),
 * had by running a machine over them once more.
 */
import type { Machine } from './machine';
import type { StepIndex } from './steps';
import type { Watcher } from './watcher';

/** Hears of steps only, from step `from` on. */
abstract class StepWatcher implements Watcher {
  /** The machine that is watched; set before it runs. */
  machine: Machine | undefined;

  enter(): number {
    return -1;
  }
  exit(): void {}
  log(): void {}
  truncateLogs(): void {}
  account(): void {}
  storageRead(): void {}
  storageWrite(): void {}
  keccak(): void {}
  selfdestruct(): void {}
  result(): void {}

  /** The byte at `pc` of the code that runs; 0 (STOP) past its end. */
  protected opcode(pc: number): number {
    return this.machine?.frame?.code[pc] ?? 0;
  }

  abstract step(pc: number, gas: number, cost: number): void;
}

export type ExecutedStep = {
  step: StepIndex;
  pc: number;
  opcode: number /** Left before the step. */;
  gas: number;
  cost: number;
};

/** Collects the steps [from, …) as they are executed. */
export class WindowWatcher extends StepWatcher {
  readonly steps: ExecutedStep[] = [];
  private next: number;

  constructor(
    /** The step the machine is resumed at. */
    resumedAt: number,
    private readonly from: number,
  ) {
    super();
    this.next = resumedAt;
  }

  step(pc: number, gas: number, cost: number): void {
    const step = this.next++;
    if (step < this.from) return;
    this.steps.push({ step: step as StepIndex, pc, opcode: this.opcode(pc), gas, cost });
  }
}

/** The opcode of every step, a byte each. */
export class OpcodeWatcher extends StepWatcher {
  readonly opcodes: Uint8Array;
  private next = 0;

  constructor(count: number) {
    super();
    this.opcodes = new Uint8Array(count);
  }

  step(pc: number): void {
    if (this.next < this.opcodes.length) this.opcodes[this.next++] = this.opcode(pc);
  }
}
