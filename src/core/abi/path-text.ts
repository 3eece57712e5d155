import type { Name } from '../chain/name';
import { shorten } from '../format/shorten';
import { harmlessText } from '../text/harmless';
import { nameText } from './value-text';

const MOST = 120;
/** An address or a longer key, and a long number. */
const LONG = /0x[\da-f]{40,}|\b\d{24,}/gi;

/**
 * Returns the path of a place in storage, `balances[Deployer]`, in at most 120 characters: addresses by the names that are
 * given for them, other long keys and long numbers shortened.
 */
export function pathText(path: string, names: Readonly<Record<string, Name>> = {}): string {
  const text = path.replace(LONG, (key) => (names[key] === undefined ? shorten(key) : nameText(names[key].text)));
  return harmlessText(text, MOST);
}
