/**
 * Table `listedTokens`: what token lists say of tokens, a row for each token of a list. All of it is untrusted text,
 * bounded in length.
 */
import * as v from 'valibot';
import type { ListedToken } from '../../core/tokens/token-list';
import { searchKeysOf } from '../search-keys';
import { type AllStored, address, count, networkId, rowReader, rowWriter } from './fields';

const row = v.object({
  listId: v.string(),
  networkId,
  address,
  symbol: v.string(),
  name: v.string(),
  decimals: count,
  logo: v.exactOptional(v.string()),
  searchKeys: v.array(v.string()),
});

export type ListedTokenRow = v.InferOutput<typeof row>;

const toStored = rowWriter(row);

export function toListedTokenRow(listId: string, token: ListedToken): ListedTokenRow {
  return toStored({ ...token, listId, searchKeys: searchKeysOf(token.networkId, [token.symbol, token.name]) });
}

/** The row as it is stored; undefined where it is damaged. */
export const checkListedTokenRow = rowReader(row);

/** Returns undefined where the row is damaged. */
export function fromListedTokenRow(stored: unknown): (ListedToken & { listId: string }) | undefined {
  const parsed = checkListedTokenRow(stored);
  if (parsed === undefined) return undefined;
  const { searchKeys: _, ...token } = parsed;
  return token;
}

true satisfies AllStored<ListedToken, ListedTokenRow>;
