/**
 * Table `packedLists`: long lists of small entries, up to 64 entries a row, because a row of its own costs ten times what
 * an entry has to say. `packed-lists.ts` says which lists there are.
 */
import * as v from 'valibot';
import { buffer, parseRow } from './fields';

const row = v.object({
  /** Which list, and the highest order that an entry of this leaf may have. */
  key: buffer,
  /** Packed text, see `leaf.ts`. */
  entries: v.string(),
});

export type PackedLeafRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export function fromPackedLeafRow(stored: unknown): PackedLeafRow | undefined {
  return parseRow(row, stored);
}
