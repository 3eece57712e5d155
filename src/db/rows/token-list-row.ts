/** Table `tokenLists`: the lists of tokens that the reader added, without their tokens. */
import * as v from 'valibot';
import { count, rowReader } from './fields';

const row = v.object({
  /** The URL of the list, or `file` and the name of the list. */
  id: v.string(),
  /** The URL of the list; absent where it comes from a file. */
  from: v.exactOptional(v.string()),
  /** The name that the list gives itself. Untrusted text. */
  name: v.string(),
  version: v.tuple([count, count, count]),
  /** When its maker made this version. Times are milliseconds since the epoch. */
  timestamp: v.number(),
  tokens: count,
  /** Number of entries that were not kept. */
  leftOut: count,
  addedAt: v.number(),
  /** When its URL was last asked. */
  checkedAt: v.number(),
  /** Why asking the URL failed, one sentence. */
  problem: v.exactOptional(v.string()),
});

export type TokenListRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromTokenListRow = rowReader(row);
