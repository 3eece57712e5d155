/**
 * Decoding of ABI-encoded bytes into values to show.
 *
 * The bytes come from anybody. The walk follows offsets only inside the data,
 * visits a bounded number of values (offsets may overlap, so a small input can
 * describe an enormous value), and stops building values after a limit while
 * it goes on checking. On the way it notes whether the bytes are exactly what
 * an encoder makes of the values: that tells a right guess of a signature from
 * a wrong one.
 */

import { bytesToHex } from '../chain/hex';
import { utf8Text } from '../text/utf8';
import type { AbiType } from './abi-type';
import { cutText, type Decoded } from './decoded';

export type DecodeLimits = {
  /** Characters of a leaf that are kept. Numbers and addresses are never cut. */
  text: number;
  /** Values that are built, nested ones counted. Arrays beyond it are cut. */
  values: number;
  /** Reads what bytes that are no plain text hold in the place of a text; undefined for what it cannot read. */
  readText?: (bytes: Uint8Array) => string | undefined;
};

/** Values built when the caller does not say. */
export const DEFAULT_VALUES = 500;

export type DecodedParameters = {
  values: readonly Decoded[];
  /** Whether encoding the values gives the same bytes again. */
  canonical: boolean;
  /** Bytes that follow the encoding of the values, where the bytes before them are exactly that; else 0. */
  rest: number;
};

type Walk = {
  data: Uint8Array;
  textLimit: number;
  readText?: DecodeLimits['readText'];
  /** Values that may still be built. */
  values: number;
  /** Values that may still be visited. */
  visits: number;
  /** Bytes of dynamic values that may still be read. */
  bytes: number;
  canonical: boolean;
};

/**
 * Decodes `data` as a sequence of `types`; undefined when it does not hold
 * such a sequence. Tolerates what contracts tolerate: dirty padding, unusual
 * offsets, bytes left over. Linear in the length of `data`.
 */
export function decodeParameters(
  types: readonly AbiType[],
  data: Uint8Array,
  limits: DecodeLimits,
): DecodedParameters | undefined {
  const levels = types.reduce((most, type) => Math.max(most, type.levels), 0);
  const walk: Walk = {
    data,
    textLimit: limits.text,
    readText: limits.readText,
    values: limits.values,
    // Encoded data has a word for every leaf, and at most `levels` values on the way to it.
    visits: (Math.ceil(data.length / 32) + types.length + 16) * (levels + 1),
    // Every byte belongs to one value; a contract that saves space by sharing tails is allowed for.
    bytes: data.length * 4,
    canonical: true,
  };
  const values: Decoded[] = [];
  const end = readItems(walk, 0, types.length, (index) => types[index], headSize(types), values, true);
  if (end === -1) return undefined;
  const rest = walk.canonical ? data.length - end : 0;
  return { values, canonical: walk.canonical && rest === 0, rest };
}

/** Decodes one value type that fills a word of its own, as an indexed event parameter does. */
export function decodeWord(
  type: AbiType,
  word: Uint8Array,
  position: number,
  limits: DecodeLimits,
): { value: Decoded; canonical: boolean } {
  const walk: Walk = { data: word, textLimit: limits.text, values: 1, visits: 1, bytes: 0, canonical: true };
  const out: Decoded[] = [];
  readLeaf(walk, type, 0, nameOf(type, position), out);
  return { value: out[0], canonical: walk.canonical };
}

/** Returns the name under which a value is shown: its own, or `arg` and its position. */
export function nameOf(type: { name: string }, position: number): string {
  return type.name === '' ? `arg${position}` : type.name;
}

function headSize(types: readonly AbiType[]): number {
  return types.reduce((sum, type) => sum + type.size, 0);
}

/**
 * Reads `count` values whose heads start at `base`, which is also what their
 * offsets count from. Answers the end of the last tail, or -1.
 */
function readItems(
  walk: Walk,
  base: number,
  count: number,
  typeAt: (index: number) => AbiType,
  heads: number,
  out: Decoded[],
  named: boolean,
): number {
  if (base + heads > walk.data.length) return -1;
  let head = base;
  let tail = base + heads;
  for (let index = 0; index < count; index++) {
    walk.visits--;
    if (walk.visits < 0) return -1;
    const type = typeAt(index);
    const name = named ? nameOf(type, index) : String(index);
    if (!type.dynamic) {
      head = readValue(walk, type, head, name, out);
      if (head === -1) return -1;
      continue;
    }
    const offset = readLength(walk, head);
    if (offset === -1) return -1;
    if (base + offset !== tail) walk.canonical = false;
    tail = readValue(walk, type, base + offset, name, out);
    if (tail === -1) return -1;
    head += 32;
  }
  return tail;
}

/** Reads one value at `at`; answers where it ends, or -1. */
function readValue(walk: Walk, type: AbiType, at: number, name: string, out: Decoded[]): number {
  if (type.kind === 'tuple') {
    const components = type.components ?? [];
    const items = push(walk, type, name, components.length, out);
    return readItems(walk, at, components.length, (index) => components[index], headSize(components), items, true);
  }
  if (type.element !== undefined) return readArray(walk, type, type.element, at, name, out);
  if (type.dynamic) return readBytes(walk, type, at, name, out);
  return readLeaf(walk, type, at, name, out);
}

function readArray(walk: Walk, type: AbiType, element: AbiType, at: number, name: string, out: Decoded[]): number {
  const counted = type.count === -1;
  const count = counted ? readLength(walk, at) : type.count;
  if (count === -1) return -1;
  const items = push(walk, type, name, count, out);
  return readItems(walk, counted ? at + 32 : at, count, () => element, element.size * count, items, false);
}

/** Puts an array or tuple into `out` and answers the list its items go to; once enough is built, a list nobody keeps. */
function push(walk: Walk, type: AbiType, name: string, length: number, out: Decoded[]): Decoded[] {
  const items: Decoded[] = [];
  if (walk.values > 0) {
    walk.values--;
    out.push({ name, type: type.type, ...declaredOf(type), kind: type.kind, text: '', length, items });
  }
  return items;
}

function readBytes(walk: Walk, type: AbiType, at: number, name: string, out: Decoded[]): number {
  const length = readLength(walk, at);
  const start = at + 32;
  if (length === -1 || start + length > walk.data.length) return -1;
  walk.bytes -= length;
  if (walk.bytes < 0) return -1;
  const end = start + Math.ceil(length / 32) * 32;
  if (end > walk.data.length || !isZero(walk.data, start + length, end)) walk.canonical = false;
  const bytes = walk.data.subarray(start, start + length);
  if (type.kind === 'bytes') pushBytes(walk, type, bytes, name, out);
  else {
    const isText = isUtf8(bytes);
    const read = isText && !bytes.includes(0) ? undefined : walk.readText?.(bytes);
    if (!isText && read === undefined) walk.canonical = false;
    if (walk.values > 0) pushText(walk, type, name, read ?? utf8Text(bytes), out);
  }
  return end;
}

function readLeaf(walk: Walk, type: AbiType, at: number, name: string, out: Decoded[]): number {
  const { data } = walk;
  const end = at + 32;
  if (end > data.length) return -1;
  const built = out.length;
  let clean = true;
  if (type.kind === 'bytes') {
    clean = isZero(data, at + type.width, end);
    pushBytes(walk, type, data.subarray(at, at + type.width), name, out);
  } else if (type.kind === 'address') {
    clean = isZero(data, at, at + 12);
    if (walk.values > 0) pushText(walk, type, name, bytesToHex(data.subarray(at + 12, end)), out);
  } else if (type.kind === 'bool') {
    clean = isZero(data, at, end - 1) && data[end - 1] <= 1;
    if (walk.values > 0) pushText(walk, type, name, String(!isZero(data, at, end)), out);
  } else {
    clean = readInteger(walk, type, at, name, out);
  }
  if (!clean) {
    walk.canonical = false;
    if (out.length > built) out[built].dirty = true;
  }
  return end;
}

/** Whether the bits before the integer are those of its sign. */
function readInteger(walk: Walk, type: AbiType, at: number, name: string, out: Decoded[]): boolean {
  const { data } = walk;
  const start = at + 32 - type.width / 8;
  const negative = type.signed && data[start] >= 0x80;
  const padding = negative ? 0xff : 0;
  const clean = data.subarray(at, start).every((byte) => byte === padding);
  if (walk.values <= 0) return clean;
  const unsigned = BigInt(bytesToHex(data.subarray(start, at + 32)));
  const value = negative ? unsigned - (1n << BigInt(type.width)) : unsigned;
  pushText(walk, type, name, placePoint(value, type.decimals), out);
  return clean;
}

/** Returns the decimal text of `value` ÷ 10^decimals, without zeros at the end. */
export function placePoint(value: bigint, decimals: number): string {
  if (decimals === 0) return value.toString();
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A length, count or offset, or -1 when it is larger than the data. */
function readLength(walk: Walk, at: number): number {
  const { data } = walk;
  if (at + 32 > data.length || !isZero(data, at, at + 26)) return -1;
  let value = 0;
  for (let index = at + 26; index < at + 32; index++) value = value * 256 + data[index];
  return value > data.length ? -1 : value;
}

function isZero(data: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < Math.min(end, data.length); index++) if (data[index] !== 0) return false;
  return true;
}

function pushBytes(walk: Walk, type: AbiType, bytes: Uint8Array, name: string, out: Decoded[]): void {
  if (walk.values <= 0) return;
  walk.values--;
  const text = bytesToHex(bytes.subarray(0, Math.ceil(walk.textLimit / 2))).slice(0, Math.max(walk.textLimit, 2));
  const length = 2 + 2 * bytes.length;
  const end = text.length < length ? { end: bytesToHex(bytes.subarray(-2)).slice(2) } : undefined;
  out.push({ name, type: type.type, kind: 'bytes', text, length, ...end });
}

function pushText(walk: Walk, type: AbiType, name: string, text: string, out: Decoded[]): void {
  if (walk.values <= 0) return;
  walk.values--;
  // The slot that a library is handed is a place, and no number of anything (Solidity docs, Libraries).
  const member = type.type.endsWith(' storage') ? `storage slot ${text}` : type.members?.[Number(text)];
  out.push({
    name,
    type: type.type,
    ...declaredOf(type),
    kind: type.kind,
    text: type.kind === 'string' ? cutText(text, walk.textLimit) : text,
    length: text.length,
    ...(member !== undefined && { member }),
  });
}

function declaredOf({ declared }: AbiType): Pick<Decoded, 'declared'> {
  return declared === undefined ? {} : { declared };
}

/** Whether `bytes` is well-formed UTF-8: the shortest form of code points that are no surrogates. */
function isUtf8(bytes: Uint8Array): boolean {
  let index = 0;
  while (index < bytes.length) {
    const lead = bytes[index++];
    if (lead < 0x80) continue;
    const more =
      lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
    if (more === 0) return false;
    const next = bytes[index];
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (!(next >= low && next <= high)) return false;
    for (let follow = 1; follow < more; follow++) if ((bytes[index + follow] & 0xc0) !== 0x80) return false;
    index += more;
  }
  return true;
}
