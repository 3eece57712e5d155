/**
 * Search keys: a row is found by the beginning of any word of its names, by a multi-entry index. The keys of a row are
 * bounded in number and length.
 */
import type { NetworkId } from '../core/chain/primitives';

/** The most keys of one row: names are untrusted text. */
const MAX_KEYS = 12;
/** The most UTF-16 units of a name in a key, and of a searched text. */
const MAX_LENGTH = 48;

/**
 * Matches where a word begins: a letter or digit behind any other character, and a capital behind a small letter
 * (`HarborVault`).
 */
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu;

/** Returns the keys of a row: for each word of its names, the network and the name from that word on, in lower case. */
export function searchKeysOf(networkId: NetworkId, names: readonly (string | undefined)[]): string[] {
  const texts = names.flatMap((name) =>
    name === undefined ? [] : [0, ...[...name.matchAll(WORD)].map(({ index }) => index)].map((at) => name.slice(at)),
  );
  const keys = new Set(texts.map((text) => keyOf(networkId, text)));
  return [...keys].slice(0, MAX_KEYS);
}

/** Returns the beginning of all keys for words that begin with `text`. */
export function keyOf(networkId: NetworkId, text: string): string {
  return `${networkId} ${text.toLowerCase().slice(0, MAX_LENGTH)}`;
}
