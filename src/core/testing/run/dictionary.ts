/** Words that fuzzed inputs are taken from: addresses and storage, constants of the code, and what calls returned. */

import type { State } from '../../evm/state/state';
import { toBigInt } from '../../evm/words/words';

/** Words at most. */
const MOST_WORDS = 20_000;
const constants = new WeakMap<Uint8Array, readonly bigint[]>();

export class Dictionary {
  private readonly words = new Set<bigint>();
  private list: bigint[];
  /** Number of words at the beginning; learned words stand behind them. */
  private readonly first: number;

  /** Takes what a state holds. Linear in it; code is read once. */
  constructor(state: State) {
    for (let account = 0; account < state.length; account++) this.words.add(toBigInt(state.address, account * 8));
    for (let slot = 0; slot < state.slots.length; slot++) {
      this.words.add(toBigInt(state.slots.keys, slot * 8));
      this.words.add(toBigInt(state.slots.current, slot * 8));
    }
    for (const code of new Set(state.code.subarray(0, state.length)))
      for (const word of constantsOf(state.codes[code].bytes)) if (this.words.size < MOST_WORDS) this.words.add(word);
    this.list = [...this.words];
    this.first = this.list.length;
  }

  get size(): number {
    return this.list.length;
  }

  word(at: number): bigint {
    return this.list[at];
  }

  /** Adds the words of data that a call returned or logged. */
  learn(data: Uint8Array): void {
    for (let at = 0; at + 32 <= data.length && this.list.length < MOST_WORDS; at += 32) {
      let word = 0n;
      for (let byte = 0; byte < 32; byte += 4)
        word =
          (word << 32n) |
          BigInt(
            ((data[at + byte] << 24) |
              (data[at + byte + 1] << 16) |
              (data[at + byte + 2] << 8) |
              data[at + byte + 3]) >>>
              0,
          );
      if (this.words.has(word)) continue;
      this.words.add(word);
      this.list.push(word);
    }
  }

  /** Forgets what was learned. */
  forget(): void {
    for (const word of this.list.slice(this.first)) this.words.delete(word);
    this.list.length = this.first;
  }
}

/** Returns the constants that code pushes, each with its neighbours. */
function constantsOf(code: Uint8Array): readonly bigint[] {
  const known = constants.get(code);
  if (known !== undefined) return known;
  const found = new Set<bigint>();
  for (let at = 0; at < code.length && found.size < MOST_WORDS; at++) {
    const size = code[at] - 0x5f;
    if (size < 1 || size > 32) continue;
    let value = 0n;
    for (let part = 1; part <= size; part++) value = (value << 8n) | BigInt(code[at + part] ?? 0);
    found.add(value);
    if (value > 0n) found.add(value - 1n);
    found.add(BigInt.asUintN(256, value + 1n));
    at += size;
  }
  const list = [...found];
  constants.set(code, list);
  return list;
}
