import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { keepCompilation, readCompilation, saveCompilation } from '../../src/db/compilations';
import { closeDatabase, DATABASE_NAME } from '../../src/db/database';
import { evictOver } from '../../src/db/eviction';
import { readLogs } from '../../src/db/receipt-logs';
import { clearStorage, readStorageUsage } from '../../src/db/storage';
import { readTrace, saveTrace } from '../../src/db/traces';
import { saveVisit } from '../../src/db/transaction-visits';
import { readTransaction, saveTransaction } from '../../src/db/transactions';
import { touch } from '../../src/db/use-ledger';
import { deleteDatabase } from '../helpers/database-dump';
import { hash, network, receiptLogs, traceRow, transactionRow, visitRow } from './records';

afterEach(async () => {
  vi.useRealTimers();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

/** Saves three traces of 1,000 bytes with their transactions, a second apart, then uses the first one again. */
async function fill() {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  for (const digit of ['1', '2', '3']) {
    await saveTransaction(transactionRow(digit), receiptLogs);
    await saveTrace(traceRow(digit, 1_000));
    vi.setSystemTime(Date.now() + 1_000);
  }
  await touch('traces', [[network, hash('1')]]);
}

async function keptTraces() {
  const traces = await Promise.all(
    ['1', '2', '3'].map((digit) => readTrace({ networkId: network, hash: hash(digit) })),
  );
  return traces.flatMap((trace) => (trace === undefined ? [] : [trace.hash]));
}

it('evicts the least recently used trace first and stops when the budget holds', async () => {
  await fill();
  const { sizes } = await readStorageUsage();
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await evictOver(all - 1)).toBe(1);
  expect(await keptTraces()).toEqual([hash('1'), hash('3')]);
});

it('evicts transactions only when no trace is left', async () => {
  await fill();
  expect(await evictOver(0)).toBe(6);
  expect(await keptTraces()).toEqual([]);
  expect(await readTransaction({ networkId: network, hash: hash('1') })).toBeUndefined();
  expect(await readLogs({ networkId: network, hash: hash('1') })).toBeUndefined();
});

it('evicts what was compiled of the sources of others, never of an import', async () => {
  await fill();
  const run = { version: '0.8.37', output: new ArrayBuffer(50_000) };
  await keepCompilation({ id: 'verified', ...run });
  vi.setSystemTime(Date.now() + 1_000);
  await keepCompilation({ id: 'used', ...run });
  await saveCompilation({ id: 'imported', ...run });
  vi.setSystemTime(Date.now() + 1_000);
  await readCompilation('verified');
  // Traces go first; then the run that was used least lately.
  expect(await evictOver(60_000)).toBe(4);
  expect(await keptTraces()).toEqual([]);
  expect(await readCompilation('used')).toBeUndefined();
  expect(await readCompilation('verified')).toBeDefined();
  expect(await readCompilation('imported')).toBeDefined();
});

it('evicts nothing within the budget', async () => {
  await fill();
  expect(await evictOver(10_000_000)).toBe(0);
});

it('counts and clears each kind by itself', async () => {
  await fill();
  await saveVisit(visitRow('1', 1));
  await clearStorage(['traces']);
  const { sizes } = await readStorageUsage();
  const records = Object.fromEntries(sizes.map(({ kind, records: count }) => [kind, count]));
  expect(records).toMatchObject({ traces: 0, transactions: 3, visits: 1 });
  expect(await evictOver(0)).toBe(3);
});
