/**
 * A leaf of a packed list: up to 64 consecutive entries as one packed text. An entry has an order, which sorts it, and
 * a payload. Only the part of an order that differs from the order before it is written, because orders of a list begin
 * alike.
 */

/** Both are packed texts of at most 255 characters. */
export type ListEntry = { readonly order: string; readonly payload: string };

/** The most characters that an order shares with the one before it: their number is a byte. */
const MAX_SHARED = 255;
/**
 * Characters before the order of an entry: a byte each for the shared characters, for the other characters of the
 * order, and for the length of the payload.
 */
const HEAD = 3;

/** Packs the entries into a text. They must be in ascending order. */
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

/** Returns the entries of a leaf; of a leaf that is cut short, the entries before the cut. */
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
