/** What only a real browser does: refuse room, and hold a database up from another tab. */
import { liveQuery } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { readBlockByNumber } from '../../../src/db/chain/blocks';
import { saveTransaction } from '../../../src/db/chain/save-transaction';
import { readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { closeDatabase, DATABASE_NAME, onStorageState, storageState } from '../../../src/db/database';
import { readVisits, saveVisit } from '../../../src/db/reader/transaction-visits';
import { readStorageUsage } from '../../../src/db/storage/storage';
import { saveTrace } from '../../../src/db/traces/save-trace';
import { readTrace } from '../../../src/db/traces/traces';
import { type DatabaseDump, deleteDatabase, restoreDatabase } from '../../helpers/database-dump';
import { address, hash, network, traceRow, transactionRow, visitRow } from '../records';

const key = { networkId: network, hash: hash('1') };

type Quota = {
  send(method: 'Storage.overrideQuotaForOrigin', params: { origin: string; quotaSize?: number }): Promise<unknown>;
};

/** Longer than the browser remembers how much room there is, ms. */
const REMEMBERED = 50_000;

function setQuota(quotaSize?: number): Promise<unknown> {
  const session = cdp() as unknown as Quota;
  return session.send('Storage.overrideQuotaForOrigin', {
    origin: location.origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  });
}

afterEach(async () => {
  await setQuota();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('says so when the browser has no room, and goes on', async () => {
  await setQuota(1);
  const bytes = randomBytes(8_000_000);
  // After a write, of any test on this origin, the browser remembers for a while how much room there was.
  await expect.poll(() => saveTrace({ ...traceRow('1'), bytes }), { timeout: REMEMBERED, interval: 1_000 }).toBe(false);
  const state = storageState();
  expect(!state.usable && state.failure.message).toBe(
    'The browser gives this site no more room, so new data is not kept.',
  );
  expect(await readVisits(1)).toEqual([]);
  expect(storageState().usable).toBe(false);
  await setQuota();
  expect(await saveTrace(traceRow('1', 1_000))).toBe(true);
  expect(storageState().usable).toBe(true);
});

test('keeps a trace of some megabytes and counts its size', async () => {
  expect(await saveTrace(traceRow('1', 5_000_000))).toBe(true);
  expect((await readTrace(key))?.bytes.byteLength).toBe(5_000_000);
  const { sizes, browser } = await readStorageUsage();
  expect(sizes.find(({ kind }) => kind === 'traces')).toEqual({ kind: 'traces', records: 1, bytes: 5_000_000 });
  expect(browser?.quota).toBeGreaterThan(0);
});

test('goes on without the database while another tab holds it up, and uses it again afterwards', async () => {
  const other = await openAt(1);
  expect(await readVisits(1)).toEqual([]);
  expect(said()).toMatch(/^Another tab holds the storage/);
  // The opening under way is not waited for again: while the other tab stays, many reads in a row find nothing at once.
  for (let read = 0; read < 50; read++) expect(await readVisits(1)).toEqual([]);
  const usable = new Promise<void>((resolve) => {
    const stop = onStorageState((state) => {
      if (!state.usable) return;
      stop();
      resolve();
    });
  });
  other.close();
  await usable; // Nobody has to ask for that.
  expect(await saveVisit(visitRow('2', 2))).toBe(true);
  expect(await readVisits(5)).toHaveLength(1);
  expect(storageState().usable).toBe(true);
});

test('gives way to another tab with a newer version, and leaves its tables alone', async () => {
  expect(await saveVisit(visitRow('1', 1))).toBe(true);
  const newer = await openAt(1_000, (db) => {
    for (const name of [...db.objectStoreNames]) db.deleteObjectStore(name);
    db.createObjectStore('theirs');
  });
  expect(await readVisits(1)).toEqual([]);
  expect(await saveVisit(visitRow('2', 2))).toBe(false);
  expect(said()).toMatch(/^A newer version of Loupe/);
  newer.close();
  closeDatabase();
  // Nor does it come back when the newer tab is closed: what is kept is the newer app's.
  expect(await saveVisit(visitRow('2', 2))).toBe(false);
  expect(said()).toMatch(/^A newer version of Loupe/);
  const [kept] = (await indexedDB.databases()).filter(({ name }) => name === DATABASE_NAME);
  expect(kept?.version).toBe(1_000);
});

test('opens a database of version 1 with everything in it', async () => {
  const dump = await fetch(new URL('../dumps/version-1.json', import.meta.url));
  await restoreDatabase((await dump.json()) as DatabaseDump);
  expect(await readTransactionsOfAddress(network, address('a'), { limit: 5 })).toMatchObject({
    rows: [{ summary: { hash: hash('1'), timestamp: 1_700_000_000 } }],
  });
  expect((await readBlockByNumber(network, 12))?.hash).toBe(hash('e'));
  expect((await readTrace(key))?.bytes.byteLength).toBe(3);
  expect(storageState()).toEqual({ usable: true });
});

test('lists by number, not by text, pending transactions first, and follows what is saved', async () => {
  const seen: (readonly (number | undefined)[])[] = [];
  const list = () => readTransactionsOfAddress(network, address('a'), { limit: 5 });
  const query = liveQuery(list).subscribe(({ rows }) => seen.push(rows.map(({ summary }) => summary.blockNumber)));
  await expect.poll(() => seen).toEqual([[]]);
  for (const [digit, blockNumber] of [
    ['1', 9],
    ['2', 100],
    ['3', undefined],
  ] as const) {
    const { transaction, receipt: _, ...rest } = transactionRow(digit);
    const { blockNumber: __, blockHash, index, ...pending } = transaction;
    const place =
      blockNumber === undefined ? {} : { blockNumber, blockHash: blockHash ?? hash('e'), index: index ?? 0 };
    await saveTransaction({ ...rest, transaction: { ...pending, ...place } }, []);
  }
  await expect.poll(() => seen.at(-1)).toEqual([undefined, 100, 9]);
  query.unsubscribe();
});

test('a live query follows a database that it opened itself', async () => {
  const seen: number[] = [];
  const query = liveQuery(() => readVisits(5)).subscribe((visits) => seen.push(visits.length));
  await expect.poll(() => seen).toEqual([0]);
  expect(await saveVisit(visitRow('1', 1))).toBe(true);
  await expect.poll(() => seen).toEqual([0, 1]);
  query.unsubscribe();
});

/** Bytes that the browser cannot compress. */
function randomBytes(length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes.buffer;
}

/** Why storage is not usable; undefined when it is. */
function said(): string | undefined {
  const state = storageState();
  return state.usable ? undefined : state.failure.message;
}

/** A connection of another version, as another tab has it, that does not give way. */
function openAt(version: number, upgrade: (db: IDBDatabase) => void = () => {}): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
