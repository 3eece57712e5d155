/** Keeps traces, and evicts other records where there is no room for one. */
import { writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { isOutOfRoom } from '../refusals';
import { type KeptTrace, toTraceRow } from '../rows/trace-row';
import { estimateSize } from '../storage/estimate-size';
import { evict } from '../storage/eviction';
import { recordUses } from '../storage/use-ledger';

/**
 * Keeps a trace in place of an earlier one of the transaction; false when storage refused. When the browser has no more
 * room, evicts half of what can be fetched again and tries once more.
 */
export function saveTrace(kept: KeptTrace): Promise<boolean> {
  const row = toTraceRow(kept);
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

function put(db: LoupeDatabase, row: KeptTrace): PromiseLike<void> {
  return db.transaction('rw', db.traces, db.traceChecks, db.firstScreenCache, db.uses, db.storageTotals, async () => {
    await db.traces.put(row);
    await db.traceChecks.delete([row.networkId, row.hash]);
    await db.firstScreenCache.delete([row.networkId, row.hash]);
    const size = row.bytes.byteLength + (row.replay === undefined ? 0 : estimateSize(row.replay));
    await recordUses(db, 'traces', [{ key: [row.networkId, row.hash], size }]);
  });
}
