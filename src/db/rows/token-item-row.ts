/**
 * Table `tokenItems`: the items of collections (ERC-721, ERC-1155) that indexed transfers name, one row each, so that an
 * inventory is read in the order of its ids and an item says at once how many have it.
 */
import * as v from 'valibot';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { address, count, networkId, parseRow } from './fields';

const row = v.object({
  networkId,
  token: address,
  /** As `TokenTransferRow` has it. */
  tokenId: v.string(),
  /** Orders items by their ids as numbers, see `itemOrder`; '' where nobody has the item: it was destroyed, or the index lacks its transfers. */
  order: v.string(),
  /** Holders with more than nothing of it. */
  owners: count,
  /** Made less destroyed in the indexed blocks; less than what holders have where the index begins later. */
  supply: v.bigint(),
});

export type TokenItemRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export function parseTokenItemRow(stored: unknown): TokenItemRow | undefined {
  return parseRow(row, stored);
}

export function toTokenItemRow(
  key: { networkId: NetworkId; token: Address; tokenId: string },
  { owners, supply }: { owners: number; supply: bigint },
): TokenItemRow {
  return { ...key, order: owners > 0 ? itemOrder(key.tokenId) : '', owners, supply };
}

/** The hex digits of a token id after how many they are, in two decimal digits: texts in the order of the numbers. */
export function itemOrder(tokenId: string): string {
  const digits = tokenId.slice(2);
  return `${String(digits.length).padStart(2, '0')}${digits}`;
}
