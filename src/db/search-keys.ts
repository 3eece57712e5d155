/** Keys under which a row is found by the beginning of a word of one of its names: a multi-entry index, bounded in length and number. */
import type { NetworkId } from '../core/chain/primitives';

/** Keys of one row at most. Names are words of strangers. */
const MAX_KEYS = 12;
/** UTF-16 units of a key, and of what is looked for. */
const MAX_LENGTH = 48;

/** Where words begin: behind what is no letter and no digit, and at a capital behind a small letter (`HarborVault`). */
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu;

/** The names of a row from each of their words on, in lower case, each with the network before it. */
export function searchKeysOf(networkId: NetworkId, names: readonly (string | undefined)[]): string[] {
  const texts = names.flatMap((name) =>
    name === undefined ? [] : [0, ...[...name.matchAll(WORD)].map(({ index }) => index)].map((at) => name.slice(at)),
  );
  const keys = new Set(texts.map((text) => keyOf(networkId, text)));
  return [...keys].slice(0, MAX_KEYS);
}

/** The key that all keys of words with this beginning start with. */
export function keyOf(networkId: NetworkId, text: string): string {
  return `${networkId} ${text.toLowerCase().slice(0, MAX_LENGTH)}`;
}
