/** Reads and writes of storage and transient storage, by the steps that did them: growing columns, nine bytes each. */
import type { SlotIndex } from './slots';
import type { StepIndex } from './steps';

const TRANSIENT = 1;
const WRITE = 2;

export type Access = { step: StepIndex; slot: SlotIndex; transient: boolean; write: boolean };

export class AccessColumns {
  length = 0;
  private step = new Uint32Array(1024); // StepIndex, ascending
  private slot = new Int32Array(1024); // SlotIndex in the state's table, or in that of transient storage
  private how = new Uint8Array(1024);

  push(step: number, slot: SlotIndex, transient: boolean, write: boolean): void {
    const at = this.length;
    if (at === this.how.length) this.grow();
    this.step[at] = step;
    this.slot[at] = slot;
    this.how[at] = (transient ? TRANSIENT : 0) | (write ? WRITE : 0);
    this.length++;
  }

  /** Step of an access; cheaper than the whole of it. */
  stepAt(index: number): StepIndex {
    return this.step[index] as StepIndex;
  }

  isWrite(index: number): boolean {
    return (this.how[index] & WRITE) !== 0;
  }

  at(index: number): Access {
    const how = this.how[index];
    return {
      step: this.step[index] as StepIndex,
      slot: this.slot[index] as SlotIndex,
      transient: (how & TRANSIENT) !== 0,
      write: (how & WRITE) !== 0,
    };
  }

  /** Slots that steps before `step` read or wrote, in the order of the first time. Linear in the accesses. */
  slotsBefore(step: StepIndex, transient: boolean): SlotIndex[] {
    const seen = new Set<SlotIndex>();
    for (let i = 0; i < this.length && this.step[i] < step; i++)
      if (((this.how[i] & TRANSIENT) !== 0) === transient) seen.add(this.slot[i] as SlotIndex);
    return [...seen];
  }

  /** Slots of storage that were read or written, in the order of the first time. Linear in the accesses. */
  slots(): SlotIndex[] {
    return this.slotsBefore(Number.POSITIVE_INFINITY as StepIndex, false);
  }

  /** Bytes of the columns. */
  get size(): number {
    return this.how.length * 9;
  }

  private grow(): void {
    const size = this.how.length * 2;
    const step = new Uint32Array(size);
    step.set(this.step);
    this.step = step;
    const slot = new Int32Array(size);
    slot.set(this.slot);
    this.slot = slot;
    const how = new Uint8Array(size);
    how.set(this.how);
    this.how = how;
  }
}
