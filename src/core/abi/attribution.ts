/**
 * What follows the arguments of a call or an event. Contracts do not read it by their types; wallets and apps put there who a
 * transaction came through.
 */
import { bytesToHex } from '../chain/hex';
import { utf8Text } from '../text/utf8';
import type { Decoded } from './decoded';

/** Bytes at the end of an attribution: 0x8021 eight times (ERC-8021). */
const MARKER = 16;

/** Tells whether `data` ends as an attribution does (ERC-8021). */
export function isAttributed(data: Uint8Array): boolean {
  if (data.length < MARKER + 1) return false;
  return data.subarray(-MARKER).every((byte, at) => byte === (at % 2 === 0 ? 0x80 : 0x21));
}

/** Returns the last `length` bytes of `data` as a value, to stand after the arguments; its hex is cut at `textLimit` characters. */
export function restOf(data: Uint8Array, length: number, textLimit: number): Decoded {
  const bytes = data.subarray(data.length - length);
  const codes = codesOf(bytes);
  return {
    name: `${length} more byte${length === 1 ? '' : 's'}`,
    type: 'bytes',
    ...(isAttributed(bytes) && { declared: 'attribution (ERC-8021)' }),
    kind: 'bytes',
    text: bytesToHex(bytes.subarray(0, Math.ceil(textLimit / 2))),
    length: 2 + 2 * length,
    ...(length > Math.ceil(textLimit / 2) && { end: bytesToHex(bytes.subarray(-2)).slice(2) }),
    rest: true,
    ...(codes !== undefined && { nested: [callOf('attribution', codes)] }),
  };
}

function callOf(name: string, codes: readonly string[]): Decoded {
  const items = codes.map(
    (text): Decoded => ({ name: 'code', type: 'string', kind: 'string', text, length: text.length }),
  );
  return { name, type: 'ERC-8021', kind: 'tuple', text: '', length: items.length, items };
}

/** The codes of an attribution: before the marker stand the schema and, in schemas 0 and 1, codes and their length. */
function codesOf(bytes: Uint8Array): readonly string[] | undefined {
  if (!isAttributed(bytes)) return undefined;
  const [length, schema] = bytes.subarray(-MARKER - 2, -MARKER);
  const end = bytes.length - MARKER - 2;
  if (schema === undefined || length === undefined || schema > 1 || length === 0 || length > end) return undefined;
  return utf8Text(bytes.subarray(end - length, end)).split(',');
}
