/** Values that fit a word, as the source's types read them. */

import { numberToHex } from 'viem';
import { placePoint } from '../../abi/decode-parameters';
import type { Decoded } from '../../abi/decoded';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import { utf8Text } from '../../text/utf8';
import type { SourceType } from './source-type';

/** Returns the value of a word of 32 bytes, right-aligned (`bytesN` left-aligned), as memory and the stack hold it. */
export function valueOfWord(type: SourceType, word: Uint8Array, name = ''): Decoded {
  const { kind, text } = read(type, word);
  return { name, type: type.name, kind, text, length: text.length };
}

/** Returns the value of `bytes` bytes at `offset` from the low end of a storage slot. */
export function valueInSlot(type: SourceType, slot: bigint, offset: number, bytes: number, name = ''): Decoded {
  if (type.kind === 'bytes' || type.kind === 'string') return textInSlot(type, slot, name);
  const part = (slot >> BigInt(offset * 8)) & ((1n << BigInt(bytes * 8)) - 1n);
  const word = new Uint8Array(32);
  let rest = part;
  const isInFront = type.kind === 'bytesN' || (type.kind === 'function' && type.external);
  const end = isInFront ? bytes : 32;
  for (let at = end - 1; at >= 0 && rest > 0n; at--, rest >>= 8n) word[at] = Number(rest & 0xffn);
  if (type.kind === 'int' && part >> BigInt(bytes * 8 - 1) === 1n) word.fill(0xff, 0, 32 - bytes);
  return valueOfWord(type, word, name);
}

/**
 * The slot of `bytes` or `string`: up to 31 bytes and twice their number, or
 * twice the number and one where they are elsewhere.
 */
function textInSlot(type: SourceType, slot: bigint, name: string): Decoded {
  if ((slot & 1n) === 1n) {
    const text = `${slot >> 1n} bytes`;
    return { name, type: type.name, kind: 'bytes', text, length: text.length };
  }
  const length = Math.min(31, Number((slot & 0xffn) >> 1n));
  const bytes = hexToBytes(numberToHex(slot, { size: 32 })).subarray(0, length);
  if (type.kind === 'string') return textValue(type, bytes, length, name);
  return { name, type: type.name, kind: 'bytes', text: bytesToHex(bytes), length: 2 + length * 2 };
}

/** Returns the value of a string of `size` bytes, of which the first are given: in whole, or cut. */
export function textValue(type: SourceType, bytes: Uint8Array, size: number, name: string): Decoded {
  const text = utf8Text(bytes);
  // How many characters the bytes that are left out have is not known.
  return { name, type: type.name, kind: 'string', text, length: bytes.length < size ? size : text.length };
}

function read(type: SourceType, word: Uint8Array): { kind: Decoded['kind']; text: string } {
  const value = () => BigInt(bytesToHex(word));
  switch (type.kind) {
    case 'bool':
      return { kind: 'bool', text: value() === 0n ? 'false' : 'true' };
    case 'address':
      return { kind: 'address', text: bytesToHex(word.subarray(12)) };
    case 'bytesN':
      return { kind: 'bytes', text: bytesToHex(word.subarray(0, type.width ?? type.bytes)) };
    case 'int':
      return { kind: 'integer', text: placePoint(BigInt.asIntN(256, value()), type.digits ?? 0) };
    case 'uint':
      return { kind: 'integer', text: value().toString() };
    case 'enum':
      return { kind: 'integer', text: type.members[Number(value())] ?? value().toString() };
    case 'function':
      // Address and selector in front, as in memory and in calldata; an internal one is a number.
      if (type.external)
        return { kind: 'bytes', text: `${bytesToHex(word.subarray(0, 20))}.${bytesToHex(word.subarray(20, 24))}` };
      return { kind: 'bytes', text: `code at ${value() & 0xffffffffn}` };
    default:
      return { kind: 'bytes', text: bytesToHex(word) };
  }
}
