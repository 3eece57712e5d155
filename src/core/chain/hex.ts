/**
 * Between bytes and hex digits: `Uint8Array.of(1, 255)` and `0x01ff`. All are
 * linear. Hex inside an answer's JSON is read by json/bytes.ts, without strings.
 */
import { assert } from '../values/assert';
import type { Address, Hash, Hex, Selector } from './primitives';

const HEX_BYTE = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

/** Value of a hex digit by its character code, 256 for other characters: an OR over many tells whether all were digits. */
const DIGIT = new Uint16Array(128).fill(256);
for (let value = 0; value < 16; value++) {
  DIGIT[value.toString(16).charCodeAt(0)] = value;
  DIGIT[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Returns bytes [start, end) as lower-case hex digits without prefix. */
export function hexDigits(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let index = start; index < end; index++) text += HEX_BYTE[bytes[index]];
  return text;
}

/** Returns all bytes as 0x and two lower-case digits each. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${hexDigits(bytes, 0, bytes.length)}`;
}

/** Returns the address of 20 bytes. */
export function bytesToAddress(bytes: Uint8Array): Address {
  return bytesToHex(bytes) as Address;
}

/** Returns the hash, topic or storage key of 32 bytes. */
export function bytesToHash(bytes: Uint8Array): Hash {
  return bytesToHex(bytes) as Hash;
}

/** Returns the selector of 4 bytes. */
export function bytesToSelector(bytes: Uint8Array): Selector {
  return bytesToHex(bytes) as Selector;
}

/** Returns a number from 0 to 2^256 - 1 as the 64 digits of its word, without prefix. */
export function wordDigits(value: bigint | number): string {
  return value.toString(16).padStart(64, '0');
}

/** Returns a number from 0 to 2^256 - 1 as 0x and the 64 digits of its word: a topic, a storage key or a value. */
export function wordHex(value: bigint | number): Hash {
  return `0x${wordDigits(value)}` as Hash;
}

/** Returns a number as JSON-RPC writes a quantity: 0x and its digits, none of them a leading zero. */
export function quantityHex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** Returns the bytes of 0x and an even number of digits; throws for other texts, which `parseHex` is for. */
export function hexToBytes(hex: Hex): Uint8Array<ArrayBuffer> {
  const bytes = parseHex(hex);
  assert(bytes, 'hex has two digits for each byte');
  return bytes;
}

/** Reads a quantity of at most 32 bytes; undefined for other texts. */
export function parseQuantity(text: string | undefined): bigint | undefined {
  return text !== undefined && /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : undefined;
}

/** Parses the bytes of an even number of hex digits, `0x` optional; undefined for other texts. */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const start = text.startsWith('0x') ? 2 : 0;
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array((text.length - start) / 2);
  let seen = 0;
  for (let at = 0, index = start; at < bytes.length; at++, index += 2) {
    const value = (digitAt(text, index) << 4) | digitAt(text, index + 1);
    seen |= value;
    bytes[at] = value;
  }
  return seen < 256 ? bytes : undefined;
}

function digitAt(text: string, index: number): number {
  return DIGIT[text.charCodeAt(index)] ?? 256;
}
