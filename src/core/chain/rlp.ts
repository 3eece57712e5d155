/** RLP, and scalars as Ethereum's structures have them (yellow paper, appendix B). */
import { bytesToHex, hexToBytes } from './hex';
import type { Hex } from './primitives';

/** What RLP is made of: bytes as hex, or a list. */
export type RlpItem = Hex | readonly RlpItem[];

/** An RLP item whose bytes are bytes, not hex. */
export type RlpBytes = Uint8Array | readonly RlpBytes[];

/** Encodes a non-negative integer, big endian without leading zeros; zero is the empty string. */
export function rlpScalar(value: number | bigint): Hex {
  if (BigInt(value) === 0n) return '0x';
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}

/** Encodes an item as bytes; throws for hex that is none. Linear in the bytes, times how deep lists are nested. */
export function encodeRlp(item: RlpItem | RlpBytes): Uint8Array<ArrayBuffer> {
  if (typeof item === 'string') return encodeRlp(hexToBytes(item));
  if (item instanceof Uint8Array) {
    if (item.length === 1 && item[0] < 0x80) return Uint8Array.from(item);
    return concat([header(0x80, item.length), item]);
  }
  const parts = item.map(encodeRlp);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([header(0xc0, length), ...parts]);
}

/** Encodes an item as hex; throws for hex that is none. */
export function encodeRlpHex(item: RlpItem): Hex {
  return bytesToHex(encodeRlp(item));
}

/** Decodes bytes that are one item and no more; throws for others. Encodings that are longer than need be are accepted. */
export function decodeRlp(bytes: Uint8Array): RlpBytes {
  const { item, end } = decodeItem(bytes, 0, bytes.length);
  if (end !== bytes.length) throw new Error('There are bytes behind the RLP.');
  return item;
}

/** Decodes hex that is one item and no more, bytes as hex; throws for other texts. */
export function decodeRlpHex(hex: Hex): RlpItem {
  return toHex(decodeRlp(hexToBytes(hex)));
}

function toHex(item: RlpBytes): RlpItem {
  return item instanceof Uint8Array ? bytesToHex(item) : item.map(toHex);
}

/** The item that begins at `at`, and where it ends, at most at `limit`. */
function decodeItem(bytes: Uint8Array, at: number, limit: number): { item: RlpBytes; end: number } {
  const first = at < limit ? bytes[at] : Number.NaN;
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const size = first - (isList ? 0xc0 : 0x80);
  // Above 55 bytes, the number of bytes of the length comes first.
  const sizeBytes = Math.max(0, size - 55);
  const start = at + 1 + sizeBytes;
  let length = sizeBytes > 0 ? 0 : size;
  for (let index = at + 1; index < start; index++) length = length * 256 + bytes[index];
  const end = start + length;
  if (!(end <= limit)) throw new Error('The RLP is cut off.');
  if (!isList) return { item: bytes.subarray(start, end), end };
  const items: RlpBytes[] = [];
  for (let next = start; next < end; ) {
    const decoded = decodeItem(bytes, next, end);
    items.push(decoded.item);
    next = decoded.end;
  }
  return { item: items, end };
}

function header(base: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length);
  const digits = hexToBytes(rlpScalar(length));
  return Uint8Array.of(base + 55 + digits.length, ...digits);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
