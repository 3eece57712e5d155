import { writeUtf8 } from './bytes';

/** The bytes that `\b`, `\f`, `\n`, `\r`, `\t`, `\"`, `\\` and `\/` stand for (RFC 8259, section 7). */
const SIMPLE = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/**
 * Resolves the escapes of a JSON string, bytes [start, end) between its quotes, into `into`, which
 * must have room for end - start bytes: a resolved string is never longer. Lone surrogates become U+FFFD.
 * Returns the number of bytes written, or -1 when an escape is not one of RFC 8259.
 */
export function unescapeJson(bytes: Uint8Array, start: number, end: number, into: Uint8Array): number {
  let to = 0;
  let index = start;
  while (index < end) {
    const byte = bytes[index++];
    if (byte !== 0x5c) {
      into[to++] = byte;
      continue;
    }
    const kind = bytes[index++];
    if (kind !== 0x75) {
      const simple = SIMPLE.get(kind);
      if (simple === undefined || index > end) return -1;
      into[to++] = simple;
      continue;
    }
    let point = codeUnit(bytes, index, end);
    if (point < 0) return -1;
    index += 4;
    if (point >= 0xd800 && point < 0xdc00 && bytes[index] === 0x5c && bytes[index + 1] === 0x75) {
      const low = codeUnit(bytes, index + 2, end);
      if (low >= 0xdc00 && low < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        index += 6;
      }
    }
    to = writeUtf8((point & ~0x7ff) === 0xd800 ? 0xfffd : point, into, to);
  }
  return to;
}

function codeUnit(bytes: Uint8Array, start: number, end: number): number {
  if (start + 4 > end) return -1;
  let unit = 0;
  for (let index = start; index < start + 4; index++) {
    const digit = Number.parseInt(String.fromCharCode(bytes[index]), 16);
    if (Number.isNaN(digit)) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}
