/** Rows that something else wrote, or that were cut: they are left out, and whatever is sound beside them is read. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { readArtifacts } from '../../src/db/artifacts';
import { readBlock, readBlockSummaries } from '../../src/db/blocks';
import { readCallCounts } from '../../src/db/call-counts';
import { readCompilation } from '../../src/db/compilations';
import { readContractSource } from '../../src/db/contract-sources';
import { readContracts } from '../../src/db/contracts';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../src/db/database';
import { readEndpoints } from '../../src/db/endpoints';
import { readFirstScreen } from '../../src/db/first-screen-cache';
import { readLabel, readLabels, saveLabel } from '../../src/db/labels';
import { readNetworks } from '../../src/db/networks';
import { readLogs } from '../../src/db/receipt-logs';
import { readRowNotes } from '../../src/db/row-notes';
import { readSignatures } from '../../src/db/signatures';
import { readTrace } from '../../src/db/traces';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../src/db/transaction-summaries';
import { readVisits, saveVisit } from '../../src/db/transaction-visits';
import { readTransaction, saveTransaction } from '../../src/db/transactions';
import { deleteDatabase } from '../helpers/database-dump';
import { address, hash, labelRow, network, receiptLogs, transactionRow, visitRow } from './records';

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
    'addressActivity',
    { ...at, blockNumber: 1, index: 0, roles: 1 },
    () => readTransactionsOfAddress(network, at.address, { limit: 5 }),
    NO_ROWS,
  ],
  ['traces', { ...key, blockHash: hash('e'), bytes: 'none', source: 'x' }, () => readTrace(key), undefined],
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
