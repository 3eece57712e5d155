/**
 * Lists of transactions, by block and by address. `transactionSummaries` has what the lists show, and the lists
 * `activity` (`packed/list-names.ts`) say which transactions involve an address. Both are always written together.
 */
import type { Address, Hash, NetworkId, Selector } from '../../core/chain/primitives';
import type { Span } from '../../core/chain/spans';
import type { TransactionSummary } from '../../core/chain/summaries';
import { withDatabase, writeDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest, type Place, pageOf, parseCursor, placeKey } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId, giveAddressIds } from '../packed/address-ids';
import { changeLists, type EntryChange, put, remove } from '../packed/change-lists';
import type { ListEntry } from '../packed/leaf';
import { listNames, placeOrder, readPlace } from '../packed/list-names';
import { readEntries, readLastEntries } from '../packed/packed-lists';
import { readableRows } from '../rows/fields';
import {
  fromTransactionSummaryRow,
  parseTransactionSummaryRow,
  summaryOf,
  toStoredSummary,
} from '../rows/stored-summary';
import {
  ActivityRole,
  isDirect,
  isInternal,
  type Party,
  partiesOf,
  placeOf,
  type TransactionSummaryRow,
} from '../rows/transaction-summary-row';
import { type BlockChange, RANGE_TABLES, recordBlockChanges } from '../storage/block-ranges';

/** The tables that a transaction must name to write lists of transactions. */
export const SUMMARY_TABLES = ['transactionSummaries', 'packedLists', 'addressIds', ...RANGE_TABLES] as const;

/**
 * Bytes of a row, and of each address that it involves, in the row and in the lists. Estimated from measurements of
 * `npm run bench -- index`: transactions with six addresses and three transfers take 740 bytes each.
 */
const SUMMARY_SIZE = 135;
const PARTY_SIZE = 25;
/**
 * The most addresses that are listed of one trace: a transaction that calls more is a distribution, and its rows would
 * fill the lists.
 */
const MAX_CALLED = 256;

const HIGHEST = Number.POSITIVE_INFINITY;

export type AddressTransaction = {
  summary: TransactionSummary;
  /** Bits of `ActivityRole`. */
  roles: number;
};

/** Which transactions are listed; an absent field leaves none out. */
export type TransactionFilter = {
  status?: 'success' | 'failed';
  selector?: Selector;
  /** Earliest time of the block, seconds since the epoch. Transactions whose block has no known time are left out. */
  since?: number;
};

export type AddressFilter = TransactionFilter & {
  /** `in`: the address is only the receiver; `out`: it is only the sender; `self`: it is both. */
  direction?: 'in' | 'out' | 'self';
  /** `direct`: the address is sender, receiver or created contract; `internal`: it is only called inside, as a trace says. */
  part?: 'all' | 'direct' | 'internal';
};

/** Number of entries that are read at once where a filter may leave some out. */
const SCANNED = 200;

/**
 * Reads the kept transactions of an address, newest first; pending ones come first. Linear in the transactions that
 * a filter leaves out. Observable by live queries.
 */
export function readTransactionsOfAddress(
  networkId: NetworkId,
  address: Address,
  request: PageRequest & { filter?: AddressFilter },
): Promise<ListPage<AddressTransaction>> {
  return withDatabase<ListPage<AddressTransaction>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const { filter = {} } = request;
    const found: (Place & { listed: AddressTransaction | undefined })[] = [];
    const leavesOut = Object.values(filter).some((value) => value !== undefined && value !== 'all');
    const size = leavesOut ? Math.max(limit + 1, SCANNED) : limit + 1;
    const id = await findAddressId(db, address);
    if (id === undefined) return { rows: [] };
    const cursor = parseCursor(request.cursor);
    let after = cursor && placeOrder(cursor);
    for (let hasMore = true; hasMore && found.length <= limit; ) {
      const entries = await readEntries(db, listNames.activity(networkId, id), { after, limit: size });
      after = entries.at(-1)?.order;
      hasMore = entries.length === size;
      const activity = entries.map(readActivity).filter((entry) => entry !== undefined);
      // The summary of the entry behind the page is read only where a filter needs it: otherwise its presence is enough.
      const asked = leavesOut ? activity : activity.slice(0, limit);
      const summaries = await db.transactionSummaries.bulkGet(asked.map((row) => placeKey(networkId, row)));
      activity.forEach(({ blockNumber, index, roles }, at) => {
        const row = parseTransactionSummaryRow(summaries[at]);
        // After a damaged or interrupted write, an entry may lead to the place of another transaction.
        const isParty = row !== undefined && partiesOf(row).some((party) => party.address === address);
        const listed = isParty ? { summary: summaryOf(row), roles } : undefined;
        if (listed === undefined || matchesAddress(address, listed, filter)) found.push({ blockNumber, index, listed });
      });
    }
    const { rows, ...next } = pageOf(found, limit);
    return { rows: rows.map(({ listed }) => listed).filter((row) => row !== undefined), ...next };
  });
}

/**
 * Number of a contract's oldest entries that may contain its creation: a counterfactual address may be paid before it.
 */
const BEFORE_CREATION = 100;

/** Reads the kept transaction that created a contract directly, or undefined. */
export function readCreation(networkId: NetworkId, address: Address): Promise<TransactionSummary | undefined> {
  return withDatabase<TransactionSummary | undefined>(undefined, async (db) => {
    const id = await findAddressId(db, address);
    if (id === undefined) return undefined;
    const last = await readLastEntries(db, listNames.activity(networkId, id), BEFORE_CREATION);
    const oldest = last.map(readActivity).filter((entry) => entry !== undefined);
    const created = oldest.find(({ roles }) => (roles & ActivityRole.created) !== 0);
    if (created === undefined) return undefined;
    const summary = fromTransactionSummaryRow(await db.transactionSummaries.get(placeKey(networkId, created)));
    return summary?.contractAddress === address ? summary : undefined;
  });
}

/** Pending transactions come before the newest mined one; more are not passed over. */
const MAX_PENDING = 10;

/** Reads the oldest and the newest mined transaction of an address, of those kept. Observable by live queries. */
export function readEndsOfAddress(
  networkId: NetworkId,
  address: Address,
): Promise<{ first?: TransactionSummary; last?: TransactionSummary }> {
  return withDatabase<{ first?: TransactionSummary; last?: TransactionSummary }>({}, async (db) => {
    const id = await findAddressId(db, address);
    if (id === undefined) return {};
    const list = listNames.activity(networkId, id);
    const newest = await readEntries(db, list, { limit: MAX_PENDING });
    const oldest = await readLastEntries(db, list, 1);
    const minedOf = async (entries: typeof newest) => {
      const activity = entries.map(readActivity).filter((entry) => entry !== undefined);
      const rows = await db.transactionSummaries.bulkGet(activity.map((entry) => placeKey(networkId, entry)));
      return rows.map(fromTransactionSummaryRow).find((summary) => summary?.blockNumber !== undefined);
    };
    const [first, last] = [await minedOf(oldest), await minedOf(newest)];
    return { ...(first && { first }), ...(last && { last }) };
  });
}

/** The newest kept transactions that are looked at for those that created a contract. */
const SCANNED_FOR_CREATIONS = 20_000;

/** Reads at most `limit` contracts that kept transactions created directly, newest first. */
export function readCreatedContracts(networkId: NetworkId, limit: number): Promise<readonly Address[]> {
  return withDatabase<readonly Address[]>([], async (db) => {
    const rows = await db.transactionSummaries
      .where('[networkId+blockNumber+index]')
      .between([networkId, 0, 0], [networkId, HIGHEST, HIGHEST])
      .reverse()
      .limit(SCANNED_FOR_CREATIONS)
      .toArray();
    const created = rows.flatMap((row) => parseTransactionSummaryRow(row)?.contractAddress ?? []);
    return [...new Set(created)].slice(0, limit);
  });
}

/**
 * Reads the kept transactions of a network, newest first; with `block` only those of that block. Linear in the
 * transactions that a filter leaves out. Observable by live queries.
 */
export function readTransactionSummaries(
  networkId: NetworkId,
  request: PageRequest & { block?: number; filter?: TransactionFilter },
): Promise<ListPage<TransactionSummary>> {
  return withDatabase<ListPage<TransactionSummary>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const { filter = {} } = request;
    const before = parseCursor(request.cursor) ?? { blockNumber: request.block ?? HIGHEST, index: HIGHEST };
    const all = db.transactionSummaries
      .where('[networkId+blockNumber+index]')
      .between([networkId, request.block ?? 0, 0], placeKey(networkId, before), true, false)
      .reverse();
    const fits = (stored: unknown) => {
      const row = parseTransactionSummaryRow(stored);
      return row !== undefined && matches(row, filter);
    };
    const filtered = Object.keys(filter).length === 0 ? all : all.filter(fits);
    const found = await filtered.limit(limit + 1).toArray();
    const { rows, ...next } = pageOf(found, limit);
    return { rows: readableRows(rows, fromTransactionSummaryRow), ...next };
  });
}

function matches(
  { status, selector, timestamp }: Pick<TransactionSummary, 'status' | 'selector' | 'timestamp'>,
  filter: TransactionFilter,
): boolean {
  if (filter.status !== undefined && status !== filter.status) return false;
  if (filter.selector !== undefined && selector !== filter.selector) return false;
  return filter.since === undefined || (timestamp !== undefined && timestamp >= filter.since);
}

function matchesAddress(address: Address, { summary, roles }: AddressTransaction, filter: AddressFilter): boolean {
  const { direction, part } = filter;
  if (part === 'direct' && !isDirect(roles)) return false;
  if (part === 'internal' && !isInternal(roles)) return false;
  const isSender = summary.from === address;
  const isReceiver = summary.to === address;
  if (direction === 'self' && !(isSender && isReceiver)) return false;
  if (direction === 'out' && !(isSender && !isReceiver)) return false;
  if (direction === 'in' && !(isReceiver && !isSender)) return false;
  return matches(summary, filter);
}

/** Lists a kept transaction under the addresses its trace calls; false when it is not listed, or storage refused. */
export async function saveCalledAddresses(
  { networkId, hash, ...at }: { networkId: NetworkId; hash: Hash; blockNumber: number; index: number },
  called: readonly Address[],
): Promise<boolean> {
  let saved = false;
  const others = called.slice(0, MAX_CALLED).map((address): Party => ({ address, roles: ActivityRole.called }));
  const wrote = await writeDatabase((db) =>
    db.transaction('rw', [...SUMMARY_TABLES], async () => {
      const row = parseTransactionSummaryRow(await db.transactionSummaries.get(placeKey(networkId, at)));
      saved = row?.hash === hash;
      if (row !== undefined && saved) await putSummaries(db, networkId, [{ ...row, others }], Date.now());
    }),
  );
  return wrote && saved;
}

/**
 * Writes rows in place of what their places held. A field of an earlier row of the same transaction in the same block
 * stays where the new row lacks it. Idempotent. Call it within a transaction over `SUMMARY_TABLES`.
 */
export async function putSummaries(
  db: LoupeDatabase,
  networkId: NetworkId,
  rows: readonly TransactionSummaryRow[],
  usedAt: number,
): Promise<void> {
  await changeLists(db, await putRows(db, networkId, rows, usedAt));
}

/** Does the same without the lists of addresses. Returns the changes of those lists, which the caller makes. */
export async function putRows(
  db: LoupeDatabase,
  networkId: NetworkId,
  rows: readonly TransactionSummaryRow[],
  usedAt: number,
): Promise<readonly EntryChange[]> {
  const earlier = await db.transactionSummaries.bulkGet(rows.map((row) => placeKey(networkId, row)));
  const known = earlier.map(parseTransactionSummaryRow);
  const written = rows.map((row, index) => mergeRows(known[index], row));
  const replaced = known.filter((row) => row !== undefined);
  await db.transactionSummaries.bulkPut(written.map(toStoredSummary));
  const idOf = await giveAddressIds(db, addressesOf([...replaced, ...written]));
  const changes = [...written.map((row) => changeOf(row, 1)), ...replaced.map((row) => changeOf(row, -1))];
  await recordBlockChanges(db, 'lists', networkId, changes, usedAt);
  // Removals come first, so that an entry that is removed and written again stays.
  return [
    ...replaced.flatMap((row) => activityOf(row, idOf).map(({ list, order }) => remove(list, order))),
    ...written.flatMap((row) => activityOf(row, idOf).map(({ list, order, roles }) => put(list, order, roles))),
  ];
}

/** Deletes rows from the lists. Call it within a transaction over `SUMMARY_TABLES`. */
export async function removeSummaries(
  db: LoupeDatabase,
  networkId: NetworkId,
  rows: readonly TransactionSummaryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await removeActivity(db, rows);
  await db.transactionSummaries.bulkDelete(rows.map((row) => placeKey(networkId, row)));
  const changes = rows.map((row) => changeOf(row, -1));
  await recordBlockChanges(db, 'lists', networkId, changes, undefined);
}

/** Deletes the transaction from the lists where it is listed at this place. */
export async function removeSummaryAt(
  db: LoupeDatabase,
  networkId: NetworkId,
  transaction: { hash: Hash; blockNumber?: number; index?: number },
): Promise<void> {
  const row = parseTransactionSummaryRow(await db.transactionSummaries.get(placeKey(networkId, placeOf(transaction))));
  if (row?.hash === transaction.hash) await removeSummaries(db, networkId, [row]);
}

/** Returns the rows of the blocks in a span; damaged ones are left out. */
export async function summariesOf(
  db: LoupeDatabase,
  networkId: NetworkId,
  { first, last }: Span,
): Promise<readonly TransactionSummaryRow[]> {
  const rows = await db.transactionSummaries
    .where('[networkId+blockNumber+index]')
    .between([networkId, first, 0], [networkId, last, HIGHEST])
    .toArray();
  return readableRows(rows, parseTransactionSummaryRow);
}

/**
 * Deletes what lists have of the blocks from `first` on, `end` not included. The caller changes the sizes of the range.
 */
export async function deleteSummariesOfRange(
  db: LoupeDatabase,
  networkId: NetworkId,
  first: number,
  end: number,
): Promise<void> {
  const range = db.transactionSummaries
    .where('[networkId+blockNumber+index]')
    .between([networkId, first, 0], [networkId, end, 0], true, false);
  const rows = readableRows(await range.toArray(), parseTransactionSummaryRow);
  await removeActivity(db, rows);
  await range.delete();
}

function mergeRows(earlier: TransactionSummaryRow | undefined, row: TransactionSummaryRow): TransactionSummaryRow {
  if (earlier?.hash !== row.hash || earlier.blockHash !== row.blockHash) return row;
  const roles = new Map<Address, number>(earlier.others.map((party) => [party.address, party.roles]));
  for (const party of row.others) roles.set(party.address, (roles.get(party.address) ?? 0) | party.roles);
  return { ...earlier, ...row, others: [...roles].map(([address, bits]) => ({ address, roles: bits })) };
}

async function removeActivity(db: LoupeDatabase, rows: readonly TransactionSummaryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const idOf = await giveAddressIds(db, addressesOf(rows));
  await changeLists(
    db,
    rows.flatMap((row) => activityOf(row, idOf).map(({ list, order }) => remove(list, order))),
  );
}

function addressesOf(rows: readonly TransactionSummaryRow[]): readonly Address[] {
  return rows.flatMap((row) => partiesOf(row).map(({ address }) => address));
}

/** The entries of a transaction in the lists of its addresses. */
function activityOf(row: TransactionSummaryRow, idOf: (address: Address) => number) {
  const order = placeOrder(row);
  return partiesOf(row).map(({ address, roles }) => ({
    list: listNames.activity(row.networkId, idOf(address)),
    order,
    roles: String.fromCharCode(roles),
  }));
}

/** The place of an entry, and the address's bits of `ActivityRole` there; undefined where the entry is damaged. */
function readActivity({ order, payload }: ListEntry): (Place & { roles: number }) | undefined {
  const place = readPlace(order);
  return place && { ...place, roles: payload.charCodeAt(0) || 0 };
}

function changeOf(row: TransactionSummaryRow, sign: 1 | -1): BlockChange {
  const data = (row.revertData ?? '').length / 2;
  const bytes = Math.ceil(SUMMARY_SIZE + partiesOf(row).length * PARTY_SIZE + data);
  return { blockNumber: row.blockNumber, records: sign, bytes: sign * bytes };
}
