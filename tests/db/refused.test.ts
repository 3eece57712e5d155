import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { saveTransaction } from '../../src/db/chain/save-transaction';
import { readTransaction } from '../../src/db/chain/transactions';
import { closeDatabase, onStorageState, storageState } from '../../src/db/database';
import { readPreference } from '../../src/db/reader/preferences';
import { hash, network, receiptLogs, transactionRow } from './records';

// Modules remember that storage was refused.
vi.hoisted(() => vi.resetModules());
const { dependencies } = Dexie;
beforeAll(() => {
  Dexie.dependencies = { ...dependencies, indexedDB: undefined as unknown as IDBFactory };
  vi.stubGlobal('indexedDB', undefined);
});
afterEach(closeDatabase);
afterAll(() => {
  Dexie.dependencies = dependencies;
  vi.resetModules();
});

test('without IndexedDB reads find nothing, writes do nothing, and the reason is said once', async () => {
  const said: unknown[] = [];
  const stop = onStorageState((state) => said.push(state));
  expect(await saveTransaction(transactionRow('1'), receiptLogs)).toBe(false);
  expect(await readTransaction({ networkId: network, hash: hash('1') })).toBeUndefined();
  expect(await readPreference('providers')).toEqual({});
  stop();
  const state = storageState();
  expect(state.usable).toBe(false);
  if (!state.usable) {
    expect(state.failure.code).toBe('storage');
    expect(state.failure.message).toBe('This browser offers no storage here, so nothing is kept.');
  }
  expect(said).toHaveLength(1);
});
