import { hexDigits } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { decodeHexDigits } from '../json/bytes';

const WORDS = 5;

/**
 * Numbers addresses in the order they are first seen. Like `ByteInterner`, but
 * an entry is five 32-bit words: every row has two addresses, so this is where
 * the time of interning goes.
 */
export class AddressInterner {
  length = 0;
  private entries = new Int32Array(64 * WORDS);
  /** Index + 1 of an entry, 0 where the slot is free. At least twice as many slots as entries. */
  private slots = new Int32Array(128);
  private readonly words = new Int32Array(WORDS);
  private readonly bytes = new Uint8Array(this.words.buffer);

  /** Index of the address of the 40 hex digits from `start` on, -1 when they are none. */
  internHex(source: DataView, start: number): number {
    return decodeHexDigits(source, start, start + 40, this.bytes, 0) ? this.intern() : -1;
  }

  /** Index of the address whose 20 bytes begin at `start`. */
  internBytes(source: Uint8Array, start: number): number {
    for (let index = 0; index < 20; index++) this.bytes[index] = source[start + index];
    return this.intern();
  }

  /** All addresses, by index. */
  texts(): Address[] {
    const bytes = new Uint8Array(this.entries.buffer);
    return Array.from({ length: this.length }, (_, index) => {
      return `0x${hexDigits(bytes, index * 20, index * 20 + 20)}` as Address;
    });
  }

  private intern(): number {
    const { words, entries } = this;
    // All five words count: made-up addresses often differ in one place only.
    let hash = words[0];
    for (let index = 1; index < WORDS; index++) hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ words[index];
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (let entry = this.slots[slot]; entry !== 0; entry = this.slots[slot]) {
      const at = (entry - 1) * WORDS;
      if (
        entries[at] === words[0] &&
        entries[at + 1] === words[1] &&
        entries[at + 2] === words[2] &&
        entries[at + 3] === words[3] &&
        entries[at + 4] === words[4]
      ) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    return this.add(slot);
  }

  private add(slot: number): number {
    const index = this.length++;
    this.slots[slot] = index + 1;
    this.entries.set(this.words, index * WORDS);
    if (this.length * 2 === this.slots.length) this.grow();
    return index;
  }

  private grow(): void {
    const entries = new Int32Array(this.entries.length * 2);
    entries.set(this.entries);
    const { length } = this;
    this.entries = entries;
    this.slots = new Int32Array(this.slots.length * 2);
    this.length = 0;
    for (let index = 0; index < length; index++) {
      this.words.set(entries.subarray(index * WORDS, index * WORDS + WORDS));
      this.intern();
    }
  }
}
