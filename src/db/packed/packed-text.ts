/**
 * Integers and hex as packed text: a string whose characters are bytes, 0 to 255. Unlike an array of bytes, such a
 * string takes one byte per character in IndexedDB, is compared byte by byte by `<`, and is cut without copies.
 *
 * The bytes of an integer come after their number, so that texts sort like their integers.
 */
import type { Address, Hex } from '../../core/chain/primitives';

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const BYTES = new Map(DIGITS.map((digits, byte) => [digits, String.fromCharCode(byte)]));
/** Characters of a packed address and of a packed hash. */
export const ADDRESS_LENGTH = 20;
export const HASH_LENGTH = 32;

/** Packs a non-negative integer of at most 255 bytes: the number of its bytes, then the bytes, the highest first. */
export function packInteger(value: number | bigint): string {
  const digits = value.toString(16);
  const bytes = packDigits(digits.length % 2 === 0 ? digits : `0${digits}`);
  return String.fromCharCode(bytes.length) + bytes;
}

/** Packs a non-negative integer in reverse order: the text of the greater of two integers sorts first. */
export function packDescending(value: number | bigint): string {
  return complement(packInteger(value));
}

/** Packs an integer of either sign. These texts do not sort like their integers. */
export function packSigned(value: bigint): string {
  return value < 0n ? `-${packInteger(-value)}` : `+${packInteger(value)}`;
}

/** Packs the bytes of hex, which is `0x` and an even number of digits. */
export function packHex(hex: string): string {
  return packDigits(hex.slice(2));
}

/** Packs an address id as four bytes, the highest first. */
export function packId(id: number): string {
  return String.fromCharCode((id >>> 24) & 255, (id >>> 16) & 255, (id >>> 8) & 255, id & 255);
}

/** Characters of an id. */
export const ID_LENGTH = 4;

/** Returns the packed text as bytes, which keys of IndexedDB are. */
export function bytesOf(packed: string): ArrayBuffer {
  return Uint8Array.from(packed, (character) => character.charCodeAt(0)).buffer;
}

/** Returns the packed text of a key. */
export function textOfBytes(bytes: ArrayBuffer): string {
  return String.fromCharCode(...new Uint8Array(bytes));
}

/** Reads packed values in their order. A value that is cut short reads as undefined. */
export class PackedReader {
  constructor(
    private readonly packed: string,
    private at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.packed.length;
  }

  /** The next `length` characters. */
  text(length: number): string | undefined {
    const end = this.at + length;
    if (end > this.packed.length) return undefined;
    const text = this.packed.slice(this.at, end);
    this.at = end;
    return text;
  }

  byte(): number | undefined {
    return this.text(1)?.charCodeAt(0);
  }

  bigint(): bigint | undefined {
    const length = this.byte();
    const bytes = length === undefined ? undefined : this.text(length);
    return bytes === undefined ? undefined : bigintOf(bytes);
  }

  /** Undefined also for an integer above 2^53 - 1. */
  number(): number | undefined {
    const length = this.byte();
    const bytes = length === undefined ? undefined : this.text(length);
    return bytes === undefined ? undefined : numberOf(bytes);
  }

  descending(): bigint | undefined {
    const length = this.byte();
    const bytes = length === undefined ? undefined : this.text(255 - length);
    return bytes === undefined ? undefined : bigintOf(complement(bytes));
  }

  descendingNumber(): number | undefined {
    const length = this.byte();
    const bytes = length === undefined ? undefined : this.text(255 - length);
    return bytes === undefined ? undefined : numberOf(complement(bytes));
  }

  signed(): bigint | undefined {
    const sign = this.text(1);
    const value = this.bigint();
    return sign === '-' && value !== undefined ? -value : value;
  }

  hex(length: number): Hex | undefined {
    const bytes = this.text(length);
    return bytes === undefined ? undefined : `0x${digitsOf(bytes)}`;
  }

  address(): Address | undefined {
    return this.hex(ADDRESS_LENGTH) as Address | undefined;
  }

  id(): number | undefined {
    const bytes = this.text(ID_LENGTH);
    return bytes === undefined ? undefined : numberOf(bytes);
  }
}

function packDigits(digits: string): string {
  let bytes = '';
  for (let at = 0; at < digits.length; at += 2) bytes += BYTES.get(digits.slice(at, at + 2)) ?? '\0';
  return bytes;
}

function digitsOf(bytes: string): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at++) digits += DIGITS[bytes.charCodeAt(at)] ?? '00';
  return digits;
}

function bigintOf(bytes: string): bigint {
  return bytes === '' ? 0n : BigInt(`0x${digitsOf(bytes)}`);
}

function numberOf(bytes: string): number | undefined {
  let value = 0;
  for (let at = 0; at < bytes.length; at++) value = value * 256 + bytes.charCodeAt(at);
  return Number.isSafeInteger(value) ? value : undefined;
}

function complement(bytes: string): string {
  let turned = '';
  for (let at = 0; at < bytes.length; at++) turned += String.fromCharCode(255 - bytes.charCodeAt(at));
  return turned;
}
