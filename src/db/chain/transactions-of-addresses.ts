/** The transactions of several addresses of a network as one list. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import { boundedLimit, type ListPage, type PageRequest } from '../list-page';
import { placeOf } from '../rows/transaction-summary-row';
import { readTransactionsOfAddress } from './transaction-summaries';

/**
 * Reads the kept transactions of any of the addresses, newest first, each once. Reads a page per address. Observable
 * by live queries.
 */
export async function readTransactionsOfAddresses(
  networkId: NetworkId,
  addresses: readonly Address[],
  request: PageRequest,
): Promise<ListPage<TransactionSummary>> {
  const limit = boundedLimit(request.limit);
  const pages = await Promise.all(addresses.map((address) => readTransactionsOfAddress(networkId, address, request)));
  const byHash = new Map(pages.flatMap(({ rows }) => rows.map(({ summary }) => [summary.hash, summary] as const)));
  const found = [...byHash.values()]
    .map((summary) => ({ summary, place: placeOf(summary) }))
    .sort((a, b) => b.place.blockNumber - a.place.blockNumber || b.place.index - a.place.index);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit || pages.some(({ next }) => next !== undefined);
  return {
    rows: shown.map(({ summary }) => summary),
    ...(hasMore && last !== undefined && { next: `${last.place.blockNumber}.${last.place.index}` }),
  };
}
