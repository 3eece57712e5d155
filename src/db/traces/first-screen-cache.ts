/** A cache of what the page of a trace shows first, as the worker answered it. It is deleted with the trace. */
import { withDatabase, writeDatabase } from '../database';
import { type FirstScreenRow, fromFirstScreenRow } from '../rows/first-screen-row';
import type { TransactionId } from '../rows/transaction-row';

/** Reads the cached first screen of the transaction's trace, or undefined. Compare `blockHash` and `made` before use. */
export async function readFirstScreen({ networkId, hash }: TransactionId): Promise<FirstScreenRow | undefined> {
  return fromFirstScreenRow(await withDatabase(undefined, (db) => db.firstScreenCache.get([networkId, hash])));
}

/** Keeps the first screen of a kept trace; false when the trace is not kept, or storage refused. */
export async function saveFirstScreen(row: FirstScreenRow): Promise<boolean> {
  const { networkId, hash } = row;
  let saved = false;
  const wrote = await writeDatabase((db) =>
    db.transaction('rw', db.traces, db.firstScreenCache, async () => {
      saved = (await db.traces.where('[networkId+hash]').equals([networkId, hash]).count()) > 0;
      if (saved) await db.firstScreenCache.put(row);
    }),
  );
  return wrote && saved;
}
