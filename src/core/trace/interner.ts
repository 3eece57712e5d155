/**
 * Numbers byte strings in the order they are first seen: equal bytes, equal
 * index. An open-addressing hash table over one arena of bytes; a trace asks
 * it a few times a row, so it makes no objects.
 */
export class ByteInterner {
  length = 0;
  private arena = new Uint8Array(1024);
  /** Start of each entry in the arena; the end is the next one's start. */
  private starts = new Uint32Array(65);
  private hashes = new Int32Array(64);
  /** Index + 1 of an entry, 0 where the slot is free. At least twice as many slots as entries. */
  private slots = new Int32Array(128);

  /** Index of bytes [start, end), given out now if they are new. Constant time but for the hash. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5 ^ (end - start);
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.slots[slot]; entry !== 0; entry = this.slots[slot]) {
      if (this.hashes[entry - 1] === hash && this.equals(entry - 1, bytes, start, end)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.length + 1;
    return this.add(bytes, start, end, hash);
  }

  /** Bytes in all entries together. */
  get byteLength(): number {
    return this.starts[this.length];
  }

  /** Returns what `read` makes of each entry, in order of the indexes. */
  map<T>(read: (arena: Uint8Array, start: number, end: number) => T): T[] {
    return Array.from({ length: this.length }, (_, index) =>
      read(this.arena, this.starts[index], this.starts[index + 1]),
    );
  }

  private equals(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[index];
    if (this.starts[index + 1] - from !== end - start) return false;
    for (let at = 0; at < end - start; at++) if (this.arena[from + at] !== bytes[start + at]) return false;
    return true;
  }

  private add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const index = this.length++;
    const from = this.starts[index];
    const needed = from + end - start;
    if (needed > this.arena.length) {
      const grown = new Uint8Array(Math.max(needed, this.arena.length * 2));
      grown.set(this.arena);
      this.arena = grown;
    }
    for (let at = start; at < end; at++) this.arena[from + at - start] = bytes[at];
    this.hashes[index] = hash;
    this.starts[index + 1] = needed;
    if (this.length === this.hashes.length) this.grow();
    return index;
  }

  private grow(): void {
    const capacity = this.hashes.length * 2;
    const hashes = new Int32Array(capacity);
    hashes.set(this.hashes);
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.starts);
    const slots = new Int32Array(capacity * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.length; index++) {
      let slot = hashes[index] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.hashes = hashes;
    this.starts = starts;
    this.slots = slots;
  }
}
