/** What token contracts are asked, and how their answers are read. */

import { hexToBytes, wordDigits } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { utf8Text } from '../text/utf8';

/** Selectors, by what they ask. */
export const TOKEN_CALLS = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231', // balanceOf(address)
  allowance: '0xdd62ed3e', // allowance(address,address)
  balanceOfItem: '0x00fdd58e', // balanceOf(address,uint256)
  ownerOf: '0x6352211e', // ownerOf(uint256)
  supplyOfItem: '0xbd85b039', // totalSupply(uint256)
  nameOfItem: '0x00ad800c', // name(uint256)
  symbolOfItem: '0x4e41a1fb', // symbol(uint256)
  decimalsOfItem: '0x3f47e662', // decimals(uint256)
  tokenUri: '0xc87b56dd', // tokenURI(uint256)
  uri: '0x0e89341c', // uri(uint256)
  supportsInterface: '0x01ffc9a7', // supportsInterface(bytes4)
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  asset: '0x38d52e0f',
  convertToAssets: '0x07a2d13a', // convertToAssets(uint256)
} as const satisfies Record<string, Hex>;

/** Ids of interfaces as the word that `supportsInterface` takes (EIP-165). `none`: no contract may have it. */
export const INTERFACES = {
  erc721: 0x80ac58cdn << 224n,
  erc1155: 0xd9b67a26n << 224n,
  erc6909: 0x0f632fb3n << 224n,
  none: 0xffffffffn << 224n,
} as const;

/** Returns the calldata of a function whose arguments are addresses and numbers. */
export function callData(selector: Hex, ...words: readonly (Address | bigint)[]): Hex {
  return `${selector}${words.map((word) => wordDigits(BigInt(word))).join('')}` as Hex;
}

/** Decodes the number of an answer of one word, undefined for anything shorter. */
export function decodeAmount(data: Hex): bigint | undefined {
  return data.length < 66 ? undefined : BigInt(data.slice(0, 66));
}

/** Decodes the address of an answer of one word; undefined for the zero address and for what is none. */
export function decodeAddress(data: Hex): Address | undefined {
  const amount = decodeAmount(data);
  if (amount === undefined || amount === 0n || amount >> 160n !== 0n) return undefined;
  return `0x${amount.toString(16).padStart(40, '0')}` as Address;
}

/** Characters of a symbol or a name that are kept; the rest is no name but a message. */
const MAX_WORDS = 64;

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/**
 * Decodes the text of a `string`, or of a `bytes32` as early tokens (MKR, SAI) return it, which stands at the left and ends
 * with the first zero; undefined where it is empty or none.
 */
export function decodeTokenText(data: Hex): string | undefined {
  const bytes = hexToBytes(data);
  const content = bytes.length === 32 ? untilZero(bytes) : stringContent(bytes);
  if (content === undefined) return undefined;
  const text = utf8Text(content.subarray(0, lastNonZero(content))).slice(0, MAX_WORDS);
  return text.trim() === '' ? undefined : text;
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Decodes the whole text of a `string`; undefined where the answer is none, or it is empty. */
export function decodeLongText(data: Hex): string | undefined {
  const content = stringContent(hexToBytes(data));
  const text = content === undefined ? '' : new TextDecoder().decode(content);
  return text === '' ? undefined : text;
}

/** More digits than an amount has, so that all of them would be zeros: no token that means it has as many. */
const MAX_DECIMALS = 77;

/** Decodes the decimals in an answer; undefined for what is no number of any. */
export function decodeDecimals(data: Hex): number | undefined {
  if (data.length < 66) return undefined;
  const decimals = Number(BigInt(data.slice(0, 66)));
  return decimals <= MAX_DECIMALS ? decimals : undefined;
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
