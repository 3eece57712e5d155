/** Table `visits`: transactions the reader opened. */
import * as v from 'valibot';
import { rowReader, transactionKey } from './fields';

const row = v.object({
  ...transactionKey,
  visitedAt: v.number(),
  title: v.string(),
  status: v.picklist(['success', 'failed', 'pending', 'unverified', 'gone', 'unknown']),
});

export type VisitRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromVisitRow = rowReader(row);
