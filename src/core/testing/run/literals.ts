/** Literals of a project's own sources, from which fuzzed inputs are taken: numbers by their types, texts and bytes. */

import { stringToBytes } from 'viem';
import { parseAddress } from '../../chain/address';
import { bytesToHex } from '../../chain/hex';
import { keccakHex } from '../../chain/keccak';
import type { Hex } from '../../chain/primitives';
import { readFields, readText } from '../../values/json-fields';
import type { TestProject } from '../project';

export type Literals = {
  /** By the type that they are offered for: `uint64`, `int32`, `address`, `bytes32`. */
  words: ReadonlyMap<string, readonly bigint[]>;
  texts: readonly string[];
  bytes: readonly Hex[];
};

const UNSIGNED = [8, 16, 32, 64, 128, 256];
const SIGNED = [16, 32, 64, 128, 256];
/** More digits than any number of 256 bits has. */
const MOST_DIGITS = 80;

/** Comments, what names files and versions, and assembly: none of it has literals of Solidity. */
const OTHERS = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b(?:import|pragma)\b[^;]*;`;
const TEXT = String.raw`\b(?:hex|unicode)?"(?:[^"\\\n]|\\.)*"|(?:\bhex|\bunicode)?'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
const NUMBER = String.raw`(?:-\s*)?(?<![\w.$])(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d+)?)(?![\w$])`;
const TOKEN = new RegExp(`${OTHERS}|\\bassembly\\b|[{}]|${TEXT}|${NUMBER}`, 'g');

const kept = new WeakMap<TestProject, Literals>();

/** Returns the literals of the sources and tests that the build has the text of, not of dependencies. Linear in them, once for a project. */
export function literalsOf(project: TestProject): Literals {
  let found = kept.get(project);
  if (found === undefined) {
    const { src, test } = project.settings.folders;
    const collected = new Collected();
    for (const [path, text] of new Map(project.runs.flatMap(({ input }) => textsOf(input))))
      if (path.startsWith(`${src}/`) || path.startsWith(`${test}/`)) collected.take(text);
    found = collected.literals();
    kept.set(project, found);
  }
  return found;
}

function textsOf(input: unknown): [string, string][] {
  return Object.entries(readFields(readFields(input).sources)).map(([path, source]) => [
    path,
    readText(readFields(source).content),
  ]);
}

class Collected {
  private readonly words = new Map<string, Set<bigint>>();
  private readonly texts = new Set<string>();
  private readonly bytes = new Set<Hex>();

  take(source: string): void {
    let depth = 0;
    let assembly: number | undefined;
    for (const [token] of source.matchAll(TOKEN)) {
      if (token === 'assembly') assembly ??= depth;
      else if (token === '{') depth++;
      else if (token === '}') {
        if (--depth === assembly) assembly = undefined;
      } else if (assembly !== undefined || /^(\/|import|pragma)/.test(token)) continue;
      else if (/^[\d-]/.test(token)) this.addNumber(token);
      else this.addText(token);
    }
  }

  literals(): Literals {
    const words = new Map([...this.words].map(([type, values]) => [type, [...values]]));
    return { words, texts: [...this.texts], bytes: [...this.bytes] };
  }

  private addNumber(token: string): void {
    const digits = token.replace(/^-\s*|_/g, '');
    const address = /^0x[\da-fA-F]{40}$/.test(digits) ? parseAddress(digits) : undefined;
    const value = address?.ok ? undefined : wholeOf(digits);
    if (address?.ok) this.add('address', BigInt(digits));
    if (value === undefined || value >= 1n << 256n) return;
    for (const bits of UNSIGNED) if (value < 1n << BigInt(bits)) this.add(`uint${bits}`, value);
    if (!token.startsWith('-')) return;
    for (const bits of SIGNED) if (value <= 1n << BigInt(bits - 1)) this.add(`int${bits}`, BigInt.asUintN(256, -value));
  }

  private addText(token: string): void {
    const inner = token.slice(token.search(/["']/) + 1, -1);
    if (token.startsWith('hex')) {
      this.bytes.add(`0x${inner.replace(/_/g, '').toLowerCase()}`);
      return;
    }
    const text = unescaped(inner);
    const bytes = stringToBytes(text);
    this.add('bytes32', BigInt(keccakHex(bytes)));
    if (bytes.length <= 32) this.add('bytes32', BigInt(bytesToHex(bytes).padEnd(66, '0')));
    this.texts.add(text);
  }

  private add(type: string, value: bigint): void {
    const values = this.words.get(type);
    if (values === undefined) this.words.set(type, new Set([value]));
    else values.add(value);
  }
}

/** Returns the whole number of digits with a point or an exponent; undefined for a fraction. */
function wholeOf(digits: string): bigint | undefined {
  if (digits.startsWith('0x')) return digits.length > 2 ? BigInt(digits) : undefined;
  const [, whole = '', part = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/i.exec(digits) ?? [];
  const places = Number(power) - part.length;
  if (whole.length + places > MOST_DIGITS) return undefined;
  const all = BigInt(whole + part);
  if (places >= 0) return all * 10n ** BigInt(places);
  const size = 10n ** BigInt(Math.min(-places, MOST_DIGITS));
  return all % size === 0n ? all / size : undefined;
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))/gi, (_, byte, unit, one) =>
    one === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit, 16)) : (SHORT[one] ?? one),
  );
}
