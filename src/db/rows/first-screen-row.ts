/**
 * Table `firstScreenCache`: what the page of a trace shows first, as the worker answers it, so that the page need not
 * wait for the trace. It is a cache: `made` names the code that made the answer, and other code ignores it.
 */
import * as v from 'valibot';
import { hash, parseRow, transactionKey } from './fields';

const rows = v.array(v.looseObject({ depthId: v.string(), kind: v.number() }));

/** What of an answer is read before the page draws it. The trace behind it replaces whatever it says otherwise. */
const SCHEMA = v.object({
  ...transactionKey,
  blockHash: hash,
  made: v.string(),
  screen: v.looseObject({
    source: v.string(),
    skipped: v.array(v.unknown()),
    limitations: v.array(v.unknown()),
    view: v.looseObject({ toggles: v.looseObject({}) }),
    first: v.looseObject({
      rows: v.looseObject({ rows, pinned: rows }),
      outcome: v.looseObject({}),
      toggles: v.looseObject({}),
    }),
  }),
});

/** `screen` is an answer of the code that `made` names. Compare `blockHash` and `made` before use. */
export type FirstScreenRow = Omit<v.InferOutput<typeof SCHEMA>, 'screen'> & { screen: unknown };

/** Returns the row as it is stored, undefined where it is damaged. */
export function fromFirstScreenRow(row: FirstScreenRow | undefined): FirstScreenRow | undefined {
  return parseRow(SCHEMA, row) && row;
}
