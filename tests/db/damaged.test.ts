/** Rows that something else wrote, or that were cut: they are left out, and whatever is sound beside them is read. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBlock, readBlockSummaries } from '../../src/db/chain/blocks';
import { readLogs } from '../../src/db/chain/receipt-logs';
import { saveBlock } from '../../src/db/chain/save-block';
import { deleteTransaction, saveTransaction } from '../../src/db/chain/save-transaction';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../src/db/chain/transaction-summaries';
import { readTransaction } from '../../src/db/chain/transactions';
import { readInventory } from '../../src/db/chain-index/token-items';
import { readTokenTransfers } from '../../src/db/chain-index/token-transfers';
import { readArtifacts } from '../../src/db/contracts/artifacts';
import { readCompilation, saveCompilation, saveRefusal } from '../../src/db/contracts/compilations';
import { readContractSource } from '../../src/db/contracts/contract-sources';
import { readContracts } from '../../src/db/contracts/contracts';
import { readSignatures } from '../../src/db/contracts/signatures';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../src/db/database';
import { readCallCounts } from '../../src/db/networks/call-counts';
import { readEndpoints } from '../../src/db/networks/endpoints';
import { readNetworks } from '../../src/db/networks/networks';
import { readAddressVisits } from '../../src/db/reader/address-visits';
import { readLabel, readLabels, saveLabel } from '../../src/db/reader/labels';
import { readRowNotes } from '../../src/db/reader/row-notes';
import { readVisits, saveVisit } from '../../src/db/reader/transaction-visits';
import { evictOver } from '../../src/db/storage/eviction';
import { clearStorage, readStorageUsage } from '../../src/db/storage/storage';
import { readFirstScreen } from '../../src/db/traces/first-screen-cache';
import { saveTrace } from '../../src/db/traces/save-trace';
import { readTrace } from '../../src/db/traces/traces';
import { deleteDatabase } from '../helpers/database-dump';
import { address, blockRow, hash, labelRow, network, receiptLogs, traceRow, transactionRow, visitRow } from './records';

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const key = { networkId: network, hash: hash('1') };
const at = { networkId: network, address: address('b') };

const NO_ROWS = { rows: [] };

/** Per table: a row with its key and little else, and what reads it. */
const damaged: readonly [table: string, row: object, read: () => Promise<unknown>, found: unknown][] = [
  ['transactions', { ...key, transaction: { from: 7 } }, () => readTransaction(key), undefined],
  ['receiptLogs', { ...key, logs: [receiptLogs[0], null] }, () => readLogs(key), undefined],
  ['blocks', { ...key, number: 1, block: {} }, () => readBlock(network, key.hash), undefined],
  [
    'blockSummaries',
    { networkId: network, number: 1, hash: 5 },
    () => readBlockSummaries(network, { limit: 5 }),
    NO_ROWS,
  ],
  [
    'transactionSummaries',
    { networkId: network, blockNumber: 1, index: 0, from: at.address },
    () => readTransactionSummaries(network, { limit: 5 }),
    NO_ROWS,
  ],
  [
    'transactionSummaries',
    { networkId: network, blockNumber: 1, index: 0, packed: '\x00\x81cut' },
    () => readTransactionSummaries(network, { limit: 5 }),
    NO_ROWS,
  ],
  [
    'packedLists',
    { key: new ArrayBuffer(2), entries: 7 },
    () => readTokenTransfers(network, { of: 'kind', kind: 'nft' }, { limit: 5 }),
    NO_ROWS,
  ],
  ['addressIds', { address: 'nobody' }, () => readInventory(network, at.address, { limit: 5 }), NO_ROWS],
  ['traces', { ...key, blockHash: hash('e'), bytes: 'none', source: 'x' }, () => readTrace(key), undefined],
  ['traceChecks', { ...key, blockHash: hash('e'), checked: {} }, () => readTrace(key), undefined],
  ['firstScreenCache', { ...key, screen: {} }, () => readFirstScreen(key), undefined],
  ['contracts', { ...at, knowledge: { ...at, abi: {} } }, () => readContracts(network, [at.address]), new Map()],
  ['contractSources', { ...at, origin: 'nobody' }, () => readContractSource(network, at.address), undefined],
  ['artifacts', { id: '1', importedFrom: 'a', abi: [null] }, readArtifacts, []],
  ['compilations', { id: '1', output: 'text' }, () => readCompilation('1'), undefined],
  ['signatures', { id: '1', selector: '0xa9059cbb' }, () => readSignatures(['0xa9059cbb']), []],
  ['networks', { id: network, name: 'Mine' }, readNetworks, []],
  ['endpoints', { id: '1', networkId: network, url: 5 }, () => readEndpoints(network), []],
  [
    'callCounts',
    { networkId: network, endpoint: 'a', method: 'b', hour: 1, calls: 'many' },
    () => readCallCounts(0),
    [],
  ],
  ['labels', { ...at, name: null }, readLabels, []],
  ['rowNotes', { ...key, depthId: '0', priority: 'urgent' }, () => readRowNotes(key), []],
  ['addressVisits', { ...at, visitedAt: 1, name: {} }, () => readAddressVisits(network, 5), []],
  ['visits', { ...key, visitedAt: 1, title: {} }, () => readVisits(5), []],
];

test.each(damaged)('a damaged row of %s is left out', async (table, row, read, found) => {
  expect(await writeDatabase((db) => db.table(table).put(row))).toBe(true);
  expect(await writeDatabase(async (db) => expect(await db.table(table).count()).toBe(1))).toBe(true);
  expect(await read()).toEqual(found);
});

describe('beside damaged rows', () => {
  test('sound ones are read', async () => {
    await saveLabel(labelRow);
    await saveVisit(visitRow('2', 2));
    await writeDatabase((db) => db.table('labels').put({ ...at, name: 3 }));
    await writeDatabase((db) => db.table('visits').put({ ...key, visitedAt: 1 }));
    expect((await readLabels()).map(({ name }) => name)).toEqual([labelRow.name]);
    expect(await readLabel(network, at.address)).toBeUndefined();
    expect((await readVisits(5)).map((visit) => visit.hash)).toEqual([hash('2')]);
  });
});

test('a field that no row has is not stored', async () => {
  const kept = transactionRow('1');
  const grown = { ...kept, transaction: { ...kept.transaction, novelty: 1 }, more: 2 };
  await saveTransaction(grown, receiptLogs);
  await writeDatabase(async (db) => {
    const row = await db.transactions.get([network, hash('1')]);
    expect(row).toEqual(kept);
  });
  expect(await readTransaction(key)).toEqual(kept);
});

describe('over damaged rows', () => {
  const place = { networkId: network, blockNumber: 12, index: 0 };
  const use = (table: string, of: string) => ({ table, key: [network, of], usedAt: 1, size: 'large' });
  /** Under the keys of the records that are written below. */
  const inTheWay: readonly [table: string, row: object][] = [
    ['transactions', key],
    ['receiptLogs', key],
    ['traces', key],
    ['blocks', { networkId: network, hash: blockRow.hash }],
    ['blockSummaries', { networkId: network, number: 12 }],
    ['transactionSummaries', place],
    ['transactionSummaries', { ...place, index: 1, hash: hash('2') }],
    ['compilations', { id: '1', refused: 'all' }],
    ['blockRanges', { networkId: network, start: 0, usedAt: 1 }],
    ['storageTotals', { kind: 'transactions', records: null }],
    ['storageTotals', { kind: 'lists' }],
    ['uses', use('transactions', key.hash)],
    ['uses', use('traces', key.hash)],
    ['uses', use('compilations', '1')],
  ];

  beforeEach(async () => {
    for (const [table, row] of inTheWay) expect(await writeDatabase((db) => db.table(table).put(row))).toBe(true);
  });

  test('new ones are written, listed and counted', async () => {
    expect(await saveBlock(blockRow)).toBe(true);
    expect(await saveTransaction(transactionRow('1'), receiptLogs)).toBe(true);
    expect(await saveTrace(traceRow('1'))).toBe(true);
    expect(await saveCompilation({ id: '1', version: '0.8.30' })).toBe(true);
    expect(await saveRefusal('1', '0.8.30', 'code', 'It differs.')).toBe(true);
    expect(await readTransaction(key)).toEqual(transactionRow('1'));
    expect((await readTrace(key))?.bytes.byteLength).toBe(3);
    expect((await readBlock(network, blockRow.hash))?.number).toBe(12);
    expect((await readTransactionsOfAddress(network, at.address, { limit: 5 })).rows).toHaveLength(1);
    expect(await readCompilation('1')).toEqual({ id: '1', version: '0.8.30', refused: { code: 'It differs.' } });
    const { sizes } = await readStorageUsage();
    for (const kind of ['transactions', 'traces', 'blocks', 'lists']) {
      const counted = sizes.find((each) => each.kind === kind);
      expect(counted?.bytes, kind).toBeGreaterThan(0);
    }
  });

  test('records are deleted, evicted and cleared', async () => {
    await deleteTransaction(key);
    expect(await saveTransaction(transactionRow('2'), receiptLogs)).toBe(true);
    await evictOver(0);
    expect(await readTransaction({ ...key, hash: hash('2') })).toBeUndefined();
    expect(await writeDatabase(async (db) => expect(await db.blockRanges.count()).toBe(0))).toBe(true);
    await clearStorage(['transactions', 'lists', 'blocks', 'traces']);
  });
});

test('a damaged trace is deleted, and the caller is told', async () => {
  await writeDatabase((db) => db.table('traces').put({ ...key, bytes: 'none' }));
  let told = 0;
  expect(await readTrace(key, () => told++)).toBeUndefined();
  expect(await readTrace(key, () => told++)).toBeUndefined();
  expect(told).toBe(1);
});
