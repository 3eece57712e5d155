/**
 * Ordered lists of small entries, kept in leaves (`leaf.ts`). All lists of one owner are one sequence of entries,
 * ordered by the letters of the list and then within the list, so that the short lists of an address share one row. The
 * key of a leaf is the owner and the highest order that the leaf may contain: an entry is in the first leaf whose key
 * is not below its own. The last leaf of an owner has no upper bound.
 *
 * This file reads lists; `change-lists.ts` writes them.
 */
import type { LoupeDatabase } from '../loupe-database';
import { fromPackedLeafRow, type PackedLeafRow } from '../rows/packed-leaf-row';
import { type ListEntry, unpackLeaf } from './leaf';
import { type ListName, lettersOf, ownerOf } from './list-names';
import { bytesOf } from './packed-text';

/** Sorts after every order: no length of a packed integer, and no complement of one, is 255. */
export const LIST_END = '\xff';
/** Entries that leaves have at least on average, to guess how many leaves a page takes. */
const USUAL_ENTRIES = 32;

type Part = {
  /** Leaves out entries whose order does not begin with this. */
  prefix?: string | undefined;
  /** Leaves out entries whose order is not above this. */
  after?: string | undefined;
};

/** Reads entries of a list in their order, at most `limit`. Observable by live queries. */
export async function readEntries(
  db: LoupeDatabase,
  list: ListName,
  { prefix = '', after, limit }: Part & { limit: number },
): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  const leaves = Math.ceil(limit / USUAL_ENTRIES) + 1;
  const letters = lettersOf(list);
  const start = after ?? prefix;
  let from = bytesOf(list + start);
  for (let isFirst = true; ; isFirst = false) {
    const rows: PackedLeafRow[] = await db.packedLists
      .where('key')
      .between(from, endOf(list), isFirst, true)
      .limit(leaves)
      .toArray();
    for (const whole of rows.flatMap(entriesOf)) {
      const begin = letters + start;
      if (after === undefined ? whole.order < begin : whole.order <= begin) continue;
      if (found.length === limit || !whole.order.startsWith(letters + prefix)) return found;
      found.push(within(letters, whole));
    }
    const last = rows.at(-1);
    if (rows.length < leaves || last === undefined || found.length === limit) return found;
    from = last.key;
  }
}

/**
 * Reads the last entries of a list, the last one first: at most `limit`, and fewer where leaves are sparse.
 * Observable by live queries.
 */
export async function readLastEntries(db: LoupeDatabase, list: ListName, limit: number): Promise<ListEntry[]> {
  const rows = await db.packedLists
    .where('key')
    .between(bytesOf(list), bytesOf(list + LIST_END), true, true)
    .reverse()
    .limit(Math.ceil(limit / USUAL_ENTRIES) + 1)
    .toArray();
  const own = entriesIn(list, '', [...rows.reverse(), await leafBehind(db, list, '')]);
  return own.reverse().slice(0, limit);
}

/**
 * Reads the payloads of the entries with these orders, undefined where the list has no such entry. Observable by
 * live queries.
 */
export function readPayloads(
  db: LoupeDatabase,
  list: ListName,
  orders: readonly string[],
): Promise<(string | undefined)[]> {
  const letters = lettersOf(list);
  return Promise.all(
    orders.map(async (order) => {
      const leaf = await db.packedLists
        .where('key')
        .between(bytesOf(list + order), endOf(list), true, true)
        .first();
      return entriesOf(leaf).find((entry) => entry.order === letters + order)?.payload;
    }),
  );
}

/**
 * Returns the number of entries of a list, or of those for which `counts` returns true. Reads all of them.
 * Observable by live queries.
 */
export async function countEntries(
  db: LoupeDatabase,
  list: ListName,
  { prefix = '', counts }: { prefix?: string; counts?: (entry: ListEntry) => boolean } = {},
): Promise<number> {
  const begin = list + prefix;
  const rows = await db.packedLists
    .where('key')
    .between(bytesOf(begin), bytesOf(begin + LIST_END), true, true)
    .toArray();
  const own = entriesIn(list, prefix, [...rows, await leafBehind(db, list, prefix)]);
  return counts === undefined ? own.length : own.filter(counts).length;
}

/**
 * The leaf after those whose keys are in a list, or in the part with this prefix: it may begin with the last entries of
 * the list.
 */
function leafBehind(db: LoupeDatabase, list: ListName, prefix: string): Promise<PackedLeafRow | undefined> {
  return db.packedLists
    .where('key')
    .between(bytesOf(list + prefix + LIST_END), endOf(list), false, true)
    .first();
}

/** The entries of a list, or of the part with this prefix, that are in these leaves. */
function entriesIn(list: ListName, prefix: string, leaves: readonly unknown[]): ListEntry[] {
  const letters = lettersOf(list);
  const own = leaves.flatMap(entriesOf).filter(({ order }) => order.startsWith(letters + prefix));
  return own.map((entry) => within(letters, entry));
}

/** The key of the last leaf that a list can be in. */
function endOf(list: ListName): ArrayBuffer {
  return bytesOf(ownerOf(list) + LIST_END);
}

/** The entry without the letters of its list before its order. */
function within(letters: string, { order, payload }: ListEntry): ListEntry {
  return { order: order.slice(letters.length), payload };
}

/** Returns the entries of a stored leaf, with the letters of their lists before their orders; none where the row is damaged. */
export function entriesOf(stored: unknown): ListEntry[] {
  const row = fromPackedLeafRow(stored);
  return row === undefined ? [] : unpackLeaf(row.entries);
}
