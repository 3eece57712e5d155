/** Writes packed lists. A leaf is read once and written once, whatever changes in it. */
import type { LoupeDatabase } from '../loupe-database';
import type { PackedLeafRow } from '../rows/packed-leaf-row';
import { type ListEntry, packLeaf } from './leaf';
import { type ListName, lettersOf, ownerOf } from './list-names';
import { entriesOf, LIST_END } from './packed-lists';
import { bytesOf, textOfBytes } from './packed-text';

/**
 * A change of one entry. `becomes` is called once, with the payload of the entry or undefined where there is none. It
 * returns the new payload, or null to delete the entry.
 */
export type EntryChange = {
  list: ListName;
  order: string;
  becomes: (payload: string | undefined) => string | null;
};

/** Returns the change that writes an entry; `payload` may be empty. */
export function put(list: ListName, order: string, payload = ''): EntryChange {
  return { list, order, becomes: () => payload };
}

/** Returns the change that deletes an entry. */
export function remove(list: ListName, order: string): EntryChange {
  return { list, order, becomes: () => null };
}

/** A leaf with more entries is divided into leaves with at most `FILLED` entries. */
const MAX_ENTRIES = 64;
const FILLED = 56;

/**
 * Changes entries. Call it within a transaction that writes `packedLists`. Two changes of one entry are made in their
 * order.
 */
export async function changeLists(db: LoupeDatabase, changes: readonly EntryChange[]): Promise<void> {
  if (changes.length === 0) return;
  const writing: Writing = { puts: [], deletes: [] };
  for (const leaf of (await leavesOf(db, changes)).values()) writeLeaf(writing, leaf);
  await db.packedLists.bulkDelete(writing.deletes);
  await db.packedLists.bulkPut(writing.puts);
}

/** A leaf that changes. The orders of its changes begin with the letters of their lists. */
type ChangingLeaf = {
  owner: string;
  /** The highest order that it may hold. */
  bound: string;
  stored: PackedLeafRow | undefined;
  changes: EntryChange[];
};
type Writing = { puts: PackedLeafRow[]; deletes: ArrayBuffer[] };

/**
 * The leaves that contain the changed entries, by their keys. Short lists of an owner share a leaf, so the leaf of each
 * owner's first change is read first. The changes behind that leaf are then read list by list, all lists at once.
 */
async function leavesOf(
  db: LoupeDatabase,
  changes: readonly EntryChange[],
): Promise<ReadonlyMap<string, ChangingLeaf>> {
  const leaves = new Map<string, ChangingLeaf>();
  let waiting = byOwner(changes);
  for (let isFirst = true; waiting.length > 0; isFirst = false) {
    const stored = await db.firstLeaves(
      waiting.map(({ owner, changes: [first] }) => [bytesOf(owner + (first?.order ?? '')), bytesOf(owner + LIST_END)]),
    );
    waiting = waiting.flatMap(({ owner, changes: all }, at) => {
      const key = stored[at]?.key;
      const name = key === undefined ? owner + LIST_END : textOfBytes(key);
      const bound = name.slice(owner.length);
      const end = all.findIndex(({ order }) => order > bound);
      const leaf = leaves.get(name) ?? { owner, bound, stored: stored[at], changes: [] };
      leaves.set(name, leaf);
      leaf.changes = leaf.changes.concat(end === -1 ? all : all.slice(0, end));
      if (end === -1) return [];
      const rest = all.slice(end);
      return isFirst ? byList(owner, rest) : [{ owner, changes: rest }];
    });
  }
  return leaves;
}

/** Changes of one owner, in the order of their entries once they are sorted. */
type OwnChanges = { owner: string; changes: EntryChange[] };

/** The changes by owner, in the order of their entries. Their orders begin with the letters of their lists. */
function byOwner(changes: readonly EntryChange[]): OwnChanges[] {
  const all = new Map<string, OwnChanges>();
  for (const change of changes) {
    const owner = ownerOf(change.list);
    const own = all.get(owner) ?? { owner, changes: [] };
    all.set(owner, own);
    own.changes.push({ ...change, order: lettersOf(change.list) + change.order });
  }
  for (const own of all.values()) own.changes.sort(inOrder);
  return [...all.values()];
}

/** The changes of an owner, list by list. */
function byList(owner: string, changes: readonly EntryChange[]): OwnChanges[] {
  const all = new Map<ListName, OwnChanges>();
  for (const change of changes) {
    const own = all.get(change.list) ?? { owner, changes: [] };
    all.set(change.list, own);
    own.changes.push(change);
  }
  return [...all.values()];
}

function inOrder(a: EntryChange, b: EntryChange): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
}

/** Adds what is to be written or deleted for a leaf. */
function writeLeaf({ puts, deletes }: Writing, { owner, bound, stored, changes }: ChangingLeaf): void {
  const entries = applyChanges(entriesOf(stored), changes.sort(inOrder));
  if (entries.length === 0) {
    if (stored !== undefined) deletes.push(bytesOf(owner + bound));
    return;
  }
  const parts = entries.length <= MAX_ENTRIES ? 1 : Math.ceil(entries.length / FILLED);
  for (let part = 0; part < parts; part++) {
    const own = entries.slice(
      Math.floor((part * entries.length) / parts),
      Math.floor(((part + 1) * entries.length) / parts),
    );
    const last = part === parts - 1 ? bound : (own.at(-1)?.order ?? bound);
    puts.push({ key: bytesOf(owner + last), entries: packLeaf(own) });
  }
}

/** The entries after the changes. Entries and changes are in ascending order. */
function applyChanges(entries: readonly ListEntry[], changes: readonly EntryChange[]): ListEntry[] {
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
