import type { Name } from '../chain/name';
import { shorten } from '../format/shorten';
import { harmlessText } from '../text/harmless';
import { nameText } from './value-text';

const MOST = 120;
/** Splits a path: every second part is an address or a longer key, or a long number. */
export const LONG_PARTS = /(0x[\da-f]{40,}|\d{24,})/i;

/**
 * Returns the path of a place in storage, `balances[Deployer]`, in at most 120 characters: addresses by the names that are
 * given for them, other long keys and long numbers shortened.
 */
export function pathText(path: string, names: Readonly<Record<string, Name>> = {}): string {
  const nameOf = (key: string) => (names[key] === undefined ? shorten(key) : nameText(names[key].text));
  const parts = path.split(LONG_PARTS).map((part, at) => (at % 2 === 0 ? part : nameOf(part)));
  return harmlessText(parts.join(''), MOST);
}
