/**
 * Numbers, integers and hex as packed text: a string whose characters are bytes, 0 to 255. Such a string takes one byte a
 * character in IndexedDB, is compared byte by byte by `<`, and is cut without copies: what arrays of bytes do not do.
 *
 * Numbers have their length before them, so that texts are in the order of the numbers.
 */
import type { Address, Hex } from '../../core/chain/primitives';

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const BYTES = new Map(DIGITS.map((digits, byte) => [digits, String.fromCharCode(byte)]));
/** Characters of an address and of a hash. */
export const ADDRESS_LENGTH = 20;
export const HASH_LENGTH = 32;

/** An integer that is not negative: its length and its bytes. At most 255 bytes. */
export function packInteger(value: number | bigint): string {
  const digits = value.toString(16);
  const bytes = packDigits(digits.length % 2 === 0 ? digits : `0${digits}`);
  return String.fromCharCode(bytes.length) + bytes;
}

/** The same in the reverse order: of two integers the greater one's text comes first. */
export function packDescending(value: number | bigint): string {
  return complement(packInteger(value));
}

/** An integer of either sign; these texts have no order. */
export function packSigned(value: bigint): string {
  return value < 0n ? `-${packInteger(-value)}` : `+${packInteger(value)}`;
}

/** The bytes of 0x and an even number of digits. */
export function packHex(hex: string): string {
  return packDigits(hex.slice(2));
}

/** Four bytes, for numbers of the app's own making: ids of addresses. */
export function packId(id: number): string {
  return String.fromCharCode((id >>> 24) & 255, (id >>> 16) & 255, (id >>> 8) & 255, id & 255);
}

/** Characters of an id. */
export const ID_LENGTH = 4;

/** The packed text as bytes, as keys of IndexedDB have it. */
export function bytesOf(packed: string): ArrayBuffer {
  return Uint8Array.from(packed, (character) => character.charCodeAt(0)).buffer;
}

export function textOfBytes(bytes: ArrayBuffer): string {
  return String.fromCharCode(...new Uint8Array(bytes));
}

/** Reads what was packed, from the beginning on. What is cut short reads as undefined. */
export class PackedReader {
  constructor(
    private readonly packed: string,
    private at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.packed.length;
  }

  /** So many characters. */
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

  /** Undefined beyond 2^53, too. */
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
