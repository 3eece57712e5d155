/**
 * Upgrades to version 17: the packed lists of one owner (network and address) share leaves, where each list had leaves
 * of its own. The types here are those of version 16, and do not change when rows change later.
 *
 * Lists are read in the order of their keys, which is also the order of the shared leaves: owner, letters of the list,
 * order of the entry. The key of a written leaf is below all keys that are still to be read.
 */
import type { Transaction } from 'dexie';

/** Leaves in memory at once. */
const BATCH = 500;
/** Entries of a leaf. */
const ENTRIES = 56;
const ID_LENGTH = 4;
/** Lists whose name has two letters. */
const LONG_NAMES = 'kp';
/** The bound of an owner's last leaf. */
const END = '\xff';

type Leaf = { key: ArrayBuffer; entries: string };
/** An entry. Its `order` begins with the letters of its list. */
type Entry = { order: string; payload: string };

export async function joinLists(upgrading: Transaction): Promise<void> {
  const table = upgrading.table<Leaf, ArrayBuffer>('packedLists');
  let owner = '';
  let open: Entry[] = [];
  let written: Leaf[] = [];
  const write = (bound: string, entries: readonly Entry[]) =>
    written.push({ key: bytesOf(owner + bound), entries: pack(entries) });
  const closeOwner = () => {
    if (open.length > 0) write(END, open);
    open = [];
  };
  let last: ArrayBuffer | undefined;
  for (;;) {
    const leaves: Leaf[] = await (last === undefined ? table.orderBy(':id') : table.where(':id').above(last))
      .limit(BATCH)
      .toArray();
    for (const { key, entries } of leaves) {
      const name = String.fromCharCode(...new Uint8Array(key));
      const lettersAt = 1 + name.charCodeAt(0) + ID_LENGTH;
      if (name.slice(0, lettersAt) !== owner) {
        closeOwner();
        owner = name.slice(0, lettersAt);
      }
      const letter = name.charAt(lettersAt);
      const letters = LONG_NAMES.includes(letter) ? name.slice(lettersAt, lettersAt + 2) : letter;
      open.push(...unpack(letters, entries));
      while (open.length > ENTRIES) {
        const full = open.slice(0, ENTRIES);
        write(full.at(-1)?.order ?? END, full);
        open = open.slice(ENTRIES);
      }
    }
    const end = leaves.at(-1);
    if (end === undefined) closeOwner();
    await table.bulkDelete(leaves.map(({ key }) => key));
    await table.bulkPut(written);
    written = [];
    if (end === undefined) return;
    last = end.key;
  }
}

/**
 * The entries of a leaf. Each begins with the number of characters that it shares with the entry before, the number of
 * its other characters, and the length of its payload.
 */
function unpack(letters: string, packed: unknown): Entry[] {
  const entries: Entry[] = [];
  if (typeof packed !== 'string') return entries;
  let previous = '';
  for (let at = 0; at + 3 <= packed.length; ) {
    const payloadAt = at + 3 + packed.charCodeAt(at + 1);
    const end = payloadAt + packed.charCodeAt(at + 2);
    if (end > packed.length) break;
    previous = previous.slice(0, packed.charCodeAt(at)) + packed.slice(at + 3, payloadAt);
    entries.push({ order: letters + previous, payload: packed.slice(payloadAt, end) });
    at = end;
  }
  return entries;
}

function pack(entries: readonly Entry[]): string {
  let packed = '';
  let previous = '';
  for (const { order, payload } of entries) {
    let shared = 0;
    while (shared < previous.length && shared < order.length && previous[shared] === order[shared]) shared++;
    packed += String.fromCharCode(shared, order.length - shared, payload.length) + order.slice(shared) + payload;
    previous = order;
  }
  return packed;
}

function bytesOf(packed: string): ArrayBuffer {
  return Uint8Array.from(packed, (character) => character.charCodeAt(0)).buffer;
}
