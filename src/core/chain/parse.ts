/** What readers type: hashes, block numbers, and which of them a search text is. */
import { isAddressShaped } from './address-shape';
import type { Hash } from './primitives';

/** Shortest text that is searched for, characters. */
export const MIN_QUERY_LENGTH = 3;

/** Returns the hash in lower case, or undefined when the text is not 0x and 64 hex digits. White space around it is ignored. */
export function parseHash(text: string): Hash | undefined {
  const trimmed = text.trim();
  return /^0x[0-9a-fA-F]{64}$/.test(trimmed) ? (trimmed.toLowerCase() as Hash) : undefined;
}

/**
 * What a search text looks like.
 * - `address` has the shape of one and is left as typed: its checksum is still to be checked (`parseAddress`);
 * - `text` is anything else that is long enough to search for, `tooShort` what is not.
 */
export type Query =
  | { kind: 'hash'; hash: Hash }
  | { kind: 'address'; text: string }
  | { kind: 'block'; number: number }
  | { kind: 'text'; text: string }
  | { kind: 'tooShort' };

/** Classifies what the reader typed into the search box. Block numbers are decimal, `,` and `_` between digits allowed, or 0x-hex. */
export function classifyQuery(text: string): Query {
  const trimmed = text.trim();
  const hash = parseHash(trimmed);
  if (hash !== undefined) return { kind: 'hash', hash };
  if (isAddressShaped(trimmed)) return { kind: 'address', text: trimmed };
  const number = parseBlockNumber(trimmed);
  if (number !== undefined) return { kind: 'block', number };
  return trimmed.length < MIN_QUERY_LENGTH ? { kind: 'tooShort' } : { kind: 'text', text: trimmed };
}

/** What nodes call blocks without knowing their number. */
export type BlockTag = 'latest' | 'earliest' | 'pending' | 'safe' | 'finalized';

const BLOCK_TAGS: readonly BlockTag[] = ['latest', 'earliest', 'pending', 'safe', 'finalized'];

/** Parses a tag of the execution API, in any case. */
export function parseBlockTag(text: string): BlockTag | undefined {
  const plain = text.trim().toLowerCase();
  return BLOCK_TAGS.find((tag) => tag === plain);
}

/** Parses a block number from decimal or 0x-hex text, undefined when it is none or past 2^53. */
export function parseBlockNumber(text: string): number | undefined {
  const plain = text.trim().replace(/(?<=\d)[,_](?=\d)/g, '');
  if (!/^(\d{1,16}|0x[0-9a-fA-F]{1,14})$/.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isSafeInteger(number) ? number : undefined;
}
