/** Comparison of decoded values by what is shown of them. */
import type { Decoded } from './decoded';

/** Returns whether two values are written alike, item by item. */
export function isSameValue(a: Decoded, b: Decoded): boolean {
  if (a.items === undefined || b.items === undefined)
    return a.text === b.text && a.length === b.length && a.end === b.end && a.dirty === b.dirty;
  const { items } = b;
  return a.length === b.length && a.items.every((item, at) => items[at] !== undefined && isSameValue(item, items[at]));
}
