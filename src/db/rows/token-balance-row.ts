/**
 * Table `tokenBalances`: what each holder has of each token, as the sum of the indexed transfers. It is the balance only
 * where the index has all transfers of the token; where it begins later, sums may be too small, and even negative.
 *
 * A row whose token id is '' is the holder's whole: of an ERC-20 its balance, of other tokens how many items.
 */
import * as v from 'valibot';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { address, networkId, parseRow } from './fields';

const row = v.object({
  networkId,
  token: address,
  /** As `TokenTransferRow` has it, or ''. */
  tokenId: v.string(),
  holder: address,
  /** Never 0: such a row is deleted. */
  amount: v.bigint(),
  /** Orders holders by what they have: the amount as 64 hex digits, '' where it is negative. */
  rank: v.string(),
});

export type TokenBalanceRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export function parseTokenBalanceRow(stored: unknown): TokenBalanceRow | undefined {
  return parseRow(row, stored);
}

/** Hex digits of 256 bits. */
const RANK_DIGITS = 64;

export function toTokenBalanceRow(
  key: { networkId: NetworkId; token: Address; tokenId: string; holder: Address },
  amount: bigint,
): TokenBalanceRow {
  return { ...key, amount, rank: amount < 0n ? '' : amount.toString(16).padStart(RANK_DIGITS, '0') };
}
