/** Counts of calls, by network, endpoint, method and hour. */
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { type CallCountRow, fromCallCountRow } from '../rows/call-count-row';
import { readableRows } from '../rows/fields';

/** One call that was made. */
export type CountedCall = {
  networkId: NetworkId;
  endpoint: string;
  method: string;
  /** Milliseconds since the epoch. */
  at: number;
  failed: boolean;
  rateLimited: boolean;
  /** Round trip. */
  milliseconds: number;
  bytes: number;
};

/** Milliseconds. */
const HOUR = 3_600_000;

/** Counts from `since` on, milliseconds since the epoch, of one network or all. Observable by live queries. */
export function readCallCounts(since: number, networkId?: NetworkId): Promise<readonly CallCountRow[]> {
  return withDatabase<readonly CallCountRow[]>([], async (db) => {
    const kept = await db.callCounts
      .where('hour')
      .aboveOrEqual(Math.floor(since / HOUR) * HOUR)
      .toArray();
    const rows = readableRows(kept, fromCallCountRow);
    return networkId === undefined ? rows : rows.filter((row) => row.networkId === networkId);
  });
}

/** Adds calls to the counts of their hours; false when storage refused. */
export function addCalls(calls: readonly CountedCall[]): Promise<boolean> {
  const added = new Map<string, CallCountRow>();
  for (const call of calls) {
    const row = { ...emptyRow(call), ...countsOf(call) };
    const key = keyOf(row).join(' ');
    const before = added.get(key);
    added.set(key, before === undefined ? row : sum(before, row));
  }
  const rows = [...added.values()];
  return writeDatabase((db) =>
    db.transaction('rw', db.callCounts, async () => {
      const kept = await db.callCounts.bulkGet(rows.map(keyOf));
      await db.callCounts.bulkPut(
        rows.map((row, index) => {
          const before = fromCallCountRow(kept[index]);
          return before === undefined ? row : sum(before, row);
        }),
      );
    }),
  );
}

function emptyRow({ networkId, endpoint, method, at }: CountedCall) {
  return { networkId, endpoint, method, hour: Math.floor(at / HOUR) * HOUR };
}

function countsOf({ failed, rateLimited, milliseconds, bytes }: CountedCall) {
  return { calls: 1, failed: failed ? 1 : 0, rateLimited: rateLimited ? 1 : 0, milliseconds, bytes };
}

function keyOf(row: CallCountRow): [number, string, string, number] {
  return [row.networkId, row.endpoint, row.method, row.hour];
}

function sum(a: CallCountRow, b: CallCountRow): CallCountRow {
  return {
    ...a,
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    rateLimited: a.rateLimited + b.rateLimited,
    milliseconds: a.milliseconds + b.milliseconds,
    bytes: a.bytes + b.bytes,
  };
}
