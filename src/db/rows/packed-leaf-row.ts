/**
 * Table `packedLists`: long lists of small entries, up to 64 entries in a row, because a row per entry would take ten
 * times what the entry does. `packed/list-names.ts` says which lists there are.
 */
import * as v from 'valibot';
import { buffer, rowReader } from './fields';

const row = v.object({
  /** The owner of the lists, and the highest order that an entry of this leaf may have. */
  key: buffer,
  /** Packed text, see `packed/leaf.ts`. */
  entries: v.string(),
});

export type PackedLeafRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromPackedLeafRow = rowReader(row);
