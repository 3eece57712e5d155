/** What only a real browser does: refuse room, and hold a database up from another tab. */
import { liveQuery } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { closeDatabase, DATABASE_NAME, storageState } from '../../src/db/database';
import { readStorageUsage } from '../../src/db/storage';
import { readTrace, saveTrace } from '../../src/db/traces';
import { readVisits, saveVisit } from '../../src/db/transaction-visits';
import { deleteDatabase } from '../helpers/database-dump';
import { hash, network, traceRow, visitRow } from './records';

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

it('says so when the browser has no room, and goes on', async () => {
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

it('keeps a trace of some megabytes and knows what it takes', async () => {
  expect(await saveTrace(traceRow('1', 5_000_000))).toBe(true);
  expect((await readTrace(key))?.bytes.byteLength).toBe(5_000_000);
  const { sizes, browser } = await readStorageUsage();
  expect(sizes.find(({ kind }) => kind === 'traces')).toEqual({ kind: 'traces', records: 1, bytes: 5_000_000 });
  expect(browser?.quota).toBeGreaterThan(0);
});

it('goes on without the database while another tab holds it up, and uses it again afterwards', async () => {
  const other = await openOlder();
  expect(await readVisits(1)).toEqual([]);
  const state = storageState();
  expect(!state.usable && state.failure.message).toMatch(/^Another tab holds the storage/);
  other.close();
  await expect.poll(() => saveVisit(visitRow('2', 2))).toBe(true);
  expect(await readVisits(5)).toHaveLength(1);
  expect(storageState().usable).toBe(true);
});

it('a live query follows a database that it opened itself', async () => {
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

/** A connection of an older version that does not give way. */
function openOlder(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, 1);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
