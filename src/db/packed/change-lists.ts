/** Writing packed lists: each leaf that changes is read and written once, whatever changes in it. */
import type { LoupeDatabase } from '../loupe-database';
import type { PackedLeafRow } from '../rows/packed-leaf-row';
import { type ListEntry, packLeaf } from './leaf';
import type { ListName } from './list-names';
import { entriesOf, LIST_END } from './packed-lists';
import { bytesOf, textOfBytes } from './packed-text';

/** What becomes of an entry: its payload, or null where it goes. Asked once, with the payload it has. */
export type EntryChange = {
  list: ListName;
  order: string;
  becomes: (payload: string | undefined) => string | null;
};

/** An entry to write; `payload` may be empty. */
export function put(list: ListName, order: string, payload = ''): EntryChange {
  return { list, order, becomes: () => payload };
}

export function remove(list: ListName, order: string): EntryChange {
  return { list, order, becomes: () => null };
}

/** A leaf with more is divided, into leaves with as many as `FILLED` at most. */
const MAX_ENTRIES = 64;
const FILLED = 56;

/** Changes entries within a transaction that writes `packedLists`. Of two changes of one entry the later one is asked last. */
export async function changeLists(db: LoupeDatabase, changes: readonly EntryChange[]): Promise<void> {
  let waiting = byList(changes);
  const writing: Writing = { puts: [], deletes: [] };
  while (waiting.length > 0) {
    const leaves = await db.firstLeaves(
      waiting.map(({ list, changes: [first] }) => [bytesOf(list + (first?.order ?? '')), bytesOf(list + LIST_END)]),
    );
    waiting = waiting.flatMap(({ list, changes: all }, at) => {
      const key = leaves[at]?.key;
      const bound = key === undefined ? LIST_END : textOfBytes(key).slice(list.length);
      const end = all.findIndex(({ order }) => order > bound);
      const own = end === -1 ? all : all.slice(0, end);
      write(writing, list, bound, leaves[at], own);
      return end === -1 ? [] : [{ list, changes: all.slice(end) }];
    });
  }
  await db.packedLists.bulkDelete(writing.deletes);
  await db.packedLists.bulkPut(writing.puts);
}

type ChangesOfList = { list: ListName; changes: readonly EntryChange[] };
type Writing = { puts: PackedLeafRow[]; deletes: ArrayBuffer[] };

/** The changes of each list, in the order of its entries. */
function byList(changes: readonly EntryChange[]): ChangesOfList[] {
  const all = new Map<ListName, EntryChange[]>();
  for (const change of changes) {
    const own = all.get(change.list);
    if (own === undefined) all.set(change.list, [change]);
    else own.push(change);
  }
  const inOrder = (a: EntryChange, b: EntryChange) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
  return [...all].map(([list, own]) => ({ list, changes: own.sort(inOrder) }));
}

/** Notes what is to be written of a leaf, which holds orders up to `bound`. */
function write(
  { puts, deletes }: Writing,
  list: ListName,
  bound: string,
  stored: PackedLeafRow | undefined,
  changes: readonly EntryChange[],
): void {
  const entries = changed(entriesOf(stored), changes);
  if (entries.length === 0) {
    if (stored !== undefined) deletes.push(bytesOf(list + bound));
    return;
  }
  const parts = entries.length <= MAX_ENTRIES ? 1 : Math.ceil(entries.length / FILLED);
  for (let part = 0; part < parts; part++) {
    const own = entries.slice(
      Math.floor((part * entries.length) / parts),
      Math.floor(((part + 1) * entries.length) / parts),
    );
    const last = part === parts - 1 ? bound : (own.at(-1)?.order ?? bound);
    puts.push({ key: bytesOf(list + last), entries: packLeaf(own) });
  }
}

/** Both are in order; the entries as the changes leave them. */
function changed(entries: readonly ListEntry[], changes: readonly EntryChange[]): ListEntry[] {
  const left: ListEntry[] = [];
  let at = 0;
  const takeBelow = (order: string | undefined) => {
    for (
      let entry = entries[at];
      entry !== undefined && (order === undefined || entry.order < order);
      entry = entries[at]
    ) {
      left.push(entry);
      at++;
    }
  };
  for (const { order, becomes } of changes) {
    takeBelow(order);
    const before = left.at(-1)?.order === order ? left.pop() : entries[at]?.order === order ? entries[at++] : undefined;
    const payload = becomes(before?.payload);
    if (payload !== null) left.push({ order, payload });
  }
  takeBelow(undefined);
  return left;
}
