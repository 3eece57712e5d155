/** How often which method was called, by network, endpoint and hour. */
import type { NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import { type CallCountRow, fromCallCountRow } from './rows/call-count-row';
import { readableRows } from './rows/fields';

/** Milliseconds. */
const HOUR = 3_600_000;

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

/** Collects calls and writes them together. */
export type CallCounter = {
  count(call: CountedCall): void;
  /** Writes what was collected. */
  flush(): Promise<void>;
};

/** Milliseconds between two writes: often enough that a closed tab loses little, seldom enough that writing costs nothing. */
const WRITE_INTERVAL = 2_000;

/** A counter that writes at most once in `interval` milliseconds. */
export function createCallCounter(interval = WRITE_INTERVAL): CallCounter {
  let pending = new Map<string, CallCountRow>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...pending.values()];
    pending = new Map();
    if (rows.length > 0) await addCallCounts(rows);
  };
  return {
    count(call) {
      const row = { ...emptyRow(call), ...countsOf(call) };
      const key = keyOf(row).join(' ');
      const before = pending.get(key);
      pending.set(key, before === undefined ? row : sum(before, row));
      timer ??= setTimeout(() => {
        void flush();
      }, interval);
    },
    flush,
  };
}

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

/** Adds `rows` to what is kept for the same hours; false when storage refused. */
async function addCallCounts(rows: readonly CallCountRow[]): Promise<boolean> {
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
