/** What token lists add to what a token contract says of itself, and where the two disagree. The contract's word comes first. */
import { harmlessText } from '../text/harmless';
import type { ListedToken } from './token-list';
import type { TokenSummary } from './token-summary';

/** A token as a list that the reader keeps has it; `list` is that list's name. */
export type KeptListedToken = ListedToken & { list: string };

export type TokenNames = Pick<TokenSummary, 'symbol' | 'name' | 'decimals'>;

/** Returns symbol, name and decimals, each by the contract, else by the list. */
export function withListed(said: TokenNames | undefined, listed: ListedToken | undefined): TokenNames | undefined {
  if (listed === undefined) return said;
  const { symbol = listed.symbol, name = listed.name, decimals = listed.decimals } = said ?? {};
  return { symbol, name, decimals };
}

/** Returns whether contract and list name different decimals. Amounts by the list would then be wrong by a power of ten. */
export function hasOtherDecimals(said: TokenNames, listed: ListedToken | undefined): boolean {
  return said.decimals !== undefined && listed !== undefined && said.decimals !== listed.decimals;
}

/**
 * Returns the listed token that a token at another address is called like, in symbol and name; undefined where there
 * is none, and for a token that is listed itself. Case, blanks and variants of one letter do not tell names apart;
 * letters of other alphabets that look the same do.
 */
export function imitatedToken(
  token: Pick<TokenSummary, 'address' | 'symbol' | 'name'>,
  namesakes: readonly KeptListedToken[],
): KeptListedToken | undefined {
  const { symbol, name } = token;
  if (symbol === undefined || name === undefined) return undefined;
  if (namesakes.some(({ address }) => address === token.address)) return undefined;
  return namesakes.find((each) => isSame(each.symbol, symbol) && isSame(each.name, name));
}

const LIMIT = 120; // UTF-16 units

function isSame(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return harmlessText(text, LIMIT).normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}
