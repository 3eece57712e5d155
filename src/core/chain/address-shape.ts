/** The shape of an address, without its checksum (`parseAddress` in `address.ts` checks that). */
import type { Address } from './primitives';

/** Why a text is no address: not 0x and 40 hex digits, or mixed case that fits no checksum. */
export type AddressProblem = 'shape' | 'checksum';

/** The problems as the reader is told of them. */
export const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, string>> = {
  shape: 'An address is 0x and 40 hex digits.',
  checksum: 'The capital letters of this address do not fit its checksum (EIP-55): a digit was mistyped or lost.',
};

/** Returns whether a text is an address as Loupe keeps it: 0x and 40 hex digits, lower case. */
export function isAddress(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text);
}

/** Returns whether a text is 0x and 40 hex digits, the digits in any case. */
export function isAddressShaped(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}
