/** Mappings among decoded values: only those of their keys are listed that somebody knows. */
import type { Decoded } from './decoded';

/** Text of a mapping none of whose keys is known: an empty list would say that it holds nothing. */
export const NO_KNOWN_KEY = 'no known key';

/** Returns whether a value is a mapping none of whose keys is known. */
export function isUnlisted({ kind, text }: Decoded): boolean {
  return kind === 'tuple' && text === NO_KNOWN_KEY;
}

/** Returns whether a type, as declared, is a mapping of Solidity or of Vyper. */
export function isMapping(type: string): boolean {
  return /^(mapping\(|HashMap\[)/.test(type);
}
