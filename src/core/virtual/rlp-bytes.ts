/** RLP (yellow paper, appendix B) of bytes, without hex in between. */

/** Encodes `bytes` as an item. */
export function rlpBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && bytes[0] < 0x80) return bytes;
  return withLength(0x80, [bytes], bytes.length);
}

/** Encodes a list of items that are encoded already. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const item of items) length += item.length;
  return withLength(0xc0, items, length);
}

/** Encodes a non-negative integer as an item: big endian without leading zeros. */
export function rlpInteger(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n));
  return rlpBytes(Uint8Array.from(bytes));
}

function withLength(offset: number, parts: readonly Uint8Array[], length: number): Uint8Array {
  const digits: number[] = [];
  if (length > 55) for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 255);
  const encoded = new Uint8Array(1 + digits.length + length);
  encoded[0] = length > 55 ? offset + 55 + digits.length : offset + length;
  encoded.set(digits, 1);
  let at = 1 + digits.length;
  for (const part of parts) {
    encoded.set(part, at);
    at += part.length;
  }
  return encoded;
}
