/**
 * Ordered lists of small entries, kept in leaves (`leaf.ts`). The row of a leaf has as its key what its lists are of and
 * the highest order that it may hold: the leaf of an entry is the first one whose key is not below the entry's. The last
 * leaf is open at its end. In a leaf, the letters of a list stand before the orders of its entries.
 *
 * Here lists are read; `change-lists.ts` writes them.
 */
import type { LoupeDatabase } from '../loupe-database';
import { fromPackedLeafRow, type PackedLeafRow } from '../rows/packed-leaf-row';
import { type ListEntry, unpackLeaf } from './leaf';
import type { ListName } from './list-names';
import { bytesOf } from './packed-text';

/** Above every order: letters are of ASCII, and lengths of numbers and their complements leave it out, too. */
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
  { of, letters }: ListName,
  { prefix = '', after, limit }: Part & { limit: number },
): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  const leaves = Math.ceil(limit / USUAL_ENTRIES) + 1;
  const begin = letters + prefix;
  const start = letters + (after ?? prefix);
  let from = bytesOf(of + start);
  for (let isFirst = true; ; isFirst = false) {
    const rows: PackedLeafRow[] = await db.packedLists
      .where('key')
      .between(from, bytesOf(of + LIST_END), isFirst, true)
      .limit(leaves)
      .toArray();
    for (const { order, payload } of rows.flatMap(entriesOf)) {
      if (after === undefined ? order < start : order <= start) continue;
      if (found.length === limit || !order.startsWith(begin)) return found;
      found.push({ order: order.slice(letters.length), payload });
    }
    const last = rows.at(-1);
    if (rows.length < leaves || last === undefined || found.length === limit) return found;
    from = last.key;
  }
}

/** Entries from the end of a list, the last one first: `limit`, or fewer where leaves are sparse. Observable by live queries. */
export async function readLastEntries(
  db: LoupeDatabase,
  { of, letters }: ListName,
  limit: number,
): Promise<ListEntry[]> {
  const within = await db.packedLists
    .where('key')
    .between(bytesOf(of + letters), bytesOf(of + letters + LIST_END), true, true)
    .reverse()
    .limit(Math.ceil(limit / USUAL_ENTRIES) + 1)
    .toArray();
  const rows = [...within.reverse(), await leafBehind(db, of, letters)];
  return rows
    .flatMap((row) => entriesOfList(row, letters))
    .reverse()
    .slice(0, limit);
}

/** The payloads of entries, undefined where a list has none with that order. Observable by live queries. */
export function readPayloads(
  db: LoupeDatabase,
  { of, letters }: ListName,
  orders: readonly string[],
): Promise<(string | undefined)[]> {
  const end = bytesOf(of + LIST_END);
  return Promise.all(
    orders.map(async (order) => {
      const leaf = await db.packedLists
        .where('key')
        .between(bytesOf(of + letters + order), end, true, true)
        .first();
      return entriesOf(leaf).find((entry) => entry.order === letters + order)?.payload;
    }),
  );
}

/** How many entries a list has, or those of them that `counts` takes. Reads all of them. Observable by live queries. */
export async function countEntries(
  db: LoupeDatabase,
  { of, letters }: ListName,
  { prefix = '', counts }: { prefix?: string; counts?: (entry: ListEntry) => boolean } = {},
): Promise<number> {
  const begin = letters + prefix;
  const rows = await db.packedLists
    .where('key')
    .between(bytesOf(of + begin), bytesOf(of + begin + LIST_END), true, true)
    .toArray();
  let count = 0;
  for (const row of [...rows, await leafBehind(db, of, begin)]) {
    for (const entry of entriesOfList(row, begin)) if (counts === undefined || counts(entry)) count++;
  }
  return count;
}

/** The leaf that has the last entries with this beginning, and others behind them. */
function leafBehind(db: LoupeDatabase, of: string, begin: string): Promise<PackedLeafRow | undefined> {
  return db.packedLists
    .where('key')
    .between(bytesOf(of + begin + LIST_END), bytesOf(of + LIST_END), false, true)
    .first();
}

/** Entries of a stored leaf, without what all of them begin with. */
function entriesOfList(stored: unknown, begin: string): ListEntry[] {
  return entriesOf(stored)
    .filter(({ order }) => order.startsWith(begin))
    .map(({ order, payload }) => ({ order: order.slice(begin.length), payload }));
}

/** The entries of a stored leaf; none of a damaged one. */
export function entriesOf(stored: unknown): ListEntry[] {
  const row = fromPackedLeafRow(stored);
  return row === undefined ? [] : unpackLeaf(row.entries);
}
