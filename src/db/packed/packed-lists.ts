/**
 * Ordered lists of small entries, kept in leaves (`leaf.ts`). The row of a leaf has as its key the name of its list and
 * the highest order that it may hold: the leaf of an entry is the first one whose key is not below the entry's. The last
 * leaf is open at its end.
 *
 * Here lists are read; `change-lists.ts` writes them.
 */
import type { LoupeDatabase } from '../loupe-database';
import { fromPackedLeafRow, type PackedLeafRow } from '../rows/packed-leaf-row';
import { type ListEntry, unpackLeaf } from './leaf';
import type { ListName } from './list-names';
import { bytesOf } from './packed-text';

/** Above every order: lengths of numbers and their complements leave it out. */
export const LIST_END = '\xff';
/** Entries that a leaf has at least on the whole, to guess how many leaves a page takes. */
const USUAL_ENTRIES = 32;

type Part = {
  /** Entries whose order begins so. */
  prefix?: string | undefined;
  /** Entries behind this order. */
  after?: string | undefined;
};

/** Entries of a list in their order, at most `limit`. Observable by live queries. */
export async function readEntries(
  db: LoupeDatabase,
  list: ListName,
  { prefix = '', after, limit }: Part & { limit: number },
): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  const leaves = Math.ceil(limit / USUAL_ENTRIES) + 1;
  const start = after ?? prefix;
  let from = bytesOf(list + start);
  for (let isFirst = true; ; isFirst = false) {
    const rows: PackedLeafRow[] = await db.packedLists
      .where('key')
      .between(from, bytesOf(list + LIST_END), isFirst, true)
      .limit(leaves)
      .toArray();
    for (const entry of rows.flatMap(entriesOf)) {
      if (after === undefined ? entry.order < start : entry.order <= start) continue;
      if (found.length === limit || !entry.order.startsWith(prefix)) return found;
      found.push(entry);
    }
    const last = rows.at(-1);
    if (rows.length < leaves || last === undefined || found.length === limit) return found;
    from = last.key;
  }
}

/** Entries from the end of a list, the last one first: `limit`, or fewer where leaves are sparse. Observable by live queries. */
export async function readLastEntries(db: LoupeDatabase, list: ListName, limit: number): Promise<ListEntry[]> {
  const rows = await db.packedLists
    .where('key')
    .between(bytesOf(list), bytesOf(list + LIST_END), true, true)
    .reverse()
    .limit(Math.ceil(limit / USUAL_ENTRIES) + 1)
    .toArray();
  return rows.reverse().flatMap(entriesOf).reverse().slice(0, limit);
}

/** The payloads of entries, undefined where a list has none with that order. Observable by live queries. */
export function readPayloads(
  db: LoupeDatabase,
  list: ListName,
  orders: readonly string[],
): Promise<(string | undefined)[]> {
  const end = bytesOf(list + LIST_END);
  return Promise.all(
    orders.map(async (order) => {
      const leaf = await db.packedLists
        .where('key')
        .between(bytesOf(list + order), end, true, true)
        .first();
      return entriesOf(leaf).find((entry) => entry.order === order)?.payload;
    }),
  );
}

/** How many entries a list has, or those of them that `counts` takes. Reads all of them. Observable by live queries. */
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
  // The leaf that has the last entries with this prefix, and others behind them.
  const behind = await db.packedLists
    .where('key')
    .between(bytesOf(begin + LIST_END), bytesOf(list + LIST_END), false, true)
    .first();
  let count = 0;
  for (const entry of [...rows, behind].flatMap(entriesOf)) {
    if (entry.order.startsWith(prefix) && (counts === undefined || counts(entry))) count++;
  }
  return count;
}

/** The entries of a stored leaf; none of a damaged one. */
export function entriesOf(stored: unknown): ListEntry[] {
  const row = fromPackedLeafRow(stored);
  return row === undefined ? [] : unpackLeaf(row.entries);
}
