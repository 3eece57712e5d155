/**
 * Addresses as people write them. Apart from `parse.ts` because the checksum
 * needs keccak256, which the page does not load.
 */

import { fail, ok, type Result } from '../values/result';
import { type AddressProblem, isAddressShaped } from './address-shape';
import { keccak } from './keccak';
import type { Address } from './primitives';

/** Chain prefixes whose EIP-1191 checksum is accepted beside EIP-55: RSK and its testnet. */
const CHECKSUM_PREFIXES = [30, 31] as const;

/**
 * Parses the address in lower case. All-lower and all-upper digits carry no
 * checksum and are accepted; mixed case must pass EIP-55, or EIP-1191 with
 * prefix 30 or 31. White space around it is ignored.
 */
export function parseAddress(text: string): Result<Address, AddressProblem> {
  const trimmed = text.trim();
  if (!isAddressShaped(trimmed)) return fail('shape');
  const address = trimmed.toLowerCase() as Address;
  const digits = trimmed.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return ok(address);
  if (trimmed === checksumAddress(address)) return ok(address);
  if (CHECKSUM_PREFIXES.some((prefix) => trimmed === checksumAddress(address, prefix))) return ok(address);
  return fail('checksum');
}

/** Returns the EIP-55 spelling of a lower-case address; with the prefix of a chain that of EIP-1191. */
export function checksumAddress(address: Address, prefix?: number): string {
  const digits = address.slice(2);
  const text = prefix === undefined ? digits : `${prefix}${address}`;
  const hash = keccak(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const isUpper = (at: number) => ((hash[at >> 1] >> (at % 2 === 0 ? 4 : 0)) & 15) >= 8;
  return `0x${Array.from(digits, (digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`;
}
