/**
 * Made-up inputs by forge's rules: a call takes all of its values from the dictionary and the literals of the sources, or none of them; then whole
 * numbers are near the ends of their type for a tenth, a fixture where there are any, or random bits of a random length.
 */

import { type AbiParameter, stringToHex } from 'viem';
import { wordHex } from '../../chain/hex';
import type { Dictionary } from './dictionary';
import type { Literals } from './literals';

/** Lists have fewer items than this, lists in lists fewer than the other. */
const MOST_ITEMS = 256;
const MOST_INNER = 16;
const MOST_BYTES = 100;
const MOST_CHARACTERS = 32;
/** Percent of whole numbers, and of other values, that are fixtures where there are any. */
const NUMBER_FIXTURES = 40;
const OTHER_FIXTURES = 50;
const EDGES = 10;
/** Percent of known texts and bytes that are texts of the source, and of known bytes that are bytes of it. */
const TEXT_LITERALS = 30;
const BYTES_OF_TEXTS = 10;
const BYTES_LITERALS = 20;
/** Letters of texts: digits and signs, other alphabets, and those of two UTF-16 units. */
const ALPHABETS = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x370, 0x37d],
  [0x4e00, 0x9fff],
  [0x1f300, 0x1f5ff],
] as const;

/** Values by the name of the parameter that they are for. */
export type Fixtures = ReadonlyMap<string, readonly unknown[]>;

export class Inputs {
  private readonly state = new Uint32Array(4);

  /** `dictionaryWeight`: percent of the calls whose values are taken from the dictionary. */
  constructor(
    seed: bigint,
    private readonly dictionaryWeight: number,
    private readonly dictionary: Dictionary,
    private readonly literals?: Literals,
  ) {
    for (let part = 0; part < 4; part++) this.state[part] = Number(BigInt.asUintN(32, seed >> BigInt(32 * part)));
    this.state[3] ^= 0x9e3779b9;
    for (let round = 0; round < 16; round++) this.next();
  }

  /** Values for a call, as viem encodes them. */
  values(parameters: readonly AbiParameter[], fixtures?: Fixtures): unknown[] {
    const isKnown = this.isFromDictionary();
    return parameters.map((parameter) =>
      this.value(parameter, isKnown, isKnown ? undefined : fixtures?.get(parameter.name ?? '')),
    );
  }

  /** An address in lower case, to send a call from. */
  address(): string {
    return String(this.value({ type: 'address' }, this.isFromDictionary()));
  }

  /** A whole number from 0 up to but without the limit. */
  below(limit: number): number {
    return this.next() % limit;
  }

  private isFromDictionary(): boolean {
    return this.dictionary.size > 0 && this.below(100) < this.dictionaryWeight;
  }

  private value(parameter: AbiParameter, isKnown: boolean, fixtures?: readonly unknown[], most = MOST_ITEMS): unknown {
    const { type } = parameter;
    const array = /^(.*)\[(\d*)\]$/.exec(type);
    if (array) {
      const length = array[2] === '' ? this.below(most) : Number(array[2]);
      const item = { ...parameter, type: array[1] };
      return Array.from({ length }, () => this.value(item, isKnown, undefined, MOST_INNER));
    }
    if (type === 'tuple' && 'components' in parameter) {
      const values = parameter.components.map((component) => this.value(component, isKnown, undefined, MOST_INNER));
      const names = parameter.components.map(({ name }) => name);
      return names.every((name) => name) ? Object.fromEntries(names.map((name, at) => [name, values[at]])) : values;
    }
    if (type === 'bool') return this.below(2) === 1;
    const [, unsigned, width] = /^(u?)int(\d*)$/.exec(type) ?? [];
    if (unsigned !== undefined) {
      const bits = Number(width || '256');
      if (fixtures !== undefined && fixtures.length > 0 && this.below(100) < NUMBER_FIXTURES) return this.one(fixtures);
      const value = unsigned === 'u' ? this.unsigned(bits, isKnown) : this.signed(bits, isKnown);
      return bits <= 48 ? Number(value) : value;
    }
    if (fixtures !== undefined && fixtures.length > 0 && this.below(100) < OTHER_FIXTURES) return this.one(fixtures);
    if (type === 'string')
      return (isKnown ? this.literal(this.literals?.texts, TEXT_LITERALS) : undefined) ?? this.text();
    const word = wordHex(isKnown ? this.known(type) : this.random());
    if (type === 'address') return `0x${word.slice(26)}`;
    if (type === 'bytes') return isKnown ? this.knownBytes(word) : `0x${this.bytes(this.below(MOST_BYTES))}`;
    if (type === 'function') return word.slice(0, 50);
    return word.slice(0, 2 + 2 * Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 32));
  }

  private unsigned(bits: number, isKnown: boolean): bigint {
    if (isKnown) return BigInt.asUintN(bits, this.known(`uint${bits}`));
    if (this.below(100) >= EDGES) return this.randomBits(bits);
    const near = BigInt(this.below(4));
    return this.below(2) === 0 ? near : (1n << BigInt(bits)) - 1n - near;
  }

  private signed(bits: number, isKnown: boolean): bigint {
    if (isKnown) return BigInt.asIntN(bits, this.known(`int${bits}`));
    if (this.below(100) >= EDGES) {
      const size = this.randomBits(bits - 1);
      return this.below(2) === 0 ? size : -size;
    }
    const near = BigInt(this.below(4));
    const end = 1n << BigInt(bits - 1);
    return [-end + near, -near - 1n, near, end - 1n - near][this.below(4)];
  }

  private one(list: readonly unknown[]): unknown {
    return list[this.below(list.length)];
  }

  /** Half of what is known is a literal of the type, where there are any. */
  private known(type: string): bigint {
    const literals = this.literals?.words.get(type);
    if (literals !== undefined && this.below(2) === 0) return literals[this.below(literals.length)];
    return this.dictionary.word(this.below(this.dictionary.size));
  }

  private knownBytes(word: string): string {
    const text = this.literal(this.literals?.texts, BYTES_OF_TEXTS);
    return text === undefined ? (this.literal(this.literals?.bytes, BYTES_LITERALS) ?? word) : stringToHex(text);
  }

  /** One of the list in so many of a hundred cases; undefined otherwise. */
  private literal<Literal>(list: readonly Literal[] | undefined, percent: number): Literal | undefined {
    if (list === undefined || list.length === 0 || this.below(100) >= percent) return undefined;
    return list[this.below(list.length)];
  }

  private text(): string {
    return Array.from({ length: this.below(MOST_CHARACTERS + 1) }, () => {
      const [first, last] = ALPHABETS[this.below(ALPHABETS.length)];
      return String.fromCodePoint(first + this.below(last - first + 1));
    })
      .join('')
      .trim();
  }

  private bytes(count: number): string {
    return Array.from({ length: count }, () => this.below(256).toString(16).padStart(2, '0')).join('');
  }

  private randomBits(most: number): bigint {
    return BigInt.asUintN(this.below(most + 1), this.random());
  }

  private random(): bigint {
    let word = 0n;
    for (let part = 0; part < 8; part++) word = (word << 32n) | BigInt(this.next());
    return word;
  }

  /** 32 random bits (sfc32). */
  private next(): number {
    const { state } = this;
    const sum = (state[0] + state[1] + state[3]) >>> 0;
    state[3]++;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = state[2] + (state[2] << 3);
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    return sum;
  }
}
