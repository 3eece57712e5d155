/** Internal transactions of indexed blocks, newest first: those of a block, or of an address. */
import type { InternalCall } from '../../core/chain/internal-call';
import type { InternalTransaction } from '../../core/chain/internal-transaction';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { withDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest, pageOf, parseCursor, placeKey } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId, giveAddressIds, readAddresses } from '../packed/address-ids';
import { changeLists, put, remove } from '../packed/change-lists';
import { entriesOfBlocks } from '../packed/entries-of-blocks';
import type { ListEntry } from '../packed/leaf';
import { listNames, placeOrder, readPlace } from '../packed/list-names';
import { readEntries, readPayloads } from '../packed/packed-lists';
import { idsInCall, packCall, unpackCall } from '../rows/internal-call-row';
import { fromTransactionSummaryRow } from '../rows/stored-summary';

export type InternalList = { of: 'block'; blockNumber: number } | { of: 'address'; address: Address };

/**
 * Reads a page of the internal transactions of a block or an address, newest first. Leaves out damaged ones, and
 * those whose transaction is not listed. Observable by live queries.
 */
export function readInternalTransactions(
  networkId: NetworkId,
  list: InternalList,
  request: PageRequest,
): Promise<ListPage<InternalTransaction>> {
  return withDatabase<ListPage<InternalTransaction>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const orders = await ordersOf(db, networkId, list, request.cursor, limit + 1);
    const { rows: places, ...next } = pageOf(
      orders.map((order) => readPlace(order)).filter((place) => place !== undefined),
      limit,
    );
    const shown = places.map(placeOrder);
    const payloads = await readPayloads(db, listNames.internals(networkId), shown);
    const calls = await unpackCalls(
      db,
      shown.map((order, at) => ({ order, payload: payloads[at] ?? '' })),
    );
    const summaries = await db.transactionSummaries.bulkGet(
      calls.map(({ blockNumber, transactionIndex: index }) => placeKey(networkId, { blockNumber, index })),
    );
    const rows = calls.flatMap(({ transactionIndex: _, position, ...call }, at): InternalTransaction[] => {
      const summary = fromTransactionSummaryRow(summaries[at]);
      if (summary === undefined) return [];
      const { hash, timestamp } = summary;
      return [{ ...call, hash, place: String(position), ...(timestamp === undefined ? {} : { timestamp }) }];
    });
    return { rows, ...next };
  });
}

/**
 * Writes calls into their lists (`sign` 1) or takes them out (`sign` -1). Call it within a transaction that writes the
 * lists.
 */
export async function changeInternalCalls(
  db: LoupeDatabase,
  networkId: NetworkId,
  calls: readonly InternalCall[],
  sign: 1 | -1,
): Promise<void> {
  if (calls.length === 0) return;
  const idOf = await giveAddressIds(
    db,
    calls.flatMap((call) => partiesOf(call)),
  );
  const all = listNames.internals(networkId);
  await changeLists(
    db,
    calls.flatMap((call) => {
      const order = placeOrder({ blockNumber: call.blockNumber, index: call.position });
      const own = partiesOf(call).map((party) => listNames.internalsOfAddress(networkId, idOf(party)));
      return sign === 1
        ? [put(all, order, packCall(call, idOf)), ...own.map((list) => put(list, order))]
        : [all, ...own].map((list) => remove(list, order));
    }),
  );
}

/** Returns the calls of a range of blocks, `end` not included. */
export async function callsOfBlocks(
  db: LoupeDatabase,
  networkId: NetworkId,
  first: number,
  end: number,
): Promise<readonly InternalCall[]> {
  return unpackCalls(db, await entriesOfBlocks(db, listNames.internals(networkId), first, end));
}

/** The orders of the entries of a page; at most `limit`. */
async function ordersOf(
  db: LoupeDatabase,
  networkId: NetworkId,
  list: InternalList,
  cursor: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const place = parseCursor(cursor);
  const after = place && placeOrder(place);
  if (list.of === 'address') {
    const id = await findAddressId(db, list.address);
    if (id === undefined) return [];
    const entries = await readEntries(db, listNames.internalsOfAddress(networkId, id), { after, limit });
    return entries.map(({ order }) => order);
  }
  const { blockNumber } = list;
  const above = placeOrder({ blockNumber: blockNumber + 1, index: 0 });
  const entries = await readEntries(db, listNames.internals(networkId), { after: after ?? above, limit });
  return entries.map(({ order }) => order).filter((order) => readPlace(order)?.blockNumber === blockNumber);
}

/** The calls of entries; damaged entries are left out. */
async function unpackCalls(db: LoupeDatabase, entries: readonly ListEntry[]): Promise<readonly InternalCall[]> {
  const addresses = await readAddresses(
    db,
    entries.flatMap(({ payload }) => idsInCall(payload)),
  );
  return entries
    .map(({ order, payload }) => unpackCall(order, payload, (id) => addresses.get(id)))
    .filter((call) => call !== undefined);
}

/** Sender and receiver; a single address where they are the same or one is missing. */
function partiesOf({ from, to }: InternalCall): readonly Address[] {
  return to === undefined || to === from ? [from] : [from, to];
}
