/**
 * Hex, numbers and UTF-8 text as they lie in JSON bytes, read and written in place.
 *
 * An answer's calldata never becomes a JavaScript string: the digits of
 * `"0xa9059cbb…"` go from the bytes of the answer into the payload buffer.
 */

/** Value of a hex digit, or 256 for a byte that is none, so that an OR over many tells whether all were digits. */
const NIBBLE = new Uint16Array(256).fill(256);
for (let digit = 0; digit < 10; digit++) NIBBLE[0x30 + digit] = digit;
for (let digit = 10; digit < 16; digit++) {
  NIBBLE[0x61 - 10 + digit] = digit;
  NIBBLE[0x41 - 10 + digit] = digit;
}

/** Returns the index of the first digit: past `0x` when it is there, else `start`. */
export function skipHexPrefix(bytes: Uint8Array, start: number, end: number): number {
  return end - start >= 2 && bytes[start] === 0x30 && (bytes[start + 1] | 0x20) === 0x78 ? start + 2 : start;
}

/** Value of two hex digits as they lie in memory, read as a little-endian number; 256 when they are none. */
const PAIR = new Uint16Array(65_536).fill(256);
for (let first = 0; first < 256; first++) {
  for (let second = 0; second < 256 && NIBBLE[first] < 16; second++) {
    if (NIBBLE[second] < 16) PAIR[first | (second << 8)] = (NIBBLE[first] << 4) | NIBBLE[second];
  }
}
/** `0000`, which most of an ABI word is. */
const FOUR_ZEROS = 0x30303030;

/**
 * Decodes the hex digits at [start, end) of a buffer, no prefix, to `into` at `at`, which must have room.
 * Returns whether they were an even number of digits; what was written is then (end - start) / 2 bytes.
 */
export function decodeHexDigits(view: DataView, start: number, end: number, into: Uint8Array, at: number): boolean {
  if (((end - start) & 1) !== 0) return false;
  let seen = 0;
  let index = start;
  for (; index + 4 <= end; index += 4) {
    const digits = view.getInt32(index, true);
    if (digits === FOUR_ZEROS) {
      into[at++] = 0;
      into[at++] = 0;
    } else {
      const one = PAIR[digits & 0xffff];
      const other = PAIR[digits >>> 16];
      seen |= one | other;
      into[at++] = one;
      into[at++] = other;
    }
  }
  if (index < end) {
    const value = PAIR[view.getUint16(index, true)];
    seen |= value;
    into[at] = value;
  }
  return seen < 256;
}

/**
 * Decodes a hex quantity of any padding, `0x` optional, to 32 bytes at `into[at]`, big endian.
 * Returns the number of significant bytes (0 for zero), or -1 when it is no hex number below 2^256.
 */
export function decodeHexWord(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
  let first = skipHexPrefix(bytes, start, end);
  if (first === end && first === start) return -1;
  while (first < end && bytes[first] === 0x30) first++;
  const digits = end - first;
  if (digits > 64) return -1;
  into.fill(0, at, at + 32);
  let seen = 0;
  let to = at + 31;
  for (let index = end - 1; index >= first; index -= 2) {
    const value = NIBBLE[bytes[index]] | (index > first ? NIBBLE[bytes[index - 1]] << 4 : 0);
    seen |= value;
    into[to--] = value;
  }
  return seen < 256 ? (digits + 1) >> 1 : -1;
}

/**
 * Parses the number in bytes [start, end): decimal digits, or hex digits after
 * `0x`. Past 2^53 it is the nearest double. NaN when it is neither, negative,
 * or has a fraction.
 */
export function parseQuantity(bytes: Uint8Array, start: number, end: number): number {
  const first = skipHexPrefix(bytes, start, end);
  if (first === end || end - first > 80) return Number.NaN;
  const base = first === start ? 10 : 16;
  let value = 0;
  for (let index = first; index < end; index++) {
    const digit = NIBBLE[bytes[index]];
    if (digit >= base) return Number.NaN;
    value = value * base + digit;
  }
  return value;
}

/** Returns whether bytes [start, end) spell `word`, which is ASCII. */
export function spells(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start !== word.length) return false;
  for (let index = 0; index < word.length; index++) {
    if (bytes[start + index] !== word[index]) return false;
  }
  return true;
}

/** Returns the bytes of an ASCII word, to compare with `spells`. */
export function asciiBytes(word: string): Uint8Array {
  return Uint8Array.from(word, (character) => character.charCodeAt(0));
}

/**
 * Decodes UTF-8 bytes [start, end) as text, cut after `maxCharacters` UTF-16 units with `…` in the place of the
 * rest. Bytes that are no UTF-8 become U+FFFD.
 */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number, maxCharacters: number): string {
  let text = '';
  let index = start;
  while (index < end) {
    if (text.length >= maxCharacters) return `${text}…`;
    const lead = bytes[index++];
    const more = lead < 0x80 ? 0 : lead < 0xc2 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : -1;
    let point = more <= 0 ? lead : lead & (0x3f >> more);
    let taken = 0;
    while (taken < more && index < end && (bytes[index] & 0xc0) === 0x80) {
      point = (point << 6) | (bytes[index++] & 0x3f);
      taken++;
    }
    const wellFormed = taken === more && point >= SMALLEST[taken] && point < 0x110000 && (point & ~0x7ff) !== 0xd800;
    text += wellFormed ? String.fromCodePoint(point) : '\ufffd';
  }
  return text;
}
/** Smallest code point that needs this many continuation bytes: shorter spellings are not UTF-8. */
const SMALLEST = [0, 0x80, 0x800, 0x10000];

/** Encodes text as UTF-8 bytes; lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    at = writeUtf8((point & ~0x7ff) === 0xd800 ? 0xfffd : point, bytes, at);
  }
  return bytes.slice(0, at);
}

/** Writes one code point as UTF-8 at `into[at]` and returns where the next one goes. */
export function writeUtf8(point: number, into: Uint8Array, at: number): number {
  if (point < 0x80) {
    into[at++] = point;
  } else if (point < 0x800) {
    into[at++] = 0xc0 | (point >> 6);
    into[at++] = 0x80 | (point & 0x3f);
  } else {
    if (point < 0x10000) {
      into[at++] = 0xe0 | (point >> 12);
    } else {
      into[at++] = 0xf0 | (point >> 18);
      into[at++] = 0x80 | ((point >> 12) & 0x3f);
    }
    into[at++] = 0x80 | ((point >> 6) & 0x3f);
    into[at++] = 0x80 | (point & 0x3f);
  }
  return at;
}
