/** How many tokens, items and collections somebody holds. */
import type { Address } from '../chain/primitives';
import type { TokenSummary } from './token-summary';

export type HoldingCounts = { tokens: number; items: number; collections: number };

/**
 * Counts the tokens and the items that somebody has, by sums of transfers. An item of which there are several counts
 * once, as in the list of items; a contract that does not tell its standard is a token.
 */
export function countHoldings(
  tokens: readonly { amount: bigint; summary: Pick<TokenSummary, 'standard'> | undefined }[],
  items: readonly { token: Address; amount: bigint }[],
): HoldingCounts {
  const held = items.filter(({ amount }) => amount > 0n);
  return {
    tokens: tokens.filter(({ amount, summary }) => amount > 0n && (summary?.standard ?? 'ERC-20') === 'ERC-20').length,
    items: held.length,
    collections: new Set(held.map(({ token }) => token)).size,
  };
}
