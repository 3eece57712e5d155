import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { readBlock, readBlockByNumber, readBlockSummaries } from '../../src/db/chain/blocks';
import { readLogs } from '../../src/db/chain/receipt-logs';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../src/db/chain/transaction-summaries';
import { readTransaction } from '../../src/db/chain/transactions';
import { readIndexChoice } from '../../src/db/chain-index/index-choices';
import { readIndexProgress } from '../../src/db/chain-index/index-progress';
import { countHolders } from '../../src/db/chain-index/token-balances';
import { countItems, readInventory } from '../../src/db/chain-index/token-items';
import { readTokenTransfers } from '../../src/db/chain-index/token-transfers';
import { readArtifacts } from '../../src/db/contracts/artifacts';
import { readContractSource } from '../../src/db/contracts/contract-sources';
import { readContracts } from '../../src/db/contracts/contracts';
import { readSignatures } from '../../src/db/contracts/signatures';
import { readTokens } from '../../src/db/contracts/tokens';
import { closeDatabase, DATABASE_NAME, storageState } from '../../src/db/database';
import { readCallCounts } from '../../src/db/networks/call-counts';
import { readEndpoints } from '../../src/db/networks/endpoints';
import { readProject, readProjectAccounts } from '../../src/db/projects/projects';
import { readLabels } from '../../src/db/reader/labels';
import { readPreference } from '../../src/db/reader/preferences';
import { readRowNotes } from '../../src/db/reader/row-notes';
import { readTestFiles, readTestProjects } from '../../src/db/reader/test-projects';
import { readListedTokens } from '../../src/db/reader/token-lists';
import { readVisits, saveVisit } from '../../src/db/reader/transaction-visits';
import { ActivityRole } from '../../src/db/rows/transaction-summary-row';
import { evictOver } from '../../src/db/storage/eviction';
import { readStorageUsage } from '../../src/db/storage/storage';
import { readTrace } from '../../src/db/traces/traces';
import { currentVersion, declareVersions, versions } from '../../src/db/versions';
import { readMatches, readWatches } from '../../src/db/watches/watches';
import { readArtifactSources } from '../helpers/artifact-sources';
import { type DatabaseDump, deleteDatabase, dumpDatabase, restoreDatabase } from '../helpers/database-dump';
import {
  address,
  artifactRow,
  blockRow,
  blockSummary,
  contract,
  hash,
  labelRow,
  network,
  receiptLogs,
  sourceRow,
  transactionRow,
  transactionSummary,
  visitRow,
} from './records';

/** Every version up to today's; reading fails when a version was added without a dump. */
const dumped = versions.map((_, index) => index + 1);

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test.each(dumped)('a database of version %i opens with everything in it', async (version) => {
  await restoreDatabase(readDump(version));
  const key = { networkId: network, hash: hash('1') };
  expect(await readTransaction(key)).toEqual(transactionRow('1'));
  expect(await readLogs(key)).toEqual(receiptLogs);
  expect(new Uint8Array((await readTrace(key))?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([5, 5, 5]));
  expect(await readBlock(network, hash('e'))).toEqual(blockRow);
  expect((await readContracts(network, [address('b')])).get(address('b'))).toEqual(contract);
  expect(await readArtifacts()).toEqual([artifactRow]);
  expect(await readArtifactSources(artifactRow)).toEqual({ 'Token.sol': sourceRow.text });
  expect((await readSignatures(['0xa9059cbb']))[0]?.signature).toBe('transfer(address,uint256)');
  expect(await readPreference('providers')).toMatchObject({ sourcify: true, signatures: false });
  expect((await readEndpoints(network))[0]?.url).toBe('http://127.0.0.1:8545');
  expect((await readCallCounts(0))[0]).toMatchObject({ method: 'eth_call', calls: 1 });
  expect(await readVisits(5)).toEqual([visitRow('1', 1)]);
  expect(await readLabels()).toEqual([labelRow]);
  const onMainnet = 1 as typeof network;
  expect(await readRowNotes({ ...key, networkId: onMainnet })).toHaveLength(1);
  expect(await readContractSource(onMainnet, address('b'))).toBeDefined();
  expect((await readListedTokens(network, [address('b')])).get(address('b'))?.list).toBe('Example List');
  const project = await readProject('me', 'vault');
  expect(project?.name).toBe('Vault');
  if (project !== undefined) expect(await readProjectAccounts(project.uid)).toMatchObject([{ tags: ['core'] }]);
  expect((await readWatches(network)).map(({ name }) => name)).toEqual(['fails']);
  expect(await readMatches(5)).toHaveLength(1);
  // What is kept is listed, by number and by address.
  expect(await readBlockByNumber(network, 12)).toEqual(blockRow);
  expect(await readBlockSummaries(network, { limit: 5 })).toEqual({ rows: [blockSummary] });
  expect(await readTransactionSummaries(network, { limit: 5 })).toEqual({ rows: [transactionSummary] });
  expect((await readIndexProgress(network))?.spans).toEqual([{ first: 12, last: 12 }]);
  expect((await readIndexChoice(network))?.window).toBe(1_000);
  const ofToken = await readTokenTransfers(network, { of: 'token', token: address('b') }, { limit: 5 });
  expect(ofToken.rows.map(({ transfer, token }) => [transfer.amount, token?.symbol])).toEqual([[5n, 'TKN']]);
  const items = await readTokenTransfers(network, { of: 'item', token: address('d'), tokenId: 7n }, { limit: 5 });
  expect(items.rows).toHaveLength(1);
  expect(await countHolders(network, address('b'))).toBe(1);
  const item = { token: address('d'), tokenId: 7n, owners: 1, owner: address('c'), supply: 1n };
  expect(await readInventory(network, address('d'), { limit: 5 })).toEqual({ rows: [item] });
  // What contracts said of themselves is not of an index alone.
  expect([...(await readTokens(network, [address('b')])).values()].map(({ symbol }) => symbol)).toEqual(['TKN']);
  const sent = { rows: [{ summary: transactionSummary, roles: ActivityRole.sent }] };
  expect(await readTransactionsOfAddress(network, address('a'), { limit: 5 })).toEqual(sent);
  // And counted: a trace, a transaction, what is known of a contract, a compiler run, a block, a listed transaction.
  const { sizes } = await readStorageUsage();
  const records = new Map(sizes.map((size) => [size.kind, size.records]));
  expect(
    ['traces', 'transactions', 'contracts', 'blocks', 'lists'].map((kind) => records.get(kind as 'lists')),
  ).toEqual([1, 1, 1, 1, 1]);
  expect(await evictOver(0)).toBe(5);
  const left = await readStorageUsage();
  const counted = left.sizes.filter(({ kind }) =>
    ['traces', 'transactions', 'contracts', 'blocks', 'lists'].includes(kind),
  );
  expect(counted.map(({ bytes }) => bytes)).toEqual([0, 0, 0, 0, 0]);
  // What is dropped leaves the index, too.
  expect((await readIndexProgress(network))?.spans).toEqual([]);
  expect(await countHolders(network, address('b'))).toBe(0);
  expect(await countItems(network, address('d'))).toBe(0);
  expect(await readLabels()).toEqual([labelRow]);
  expect(storageState()).toEqual({ usable: true });
});

test.each(dumped.filter((version) => version >= 2))('version %i has the projects with tests', async (version) => {
  await restoreDatabase(readDump(version));
  const [project] = await readTestProjects();
  expect(project).toMatchObject({ name: 'vault', results: [{ signature: 'testFee()', reason: 'another fee' }] });
  if (project !== undefined) expect(await readTestFiles(project.id)).toMatchObject([{ size: 2, changedAt: 1 }]);
});

test('a later version of the app upgrades what version 1 kept, and version 1 leaves the result alone', async () => {
  await restoreDatabase(readDump(1));
  const later = new Dexie(DATABASE_NAME);
  declareVersions(later, [
    ...versions,
    {
      tables: { labels: '[networkId+address], name', callCounts: null, added: 'id' },
      upgrade: async (upgrading) => {
        await upgrading.table('labels').toCollection().modify({ name: 'renamed' });
        await upgrading.table('added').add({ id: await upgrading.table('visits').count() });
      },
    },
  ]);
  await later.open();
  expect(await later.table('labels').where('name').equals('renamed').toArray()).toEqual([
    { ...labelRow, name: 'renamed' },
  ]);
  expect(await later.table('added').toArray()).toEqual([{ id: 1 }]);
  expect(await later.table('visits').toArray()).toEqual([visitRow('1', 1)]);
  expect(later.tables.map(({ name }) => name)).not.toContain('callCounts');
  later.close();
  const upgraded = await dumpDatabase(DATABASE_NAME);
  expect(upgraded.version).toBe(10 * (currentVersion + 1));
  expect(await readLabels()).toEqual([]);
  expect(storageState()).toMatchObject({ usable: false });
  closeDatabase();
  expect(await dumpDatabase(DATABASE_NAME)).toEqual(upgraded);
});

test("the dump of today's version has today's stores and indexes", async () => {
  await saveVisit(visitRow('1', 1));
  closeDatabase();
  const today = await dumpDatabase(DATABASE_NAME);
  const dump = readDump(currentVersion);
  const shape = ({ version, stores }: DatabaseDump) => ({
    version,
    stores: stores.map(({ name, keyPath, indexes }) => ({ name, keyPath, indexes })),
  });
  expect(shape(dump)).toEqual(shape(today));
});

function readDump(version: number): DatabaseDump {
  return JSON.parse(readFileSync(new URL(`./dumps/version-${version}.json`, import.meta.url), 'utf8'));
}
