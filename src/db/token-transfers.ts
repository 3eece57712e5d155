/** Transfers of indexed blocks, newest first: all of a kind, those of a token, of an item, or of an address. */
import type { Address, NetworkId } from '../core/chain/primitives';
import type { TransactionSummary } from '../core/chain/summaries';
import type { TokenSummary } from '../core/tokens/token-summary';
import type { TokenTransfer, TransferKind } from '../core/tokens/token-transfers';
import { withDatabase } from './database';
import { boundedLimit, type ListPage, type PageRequest, pageOf, parseCursor, placeKey } from './list-page';
import type { LoupeDatabase } from './loupe-database';
import { readableRows } from './rows/fields';
import { fromTokenTransferRow, type TokenTransferRow, tokenIdKey } from './rows/token-transfer-row';
import { fromTransactionSummaryRow } from './rows/transaction-summary-row';
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

const HIGHEST = Number.POSITIVE_INFINITY;

/** Observable by live queries. */
export function readTokenTransfers(
  networkId: NetworkId,
  list: TransferList,
  request: PageRequest,
): Promise<ListPage<ListedTransfer>> {
  return withDatabase<ListPage<ListedTransfer>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const { blockNumber, index } = parseCursor(request.cursor) ?? { blockNumber: HIGHEST, index: HIGHEST };
    const found = await placesOf(db, networkId, list, [blockNumber, index], limit + 1);
    const { rows: places, ...next } = pageOf(
      found.map(({ blockNumber: at, position }) => ({ blockNumber: at, index: position })),
      limit,
    );
    const rows = await db.tokenTransfers.bulkGet(places.map((place) => placeKey(networkId, place)));
    const transfers = readableRows(rows, fromTokenTransferRow);
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

/** How many transfers a list has. Observable by live queries. */
export function countTokenTransfers(
  networkId: NetworkId,
  list: Exclude<TransferList, { of: 'address' }>,
): Promise<number> {
  const [index, start] = keysOf(networkId, list);
  return withDatabase(0, (db) =>
    db.tokenTransfers
      .where(index)
      .between([...start, 0, 0], [...start, HIGHEST, HIGHEST])
      .count(),
  );
}

/** Index and start of the keys of each list. */
function keysOf(networkId: NetworkId, list: Exclude<TransferList, { of: 'address' }>): [string, (string | number)[]] {
  switch (list.of) {
    case 'kind':
      return ['[networkId+kind+blockNumber+position]', [networkId, list.kind]];
    case 'token':
      return ['[networkId+token+blockNumber+position]', [networkId, list.token]];
    case 'item':
      return ['[networkId+token+tokenId+blockNumber+position]', [networkId, list.token, tokenIdKey(list.tokenId)]];
  }
}

function placesOf(
  db: LoupeDatabase,
  networkId: NetworkId,
  list: TransferList,
  before: readonly [number, number],
  count: number,
): Promise<{ blockNumber: number; position: number }[]> {
  if (list.of === 'address') {
    const start = [networkId, list.address, list.kind];
    return db.addressTransfers
      .where('[networkId+address+kind+blockNumber+position]')
      .between([...start, 0, 0], [...start, ...before], true, false)
      .reverse()
      .limit(count)
      .toArray();
  }
  const [index, start] = keysOf(networkId, list);
  return db.tokenTransfers
    .where(index)
    .between([...start, 0, 0], [...start, ...before], true, false)
    .reverse()
    .limit(count)
    .toArray();
}

/** The stored transfers of a range of blocks, `end` not included. */
export function transferRowsOf(
  db: LoupeDatabase,
  networkId: NetworkId,
  first: number,
  end: number,
): Promise<TokenTransferRow[]> {
  return db.tokenTransfers
    .where('[networkId+blockNumber+position]')
    .between([networkId, first, 0], [networkId, end, 0], true, false)
    .toArray();
}
