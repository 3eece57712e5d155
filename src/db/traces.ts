/** Traces, as the bytes of core/trace/binary, and what is shown of a large one before those are read. */
import { isOutOfRoom, type LoupeDatabase, withDatabase, writeDatabase } from './database';
import { evict } from './eviction';
import type { FirstScreenRow, TraceRow, TransactionId } from './schema';
import { estimateSize } from './size';
import { forgetUse, recordUse } from './uses';

/** The kept trace, or undefined. Compare its `blockHash` with the receipt's before use. */
export function readTrace({ networkId, hash }: TransactionId): Promise<TraceRow | undefined> {
  return withDatabase(undefined, (db) => db.traces.get([networkId, hash]));
}

/**
 * Keeps a trace in place of an earlier one of the transaction; false when
 * storage refused. When the browser has no more room, half of what can be
 * fetched again goes first and the trace is tried once more.
 */
export function saveTrace(row: TraceRow): Promise<boolean> {
  return writeDatabase(async (db) => {
    try {
      return await put(db, row);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      await evict(db, { share: 0.5 });
      return await put(db, row);
    }
  });
}

/** The kept first screen of the transaction's trace, or undefined. Compare `blockHash` and `made` before use. */
export function readFirstScreen({ networkId, hash }: TransactionId): Promise<FirstScreenRow | undefined> {
  return withDatabase(undefined, (db) => db.firstScreens.get([networkId, hash]));
}

/** Keeps the first screen of a trace that is kept; false when there is none, or storage refused. */
export async function saveFirstScreen(row: FirstScreenRow): Promise<boolean> {
  const { networkId, hash } = row;
  let saved = false;
  const wrote = await writeDatabase((db) =>
    db.transaction('rw', db.traces, db.firstScreens, async () => {
      saved = (await db.traces.where('[networkId+hash]').equals([networkId, hash]).count()) > 0;
      if (saved) await db.firstScreens.put(row);
    }),
  );
  return wrote && saved;
}

/** Drops the trace of a transaction. */
export function deleteTrace({ networkId, hash }: TransactionId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.traces, db.firstScreens, db.uses, async () => {
      await db.traces.delete([networkId, hash]);
      await db.firstScreens.delete([networkId, hash]);
      await forgetUse(db, 'traces', [[networkId, hash]]);
    }),
  );
}

function put(db: LoupeDatabase, row: TraceRow): PromiseLike<void> {
  return db.transaction('rw', db.traces, db.firstScreens, db.uses, async () => {
    await db.traces.put(row);
    await db.firstScreens.delete([row.networkId, row.hash]);
    const size = row.bytes.byteLength + (row.replay === undefined ? 0 : estimateSize(row.replay));
    await recordUse(db, 'traces', [row.networkId, row.hash], size);
  });
}
