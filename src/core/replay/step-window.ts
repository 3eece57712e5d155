/** Steps with what the columns of a recording leave out, had by running a machine over them once more. */
import type { Machine } from '../evm/machine';
import type { StepIndex } from '../evm/recording/steps';
import type { Watcher } from '../evm/recording/watcher';

export type ExecutedStep = {
  step: StepIndex;
  pc: number;
  opcode: number;
  /** Left before the step. */
  gas: number;
  /** Below zero where it gave back more than it took. */
  cost: number;
};

/** Keeps the opcode of every step, a byte each. */
export class OpcodeWatcher implements Watcher {
  readonly opcodes: Uint8Array;
  /** The machine that is watched; set before it runs. */
  machine: Machine | undefined;
  private next = 0;

  constructor(count: number) {
    this.opcodes = new Uint8Array(count);
  }

  step(pc: number): void {
    // Past its end code reads as STOP.
    if (this.next < this.opcodes.length) this.opcodes[this.next++] = this.machine?.frame?.code[pc] ?? 0;
  }

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
}
