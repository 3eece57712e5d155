/** Cheatcodes on texts. */

import { stringToBytes } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import type { ParsedType } from './parse-errors';
import { parseValue } from './parse-values';

const PARSED: Readonly<Record<string, ParsedType>> = {
  parseAddress: 'address',
  parseBool: 'bool',
  parseBytes: 'bytes',
  parseBytes32: 'bytes32',
  parseInt: 'int256',
  parseUint: 'uint256',
};

const parsers: Record<string, Cheatcode> = {};
for (const [name, type] of Object.entries(PARSED))
  parsers[`${name}(string)(${type})`] = (_vm, [text]: [string]) => parseValue(text, type);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let part = 0; part < 4; part++)
      text += at + part > bytes.length ? '=' : ALPHABET[(group >> (18 - 6 * part)) & 63];
  }
  return text;
}

const url = (text: string) => text.replace(/\+/g, '-').replace(/\//g, '_');
const ofHex = (hex: Hex) => base64(hexToBytes(hex));
const ofText = (text: string) => base64(stringToBytes(text));

export const STRINGS: Cheatcodes = {
  ...parsers,
  'toString(address)(string)': (_vm, [value]: [Address]) => value,
  'toString(bytes)(string)': (_vm, [value]: [Hex]) => value,
  'toString(bytes32)(string)': (_vm, [value]: [Hex]) => value,
  'toString(bool)(string)': (_vm, [value]: [boolean]) => String(value),
  'toString(uint256)(string)': (_vm, [value]: [bigint]) => String(value),
  'toString(int256)(string)': (_vm, [value]: [bigint]) => String(value),
  'toLowercase(string)(string)': (_vm, [text]: [string]) => text.toLowerCase(),
  'toUppercase(string)(string)': (_vm, [text]: [string]) => text.toUpperCase(),
  'trim(string)(string)': (_vm, [text]: [string]) => text.trim(),
  'replace(string,string,string)(string)': (_vm, [text, from, to]: [string, string, string]) =>
    text.split(from).join(to),
  'split(string,string)(string[])': (_vm, [text, by]: [string, string]) => text.split(by),
  'indexOf(string,string)(uint256)': (_vm, [text, key]: [string, string]) => {
    const at = text.indexOf(key);
    return at < 0 ? (1n << 256n) - 1n : BigInt(stringToBytes(text.slice(0, at)).length);
  },
  'contains(string,string)(bool)': (_vm, [text, key]: [string, string]) => text.includes(key),
  'toBase64(bytes)(string)': (_vm, [bytes]: [Hex]) => ofHex(bytes),
  'toBase64(string)(string)': (_vm, [text]: [string]) => ofText(text),
  'toBase64URL(bytes)(string)': (_vm, [bytes]: [Hex]) => url(ofHex(bytes)),
  'toBase64URL(string)(string)': (_vm, [text]: [string]) => url(ofText(text)),
};
