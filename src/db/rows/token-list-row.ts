/** Table `tokenLists`: the lists of tokens that the reader added, without their tokens. */
import * as v from 'valibot';
import { count, parseRow } from './fields';

const row = v.object({
  /** The address that it comes from, or `file` and the name of the list. */
  id: v.string(),
  /** Absent where it comes from a file. */
  from: v.exactOptional(v.string()),
  /** As the list calls itself: untrusted. */
  name: v.string(),
  version: v.tuple([count, count, count]),
  /** When its maker made this version. Times are milliseconds since the epoch. */
  timestamp: v.number(),
  tokens: count,
  /** Entries that could not be taken. */
  leftOut: count,
  addedAt: v.number(),
  /** When its address was last asked. */
  checkedAt: v.number(),
  /** Why it could not be had then, one sentence. */
  problem: v.exactOptional(v.string()),
});

export type TokenListRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export function fromTokenListRow(stored: unknown): TokenListRow | undefined {
  return parseRow(row, stored);
}
