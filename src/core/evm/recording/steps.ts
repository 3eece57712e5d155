/**
 * The executed instructions of one transaction, as chunked columns.
 *
 * A step keeps its pc and what it cost; its opcode is code[pc], its frame
 * follows from the transitions between frames, and everything else (stack,
 * memory, gas left) is had by running on from a checkpoint (src/core/replay). Eight
 * bytes a step.
 */

import { AssertionError } from '../../values/assert';
import type { Brand } from '../../values/brand';

/** Index of an executed instruction, from 0. */
export type StepIndex = Brand<number, 'StepIndex'>;

/** Brands a number known to be the index of a step. */
export function stepIndex(index: number): StepIndex {
  return index as StepIndex;
}

const CHUNK = 65536;

type Chunk = {
  pc: Uint32Array; // byte offset into the frame's code
  cost: Uint32Array; // gas, forwarded gas included as geth's gasCost counts it; capped at 2^32 - 1
};

export class StepColumns {
  length = 0;
  /** First step of each stay in a frame, ascending: a frame that calls is stayed in again afterwards. */
  readonly stayStart: number[] = [];
  /** Row of the frame of each stay. */
  readonly stayFrame: number[] = [];
  /** Steps that gave back more gas than they took: since Amsterdam, clearing a slot that is new in the transaction does. */
  private readonly givenBack = new Map<number, number>();
  private readonly chunks: Chunk[] = [];
  private last: Chunk = { pc: new Uint32Array(0), cost: new Uint32Array(0) };
  private at = CHUNK;

  push(pc: number, cost: number): void {
    if (this.at === CHUNK) {
      this.last = { pc: new Uint32Array(CHUNK), cost: new Uint32Array(CHUNK) };
      this.chunks.push(this.last);
      this.at = 0;
    }
    this.last.pc[this.at] = pc;
    this.last.cost[this.at] = Math.max(0, Math.min(cost, 0xffffffff));
    if (cost < 0) this.givenBack.set(this.length, -cost);
    this.at++;
    this.length++;
  }

  /** The next step runs in the frame of this row. */
  enterFrame(row: number): void {
    const n = this.stayStart.length;
    if (n > 0 && this.stayStart[n - 1] === this.length) this.stayFrame[n - 1] = row;
    else {
      this.stayStart.push(this.length);
      this.stayFrame.push(row);
    }
  }

  /** The pcs of the steps from `step` on that lie in one column with it, one at least: for passes over many steps. */
  pcsFrom(step: StepIndex): Uint32Array {
    const from = step % CHUNK;
    return this.chunkOf(step).pc.subarray(from, Math.min(CHUNK, from + this.length - step));
  }

  pc(step: StepIndex): number {
    return this.chunkOf(step).pc[step % CHUNK];
  }

  /** Gas; below zero where the step gave back more than it took (EIP-8037). */
  cost(step: StepIndex): number {
    const cost = this.chunkOf(step).cost[step % CHUNK];
    return cost === 0 ? -(this.givenBack.get(step) ?? 0) || 0 : cost;
  }

  /** Row of the frame the step ran in. Logarithmic in the number of calls. */
  frame(step: StepIndex): number {
    let low = 0;
    let high = this.stayStart.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.stayStart[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return this.stayFrame[low];
  }

  /** Bytes of the columns. */
  get size(): number {
    return this.chunks.length * CHUNK * 8 + (this.stayStart.length + this.givenBack.size) * 16;
  }

  private chunkOf(step: StepIndex): Chunk {
    // Asked for every step of a trace: the message is made only where it is needed.
    if (!(step >= 0 && step < this.length)) throw new AssertionError(`no step ${step}`);
    return this.chunks[Math.floor(step / CHUNK)];
  }
}
