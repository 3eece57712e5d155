/** A map that holds at most `most` entries: where one is added beyond that, the least recently used goes. */
export class RecentMap<Key, Value> {
  /** The least recently used first. */
  readonly #entries = new Map<Key, Value>();

  constructor(readonly most: number) {}

  /** Returns the value and counts as a use; undefined where there is none. */
  use(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Returns the value without using it; undefined where there is none. */
  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Adds or replaces the entry, which is a use, and returns the keys that had to go for it. */
  set(key: Key, value: Value): Key[] {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const dropped = [...this.#entries.keys()].slice(0, Math.max(0, this.#entries.size - this.most));
    for (const old of dropped) this.#entries.delete(old);
    return dropped;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): Iterable<Value> {
    return this.#entries.values();
  }
}
