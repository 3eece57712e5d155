/** A cache of what the page of a trace shows first, as the worker answered it. It is deleted with the trace. */
import { withDatabase, writeDatabase } from './database';
import { type FirstScreenRow, fromFirstScreenRow } from './rows/first-screen-row';
import type { TransactionId } from './rows/transaction-row';

/**
 * Identifies this build of the code: the address of the module that the engine begins with has a digest of its content,
 * which names the files with the code for traces by their digests.
 */
const THIS_BUILD = import.meta.url;

/** Returns the first screen that this build cached of the transaction's trace, else undefined. Compare `blockHash` before use. */
export async function readFirstScreen({ networkId, hash }: TransactionId): Promise<FirstScreenRow | undefined> {
  const row = fromFirstScreenRow(await withDatabase(undefined, (db) => db.firstScreenCache.get([networkId, hash])));
  return row?.made === THIS_BUILD ? row : undefined;
}

/** Keeps the first screen of a kept trace; false when the trace is not kept, or storage refused. */
export async function saveFirstScreen(made: Omit<FirstScreenRow, 'made'>): Promise<boolean> {
  const row = { ...made, made: THIS_BUILD };
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
