/**
 * A leaf of a packed list: up to 64 entries that follow one another, as one packed text. An entry is what orders it and
 * what it carries. Of the order only what differs from the entry before is written: entries of a list begin alike.
 */

/** Both are packed texts of at most 255 characters. */
export type ListEntry = { readonly order: string; readonly payload: string };

/** How many entries begin as the one before at most: a byte says it. */
const MAX_SHARED = 255;
/** Characters before the order of an entry: how much it shares, how much follows, and how long its payload is. */
const HEAD = 3;

/** The entries as text; they are in ascending order. */
export function packLeaf(entries: readonly ListEntry[]): string {
  let packed = '';
  let previous = '';
  for (const { order, payload } of entries) {
    let shared = 0;
    const most = Math.min(previous.length, order.length, MAX_SHARED);
    while (shared < most && previous.charCodeAt(shared) === order.charCodeAt(shared)) shared++;
    packed += String.fromCharCode(shared, order.length - shared, payload.length) + order.slice(shared) + payload;
    previous = order;
  }
  return packed;
}

/** The entries of a leaf; of one that is cut short those before the cut. */
export function unpackLeaf(packed: string): ListEntry[] {
  const entries: ListEntry[] = [];
  let previous = '';
  let at = 0;
  while (at + HEAD <= packed.length) {
    const shared = packed.charCodeAt(at);
    const payloadAt = at + HEAD + packed.charCodeAt(at + 1);
    const end = payloadAt + packed.charCodeAt(at + 2);
    if (end > packed.length) break;
    const order = previous.slice(0, shared) + packed.slice(at + HEAD, payloadAt);
    entries.push({ order, payload: packed.slice(payloadAt, end) });
    previous = order;
    at = end;
  }
  return entries;
}
