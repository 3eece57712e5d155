/** Inputs of fuzz tests: edges of their types, values that the code and the state hold, and random ones. */

import type { AbiParameter } from 'viem';
import { checksumAddress } from '../../chain/address';
import { wordHex } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { State } from '../../evm/state/state';
import { toBigInt } from '../../evm/words/words';

const MASK = (1n << 64n) - 1n;
const MOST_ITEMS = 16n;
const MOST_BYTES = 64n;
/** Words of the dictionary at most. */
const MOST_WORDS = 20_000;

export class Inputs {
  private seed: bigint;
  private readonly words: readonly bigint[];

  /** `dictionaryWeight`: percent of the values that are taken from the dictionary. */
  constructor(
    seed: bigint,
    private readonly dictionaryWeight: number,
    state: State,
  ) {
    this.seed = seed & MASK;
    this.words = dictionaryOf(state);
  }

  /** A value of the type, as viem encodes it. */
  value(parameter: AbiParameter): unknown {
    const { type } = parameter;
    const array = /^(.*)\[(\d*)\]$/.exec(type);
    if (array) {
      const count = array[2] === '' ? this.below(MOST_ITEMS) : BigInt(array[2]);
      const item = { ...parameter, type: array[1] };
      return Array.from({ length: Number(count) }, () => this.value(item));
    }
    if (type === 'tuple' && 'components' in parameter) {
      const values = parameter.components.map((component) => this.value(component));
      const names = parameter.components.map(({ name }) => name);
      return names.every((name) => name) ? Object.fromEntries(names.map((name, at) => [name, values[at]])) : values;
    }
    if (type === 'bool') return this.below(2n) === 1n;
    if (type === 'address') return checksumAddress(`0x${wordHex(this.word(160)).slice(26)}` as Address);
    if (type === 'string') return this.text();
    if (type === 'bytes') return `0x${this.bytes(Number(this.below(MOST_BYTES)))}`;
    const sized = /^bytes(\d+)$/.exec(type);
    if (sized) return `0x${wordHex(this.word(256)).slice(2, 2 + 2 * Number(sized[1]))}`;
    const [, unsigned, width] = /^(u?)int(\d*)$/.exec(type) ?? [];
    const bits = Number(width || '256');
    const value = unsigned === 'u' ? this.word(bits) : BigInt.asIntN(bits, this.signed(bits));
    return bits <= 48 ? Number(value) : value;
  }

  /** Edges for a tenth, small numbers for another, the dictionary for its part, random bits of a random length otherwise. */
  private word(bits: number): bigint {
    const choice = Number(this.below(100n));
    const most = (1n << BigInt(bits)) - 1n;
    if (choice < 10) {
      const near = this.below(4n);
      return this.below(2n) === 0n ? near : most - near;
    }
    if (choice < 20) return BigInt.asUintN(bits, this.below(256n));
    if (choice < 20 + this.dictionaryWeight && this.words.length > 0)
      return BigInt.asUintN(bits, this.words[Number(this.below(BigInt(this.words.length)))]);
    return this.random() >> (256n - (1n + this.below(BigInt(bits))));
  }

  private signed(bits: number): bigint {
    const size = this.word(bits - 1);
    return this.below(2n) === 0n ? size : -size - 1n;
  }

  private text(): string {
    return Array.from({ length: Number(this.below(32n)) }, () =>
      String.fromCharCode(32 + Number(this.below(95n))),
    ).join('');
  }

  private bytes(count: number): string {
    return Array.from({ length: count }, () => this.below(256n).toString(16).padStart(2, '0')).join('');
  }

  below(limit: bigint): bigint {
    return this.random64() % limit;
  }

  private random(): bigint {
    return (this.random64() << 192n) | (this.random64() << 128n) | (this.random64() << 64n) | this.random64();
  }

  /** splitmix64. */
  private random64(): bigint {
    this.seed = (this.seed + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.seed;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }
}

/** Addresses, values of slots, and constants that code pushes, with their neighbours. */
function dictionaryOf(state: State): bigint[] {
  const found = new Set<bigint>();
  const add = (value: bigint) => {
    if (found.size < MOST_WORDS) found.add(value);
  };
  for (let account = 0; account < state.length; account++) add(toBigInt(state.address, account * 8));
  for (let slot = 0; slot < state.slots.length; slot++) add(toBigInt(state.slots.current, slot * 8));
  const codes = new Set(Array.from(state.code.subarray(0, state.length)));
  for (const code of codes) {
    const { bytes } = state.codes[code];
    for (let at = 0; at < bytes.length && found.size < MOST_WORDS; at++) {
      const size = bytes[at] - 0x5f;
      if (size < 1 || size > 32) continue;
      let value = 0n;
      for (let part = 1; part <= size; part++) value = (value << 8n) | BigInt(bytes[at + part] ?? 0);
      add(value);
      if (value > 0n) add(value - 1n);
      add(value + 1n);
      at += size;
    }
  }
  return [...found];
}

/** Returns simpler values of the type to try in the place of one, the simplest first. */
export function smaller(value: unknown, parameter: AbiParameter): unknown[] {
  if (typeof value === 'boolean') return value ? [false] : [];
  if (typeof value === 'bigint' || typeof value === 'number') {
    const whole = BigInt(value);
    // Nearer and nearer to the value, so that a bound is found by halving.
    const tries = [0n];
    for (let part = whole / 2n; part !== 0n; part /= 2n) tries.push(whole - part);
    const back = (one: bigint) => (typeof value === 'number' ? Number(one) : one);
    return [...new Set(tries)].filter((one) => size(one) < size(whole)).map(back);
  }
  if (Array.isArray(value)) {
    if (/\[\d+\]$/.test(parameter.type) || value.length === 0) return [];
    return [[], value.slice(0, value.length >> 1), value.slice(1)];
  }
  if (parameter.type === 'string')
    return String(value) === '' ? [] : ['', String(value).slice(0, String(value).length >> 1)];
  if (parameter.type === 'bytes') {
    const text = String(value);
    return text.length <= 2 ? [] : ['0x', text.slice(0, 2 + ((text.length - 2) >> 2) * 2)];
  }
  if (parameter.type === 'address' && BigInt(String(value)) > 1n)
    return [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}1`];
  return [];
}

const size = (value: bigint) => (value < 0n ? -value : value);
