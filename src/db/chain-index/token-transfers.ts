/** Transfers of indexed blocks, newest first: all of a kind, those of a token, of an item, or of an address. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { TokenSummary } from '../../core/tokens/token-summary';
import type { TokenTransfer, TransferKind } from '../../core/tokens/token-transfers';
import { readTokens } from '../contracts/tokens';
import { withDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest, type Place, pageOf, parseCursor, placeKey } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId } from '../packed/address-ids';
import { type ListName, listNames, placeOrder, readPlace } from '../packed/list-names';
import { countEntries, readEntries, readPayloads } from '../packed/packed-lists';
import { packInteger } from '../packed/packed-text';
import { unpackTransfers } from '../packed/transfer-lists';
import { fromTransactionSummaryRow } from '../rows/stored-summary';

/** The transfers that a list has. */
export type TransferList =
  | { of: 'kind'; kind: TransferKind }
  | { of: 'token'; token: Address }
  | { of: 'item'; token: Address; tokenId: bigint }
  | { of: 'address'; address: Address; kind: TransferKind };

/** Which transfers of a list are read; an absent field leaves none out. */
export type TransferFilter = {
  /** Leaves out transfers of nothing, which anybody can make in anybody's name. */
  amount?: 'some';
  token?: Address;
  /** For the list of an address. `in`: it only receives; `out`: it only gives; `self`: it does both. */
  direction?: 'in' | 'out' | 'self';
  /** Earliest time of the block, seconds since the epoch. Transfers whose block has no known time are left out. */
  since?: number;
};

/** A transfer with its transaction, and what its token says of itself. */
export type ListedTransfer = {
  transfer: TokenTransfer;
  summary: TransactionSummary | undefined;
  token: TokenSummary | undefined;
};

/** Number of entries that are read at once where a filter may leave some out. */
const SCANNED = 200;

/**
 * Reads a page of transfers, newest first, with their transactions and tokens. Damaged ones are left out. Linear in the
 * transfers that a filter leaves out. Observable by live queries.
 */
export function readTokenTransfers(
  networkId: NetworkId,
  list: TransferList,
  request: PageRequest & { filter?: TransferFilter },
): Promise<ListPage<ListedTransfer>> {
  return withDatabase<ListPage<ListedTransfer>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const part = await partOf(db, networkId, list);
    if (part === undefined) return { rows: [] };
    const { name, prefix } = part;
    const { filter = {} } = request;
    const leavesOut = Object.keys(filter).length > 0;
    const size = leavesOut ? Math.max(limit + 1, SCANNED) : limit + 1;
    const place = parseCursor(request.cursor);
    let after = place && prefix + placeOrder(place);
    const listed: (Place & Partial<Sent>)[] = [];
    for (let hasMore = true; hasMore && listed.length <= limit; ) {
      const entries = await readEntries(db, name, { prefix, after, limit: size });
      after = entries.at(-1)?.order;
      hasMore = leavesOut && entries.length === size;
      const places = entries.map(({ order }) => readPlace(order, prefix.length)).filter((at) => at !== undefined);
      if (!leavesOut) listed.push(...places);
      else
        for (const sent of await sentAt(db, networkId, places))
          if (fits(sent, list, filter)) listed.push({ ...placeIn(sent.transfer), ...sent });
    }
    const { rows: places, ...next } = pageOf(listed, limit);
    const found = leavesOut ? (places as (Place & Sent)[]) : await sentAt(db, networkId, places);
    const tokens = await readTokens(
      networkId,
      found.map(({ transfer }) => transfer.token),
    );
    return {
      rows: found.map(({ transfer, summary }) => ({ transfer, summary, token: tokens.get(transfer.token) })),
      ...next,
    };
  });
}

type Sent = Pick<ListedTransfer, 'transfer' | 'summary'>;

/** The place of a transfer in lists of transfers. */
function placeIn({ blockNumber, position }: TokenTransfer): Place {
  return { blockNumber, index: position };
}

/** The transfers at the places, with their transactions. */
async function sentAt(db: LoupeDatabase, networkId: NetworkId, places: readonly Place[]): Promise<readonly Sent[]> {
  const transfers = await transfersAt(db, networkId, places.map(placeOrder));
  const summaries = await db.transactionSummaries.bulkGet(
    transfers.map(({ blockNumber: at, transactionIndex }) =>
      placeKey(networkId, { blockNumber: at, index: transactionIndex }),
    ),
  );
  return transfers.map((transfer, at) => ({ transfer, summary: fromTransactionSummaryRow(summaries[at]) }));
}

function fits({ transfer, summary }: Sent, list: TransferList, filter: TransferFilter): boolean {
  const { from, to, token, amount } = transfer;
  if (filter.amount === 'some' && amount === 0n) return false;
  if (filter.token !== undefined && token !== filter.token) return false;
  if (filter.direction !== undefined && list.of === 'address') {
    const isGiver = from === list.address;
    const isTaker = to === list.address;
    if (filter.direction !== (isGiver ? (isTaker ? 'self' : 'out') : 'in')) return false;
  }
  return filter.since === undefined || (summary?.timestamp !== undefined && summary.timestamp >= filter.since);
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
