/** Texts as values of a type, as `vm.parse…`, `vm.env…` and JSON read them. */

import { checksumAddress } from '../../chain/address';
import type { Address } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import { type ParsedType, whyNoValue } from './parse-errors';

/** Returns the value of a text; throws a `CheatError` that says in forge's words what it is not. */
export function parseValue(text: string, type: ParsedType): unknown {
  const value = read(text.trim(), text, type);
  if (value === undefined)
    throw new CheatError(`failed parsing ${JSON.stringify(text)} as type \`${type}\`: ${whyNoValue(text, type)}`);
  return value;
}

function read(text: string, whole: string, type: ParsedType): unknown {
  switch (type) {
    case 'string':
      return whole;
    case 'bool':
      return /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined;
    case 'address':
      return /^(0x)?[\da-f]{40}$/i.test(text) ? checksumAddress(hexOf(text) as Address) : undefined;
    case 'bytes32':
      return /^(0x)?[\da-f]{64}$/i.test(text) ? hexOf(text) : undefined;
    case 'bytes':
      return /^(0x)?([\da-f]{2})*$/i.test(text) ? hexOf(text) : undefined;
    case 'uint256': {
      const value = integerOf(text);
      return value !== undefined && value >= 0n && value < 1n << 256n ? value : undefined;
    }
    case 'int256': {
      const value = integerOf(text);
      return value !== undefined && BigInt.asIntN(256, value) === value ? value : undefined;
    }
  }
}

function hexOf(text: string): string {
  return `0x${text.replace(/^0x/i, '').toLowerCase()}`;
}

const UNITS: Readonly<Record<string, number>> = { wei: 0, gwei: 9, ether: 18 };

/** Digits, hex, powers of ten and units of ether. */
function integerOf(text: string): bigint | undefined {
  const [, sign, body] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const size = magnitudeOf(body.replace(/_/g, ''));
  return size === undefined ? undefined : sign === '-' ? -size : size;
}

function magnitudeOf(body: string): bigint | undefined {
  if (/^(0x[\da-f]+|\d+)$/i.test(body)) return BigInt(body);
  const [, whole, part = '', power, unit] = /^(\d+)(?:\.(\d+))?(?:e\+?(\d+))?\s*(wei|gwei|ether)?$/i.exec(body) ?? [];
  if (whole === undefined) return undefined;
  const places = Number(power ?? 0) + (UNITS[unit?.toLowerCase() ?? 'wei'] ?? 0) - part.length;
  return places < 0 || places > 80 ? undefined : BigInt(whole + part) * 10n ** BigInt(places);
}
