/** Transfers of indexed blocks, newest first: all of a kind, those of a token, of an item, or of an address. */
import type { Address, NetworkId } from '../core/chain/primitives';
import type { TransactionSummary } from '../core/chain/summaries';
import type { TokenSummary } from '../core/tokens/token-summary';
import type { TokenTransfer, TransferKind } from '../core/tokens/token-transfers';
import { withDatabase } from './database';
import { boundedLimit, type ListPage, type PageRequest, pageOf, parseCursor, placeKey } from './list-page';
import type { LoupeDatabase } from './loupe-database';
import { findAddressId } from './packed/address-ids';
import { type ListName, listNames, placeOrder, readPlace } from './packed/list-names';
import { countEntries, readEntries, readPayloads } from './packed/packed-lists';
import { packInteger } from './packed/packed-text';
import { unpackTransfers } from './packed/transfer-lists';
import { fromTransactionSummaryRow } from './rows/stored-summary';
import { readTokens } from './tokens';

/** Which transfers are listed. */
export type TransferList =
  | { of: 'kind'; kind: TransferKind }
  | { of: 'token'; token: Address }
  | { of: 'item'; token: Address; tokenId: bigint }
  | { of: 'address'; address: Address; kind: TransferKind };

/** A transfer with its transaction, and what its token says of itself. */
export type ListedTransfer = {
  transfer: TokenTransfer;
  summary: TransactionSummary | undefined;
  token: TokenSummary | undefined;
};

/**
 * Reads a page of transfers, newest first, with their transactions and tokens. Damaged ones are left out. Observable
 * by live queries.
 */
export function readTokenTransfers(
  networkId: NetworkId,
  list: TransferList,
  request: PageRequest,
): Promise<ListPage<ListedTransfer>> {
  return withDatabase<ListPage<ListedTransfer>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const part = await partOf(db, networkId, list);
    if (part === undefined) return { rows: [] };
    const { name, prefix } = part;
    const place = parseCursor(request.cursor);
    const after = place && prefix + placeOrder(place);
    const found = await readEntries(db, name, { prefix, after, limit: limit + 1 });
    const listed = found.map(({ order }) => readPlace(order, prefix.length)).filter((at) => at !== undefined);
    const { rows: places, ...next } = pageOf(listed, limit);
    const transfers = await transfersAt(db, networkId, places.map(placeOrder));
    const summaries = await db.transactionSummaries.bulkGet(
      transfers.map(({ blockNumber: at, transactionIndex }) =>
        placeKey(networkId, { blockNumber: at, index: transactionIndex }),
      ),
    );
    const tokens = await readTokens(
      networkId,
      transfers.map(({ token }) => token),
    );
    return {
      rows: transfers.map((transfer, at) => ({
        transfer,
        summary: fromTransactionSummaryRow(summaries[at]),
        token: tokens.get(transfer.token),
      })),
      ...next,
    };
  });
}

/** Returns the number of transfers in a list. Linear in it. Observable by live queries. */
export function countTokenTransfers(
  networkId: NetworkId,
  list: Exclude<TransferList, { of: 'address' }>,
): Promise<number> {
  return withDatabase(0, async (db) => {
    const part = await partOf(db, networkId, list);
    return part === undefined ? 0 : countEntries(db, part.name, { prefix: part.prefix });
  });
}

/** The list and the prefix of its entries; undefined where no transfer names the address. */
async function partOf(
  db: LoupeDatabase,
  networkId: NetworkId,
  list: TransferList,
): Promise<{ name: ListName; prefix: string } | undefined> {
  if (list.of === 'kind') return { name: listNames.transfersOfKind(networkId, list.kind), prefix: '' };
  const id = await findAddressId(db, list.of === 'address' ? list.address : list.token);
  if (id === undefined) return undefined;
  switch (list.of) {
    case 'token':
      return { name: listNames.transfersOfToken(networkId, id), prefix: '' };
    case 'item':
      return { name: listNames.transfersOfItems(networkId, id), prefix: packInteger(list.tokenId) };
    case 'address':
      return { name: listNames.transfersOfAddress(networkId, id, list.kind), prefix: '' };
  }
}

async function transfersAt(
  db: LoupeDatabase,
  networkId: NetworkId,
  orders: readonly string[],
): Promise<readonly TokenTransfer[]> {
  const payloads = await readPayloads(db, listNames.transfers(networkId), orders);
  const entries = orders.map((order, at) => ({ order, payload: payloads[at] ?? '' }));
  return (await unpackTransfers(db, entries)).filter((transfer) => transfer !== undefined);
}
