/** Table `tokens`: what token contracts say of themselves. All of it is untrusted text, bounded in length. */
import * as v from 'valibot';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { searchKeysOf } from '../search-keys';
import { type AllStored, address, count, networkId, parseRow, rowWriter } from './fields';

const row = v.object({
  networkId,
  address,
  standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-6909']),
  symbol: v.exactOptional(v.string()),
  name: v.exactOptional(v.string()),
  decimals: v.exactOptional(count),
  searchKeys: v.array(v.string()),
});

export type TokenRow = v.InferOutput<typeof row>;

const toStored = rowWriter(row);

export function toTokenRow(token: TokenSummary): TokenRow {
  return toStored({ ...token, searchKeys: searchKeysOf(token.networkId, [token.symbol, token.name]) });
}

/** Returns undefined where the row is damaged. */
export function fromTokenRow(stored: unknown): TokenSummary | undefined {
  const parsed = parseRow(row, stored);
  if (parsed === undefined) return undefined;
  const { searchKeys: _, ...token } = parsed;
  return token;
}

true satisfies AllStored<TokenSummary, TokenRow>;
