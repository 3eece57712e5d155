import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { readBlockByNumber } from '../../../src/db/chain/blocks';
import { readLogs } from '../../../src/db/chain/receipt-logs';
import { saveBlock } from '../../../src/db/chain/save-block';
import { deleteTransaction, saveTransaction } from '../../../src/db/chain/save-transaction';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { readTransaction } from '../../../src/db/chain/transactions';
import { keepCompilation, readCompilation, saveCompilation } from '../../../src/db/contracts/compilations';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../../src/db/database';
import { saveVisit } from '../../../src/db/reader/transaction-visits';
import { evictOver } from '../../../src/db/storage/eviction';
import { clearStorage, readStorageUsage } from '../../../src/db/storage/storage';
import { touch } from '../../../src/db/storage/use-ledger';
import { saveTrace } from '../../../src/db/traces/save-trace';
import { readTrace } from '../../../src/db/traces/traces';
import { countReadRows } from '../../helpers/count-read-rows';
import { deleteDatabase } from '../../helpers/database-dump';
import { address, blockRow, hash, network, receiptLogs, traceRow, transactionRow, visitRow } from '../records';

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

test('evicts the least recently used trace first and stops when the budget holds', async () => {
  await fill();
  const { sizes } = await readStorageUsage();
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await evictOver(all - 1)).toBe(1);
  expect(await keptTraces()).toEqual([hash('1'), hash('3')]);
});

test('evicts transactions, and what lists have of them, when no trace is left', async () => {
  await fill();
  expect(await evictOver(0)).toBe(9);
  expect(await readTransactionSummaries(network, { limit: 5 })).toEqual({ rows: [] });
  expect(await readTransactionsOfAddress(network, address('a'), { limit: 5 })).toEqual({ rows: [] });
  expect(await keptTraces()).toEqual([]);
  expect(await readTransaction({ networkId: network, hash: hash('1') })).toBeUndefined();
  expect(await readLogs({ networkId: network, hash: hash('1') })).toBeUndefined();
});

test('evicts compiler runs of fetched sources, never runs of an import', async () => {
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

test('evicts nothing within the budget', async () => {
  await fill();
  expect(await evictOver(10_000_000)).toBe(0);
});

test('counts and clears each kind by itself', async () => {
  await fill();
  await saveVisit(visitRow('1', 1));
  await clearStorage(['traces']);
  const { sizes } = await readStorageUsage();
  const records = Object.fromEntries(sizes.map(({ kind, records: count }) => [kind, count]));
  expect(records).toMatchObject({ traces: 0, transactions: 3, visits: 1 });
  expect(records).toMatchObject({ lists: 3 });
  await clearStorage(['lists']);
  expect(await readTransactionSummaries(network, { limit: 5 })).toEqual({ rows: [] });
  expect(await evictOver(0)).toBe(3);
});

test('never evicts a run that the reader imported, whoever else keeps it before or after', async () => {
  const run = { version: '0.8.37', output: new ArrayBuffer(50_000) };
  await keepCompilation({ id: 'before', ...run });
  await saveCompilation({ id: 'before', ...run });
  await saveCompilation({ id: 'after', ...run });
  await keepCompilation({ id: 'after', ...run });
  expect(await evictOver(0)).toBe(0);
  expect(await readCompilation('before')).toBeDefined();
  expect(await readCompilation('after')).toBeDefined();
});

test('reads a few rows of a ledger of 20,000, however much is kept', async () => {
  const rows = 20_000;
  await saveTrace(traceRow('1', 1_000));
  await writeDatabase((db) =>
    db.transaction('rw', db.uses, db.storageTotals, async () => {
      const key = (index: number): [typeof network, string] => [network, `0x${index.toString(16).padStart(64, '0')}`];
      const uses = Array.from({ length: rows }, (_, index) => ({
        table: 'transactions' as const,
        key: key(index),
        usedAt: index,
        size: 10,
      }));
      await db.uses.bulkAdd(uses);
      await db.storageTotals.put({ kind: 'transactions', records: rows, bytes: rows * 10 });
    }),
  );
  const counter = countReadRows();
  expect(await evictOver(10_000_000)).toBe(0);
  expect(counter.rows).toBeLessThanOrEqual(6);
  counter.reset();
  // What a trace costs that is opened: its own row of the ledger, its total, and the totals of all.
  await saveTrace(traceRow('2', 1_000));
  await evictOver(10_000_000);
  expect(counter.rows).toBeLessThanOrEqual(12);
  counter.reset();
  // Dropping reads what is dropped.
  expect(await evictOver(rows * 10 - 1_000)).toBe(2 + 100);
  expect(counter.rows).toBeLessThanOrEqual(600);
  counter.stop();
});

test('drops ranges of blocks beyond half of the budget, least recently used first, and keeps traces', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  await saveTrace(traceRow('1', 1_000));
  const save = async (number: number) => {
    vi.setSystemTime(Date.now() + 1_000);
    const { block, ...kept } = blockRow;
    const at = { number, hash: `0x${number.toString(16).padStart(64, '0')}` as Hash };
    await saveBlock({ ...kept, ...at, block: { ...block, ...at } });
  };
  for (const number of [100, 250, 199, 300]) await save(number);
  const { sizes } = await readStorageUsage();
  const bytes = sizes.find(({ kind }) => kind === 'blocks')?.bytes ?? 0;
  // Room for three of four blocks: the range from 200 was used before the others.
  expect(await evictOver((bytes - 1) * 2)).toBe(1);
  expect(await readBlockByNumber(network, 250)).toBeUndefined();
  for (const number of [100, 199, 300]) expect(await readBlockByNumber(network, number)).toBeDefined();
  expect(await readTrace({ networkId: network, hash: hash('1') })).toBeDefined();
  // A range goes as a whole.
  expect(await evictOver(Math.floor(bytes))).toBe(2);
  expect(await readBlockByNumber(network, 300)).toBeDefined();
});

test('a range without list rows has size 0, whatever an earlier version of the app counted', async () => {
  await saveTransaction(transactionRow('1'), receiptLogs);
  await writeDatabase((db) =>
    db.transaction('rw', 'blockRanges', 'storageTotals', async () => {
      const [range] = await db.blockRanges.toArray();
      const total = await db.storageTotals.get('lists');
      if (range === undefined || total === undefined) throw new Error('nothing is listed');
      await db.blockRanges.put({ ...range, lists: { ...range.lists, bytes: range.lists.bytes + 100 } });
      await db.storageTotals.put({ ...total, bytes: total.bytes + 100 });
    }),
  );
  await deleteTransaction({ networkId: network, hash: hash('1') });
  const { sizes } = await readStorageUsage();
  expect(sizes.find(({ kind }) => kind === 'lists')).toEqual({ kind: 'lists', records: 0, bytes: 0 });
});

test('totals equal what is kept after rows were replaced, moved and deleted', async () => {
  const { transaction, receipt, ...kept } = transactionRow('1');
  const pending = { ...transaction };
  delete (pending as Partial<typeof pending>).blockHash;
  delete (pending as Partial<typeof pending>).blockNumber;
  delete (pending as Partial<typeof pending>).index;
  await saveTransaction({ ...kept, transaction: pending }, []);
  await saveTransaction(transactionRow('1'), receiptLogs, { block: blockRow.block });
  await saveTransaction(transactionRow('1'), receiptLogs, { block: blockRow.block });
  await saveTransaction(transactionRow('2'), receiptLogs);
  await saveBlock(blockRow);
  await saveBlock({ ...blockRow, hash: hash('7'), block: { ...blockRow.block, hash: hash('7') } });
  const sizes = new Map((await readStorageUsage()).sizes.map((size) => [size.kind, size]));
  expect(sizes.get('transactions')?.records).toBe(2);
  expect(sizes.get('blocks')?.records).toBe(2);
  // Another block took the place of theirs.
  expect(sizes.get('lists')).toEqual({ kind: 'lists', records: 0, bytes: 0 });
  await deleteTransaction({ networkId: network, hash: hash('1') });
  await evictOver(0);
  const left = (await readStorageUsage()).sizes.filter(({ kind }) =>
    ['transactions', 'blocks', 'lists'].includes(kind),
  );
  expect(left.map(({ records, bytes }) => [records, bytes])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});
