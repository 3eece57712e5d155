/** What token contracts answer of themselves: `symbol()`, `name()` and `decimals()`. */
import type { Hex } from '../chain/primitives';
import { hexToBytes } from '../hex';

/** Selectors of the three. */
export const TOKEN_CALLS = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
} as const satisfies Record<string, Hex>;

/** Characters of a symbol or a name that are kept; the rest is no name but a message. */
const MAX_WORDS = 64;

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** The text of a `string`, or of a `bytes32` as early tokens (MKR, SAI) return it; undefined where it is empty or none. */
export function decodeTokenText(data: Hex): string | undefined {
  const bytes = hexToBytes(data);
  const content = bytes.length === 32 ? bytes : stringContent(bytes);
  if (content === undefined) return undefined;
  const text = new TextDecoder().decode(content.subarray(0, lastNonZero(content))).slice(0, MAX_WORDS);
  return text.trim() === '' ? undefined : text;
}

/** The number of a `uint8`, undefined for anything else. */
export function decodeDecimals(data: Hex): number | undefined {
  if (data.length < 66) return undefined;
  const decimals = Number(BigInt(data.slice(0, 66)));
  return decimals <= 255 ? decimals : undefined;
}

/** Bytes of the dynamic string that the first word points at. */
function stringContent(bytes: Uint8Array): Uint8Array | undefined {
  const offset = wordAt(bytes, 0);
  const length = wordAt(bytes, offset);
  const start = offset + 32;
  return Number.isSafeInteger(length) && start + length <= bytes.length
    ? bytes.subarray(start, start + length)
    : undefined;
}

/** The word at a byte offset; NaN where the bytes end before. */
function wordAt(bytes: Uint8Array, offset: number): number {
  if (!(offset >= 0 && offset + 32 <= bytes.length)) return Number.NaN;
  return bytes.subarray(offset, offset + 32).reduce((value, byte) => value * 256 + byte, 0);
}

function lastNonZero(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}
