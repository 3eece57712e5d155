/** Table `tokens`: what token contracts say of themselves. All of it is untrusted text, bounded in length. */
import * as v from 'valibot';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { type AllStored, address, count, definedFields, networkId, parseRow } from './fields';

const row = v.object({
  networkId,
  address,
  standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155']),
  symbol: v.exactOptional(v.string()),
  name: v.exactOptional(v.string()),
  decimals: v.exactOptional(count),
  /** Symbol and name in lower case, for search; absent where the contract says none. */
  symbolKey: v.exactOptional(v.string()),
  nameKey: v.exactOptional(v.string()),
});

export type TokenRow = v.InferOutput<typeof row>;

export function toTokenRow(token: TokenSummary): TokenRow {
  return definedFields({
    networkId: token.networkId,
    address: token.address,
    standard: token.standard,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    symbolKey: token.symbol?.toLowerCase(),
    nameKey: token.name?.toLowerCase(),
  });
}

/** Undefined where the row is damaged. */
export function fromTokenRow(stored: unknown): TokenSummary | undefined {
  const parsed = parseRow(row, stored);
  if (parsed === undefined) return undefined;
  const { symbolKey: _, nameKey: __, ...token } = parsed;
  return token;
}

true satisfies AllStored<TokenSummary, TokenRow>;
