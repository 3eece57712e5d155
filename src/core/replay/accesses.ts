/** Reads and writes of storage and transient storage, by the steps that did them: growing columns, 73 bytes each. */

import { type StepIndex, stepIndex } from '../evm/recording/steps';
import { type SlotIndex, slotIndex } from '../evm/state/slots';
import { copy, LIMBS, type Limbs, toBigInt } from '../evm/words/words';

const TRANSIENT = 1;
const WRITE = 2;

export type Access = { step: StepIndex; slot: SlotIndex; transient: boolean; write: boolean };

export class AccessColumns {
  length = 0;
  private step = new Uint32Array(1024); // StepIndex, ascending
  private slot = new Int32Array(1024); // SlotIndex in the state's table, or in that of transient storage
  private how = new Uint8Array(1024);
  private words: Limbs = new Uint32Array(1024 * 2 * LIMBS); // what the slot held before, then after

  /** The slot holds the word v[a…]. */
  pushRead(step: number, slot: SlotIndex, transient: boolean, v: Limbs, a: number): void {
    const at = this.push(step, slot, transient ? TRANSIENT : 0);
    copy(v, a, this.words, at);
    copy(v, a, this.words, at + LIMBS);
  }

  /** The slot holds the word v[a…] before, and w[b…] after. */
  pushWrite(step: number, slot: SlotIndex, transient: boolean, v: Limbs, a: number, w: Limbs, b: number): void {
    const at = this.push(step, slot, transient ? TRANSIENT | WRITE : WRITE);
    copy(v, a, this.words, at);
    copy(w, b, this.words, at + LIMBS);
  }

  /** Returns where its words are. */
  private push(step: number, slot: SlotIndex, how: number): number {
    const at = this.length;
    if (at === this.how.length) this.grow();
    this.step[at] = step;
    this.slot[at] = slot;
    this.how[at] = how;
    this.length++;
    return at * 2 * LIMBS;
  }

  /** Step of an access; cheaper than the whole of it. */
  stepAt(index: number): StepIndex {
    return stepIndex(this.step[index]);
  }

  isWrite(index: number): boolean {
    return (this.how[index] & WRITE) !== 0;
  }

  at(index: number): Access {
    const how = this.how[index];
    return {
      step: stepIndex(this.step[index]),
      slot: slotIndex(this.slot[index]),
      transient: (how & TRANSIENT) !== 0,
      write: (how & WRITE) !== 0,
    };
  }

  /** What the slot held before the access and after it; a failure later on may have undone it. */
  wordsAt(index: number): { before: bigint; after: bigint } {
    const at = index * 2 * LIMBS;
    return { before: toBigInt(this.words, at), after: toBigInt(this.words, at + LIMBS) };
  }

  /** Slots that steps before `step` read or wrote, in the order of the first time. Linear in the accesses. */
  slotsBefore(step: StepIndex, transient: boolean): SlotIndex[] {
    const seen = new Set<SlotIndex>();
    for (let i = 0; i < this.length && this.step[i] < step; i++)
      if (((this.how[i] & TRANSIENT) !== 0) === transient) seen.add(slotIndex(this.slot[i]));
    return [...seen];
  }

  /** Slots of storage that were read or written, in the order of the first time. Linear in the accesses. */
  slots(): SlotIndex[] {
    return this.slotsBefore(stepIndex(Number.POSITIVE_INFINITY), false);
  }

  /** Bytes of the columns. */
  get size(): number {
    return this.how.length * (9 + 8 * LIMBS);
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
    const words = new Uint32Array(size * 2 * LIMBS);
    words.set(this.words);
    this.words = words;
  }
}
