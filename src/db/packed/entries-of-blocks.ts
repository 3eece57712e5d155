/** The entries of a range of blocks in a list whose entries are ordered by place. */
import type { LoupeDatabase } from '../loupe-database';
import type { ListEntry } from './leaf';
import { type ListName, placeOrder } from './list-names';
import { readEntries } from './packed-lists';

/** Number of entries that are read at once. */
const CHUNK = 1_000;

/** Returns the entries of the blocks from `first` on, `end` not included, the newest first. */
export async function entriesOfBlocks(
  db: LoupeDatabase,
  list: ListName,
  first: number,
  end: number,
): Promise<readonly ListEntry[]> {
  const lowest = placeOrder({ blockNumber: first, index: 0 });
  const found: ListEntry[] = [];
  let after = placeOrder({ blockNumber: end, index: 0 });
  for (;;) {
    const entries = await readEntries(db, list, { after, limit: CHUNK });
    found.push(...entries.filter(({ order }) => order <= lowest));
    const last = entries.at(-1);
    if (entries.length < CHUNK || last === undefined || last.order > lowest) return found;
    after = last.order;
  }
}
