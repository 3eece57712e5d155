import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { readArtifacts } from '../../src/db/artifacts';
import { readBlock, readBlockByNumber, readBlockSummaries } from '../../src/db/blocks';
import { readCallCounts } from '../../src/db/call-counts';
import { readContractSource } from '../../src/db/contract-sources';
import { readContracts } from '../../src/db/contracts';
import { closeDatabase, DATABASE_NAME, storageState } from '../../src/db/database';
import { readEndpoints } from '../../src/db/endpoints';
import { evictOver } from '../../src/db/eviction';
import { readIndexChoice } from '../../src/db/index-choices';
import { readIndexProgress } from '../../src/db/index-progress';
import { readLabels } from '../../src/db/labels';
import { readPreference } from '../../src/db/preferences';
import { readProject, readProjectAccounts } from '../../src/db/projects';
import { readLogs } from '../../src/db/receipt-logs';
import { readRowNotes } from '../../src/db/row-notes';
import { ActivityRole } from '../../src/db/rows/transaction-summary-row';
import { readSignatures } from '../../src/db/signatures';
import { readStorageUsage } from '../../src/db/storage';
import { countHolders } from '../../src/db/token-balances';
import { countItems, readInventory } from '../../src/db/token-items';
import { readListedTokens } from '../../src/db/token-lists';
import { readTokenTransfers } from '../../src/db/token-transfers';
import { readTokens } from '../../src/db/tokens';
import { readTrace } from '../../src/db/traces';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../src/db/transaction-summaries';
import { readVisits, saveVisit } from '../../src/db/transaction-visits';
import { readTransaction } from '../../src/db/transactions';
import { currentVersion } from '../../src/db/versions';
import { readMatches, readWatches } from '../../src/db/watches';
import { readArtifactSources } from '../helpers/artifact-sources';
import { countReadRows } from '../helpers/count-read-rows';
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
const versions = Array.from({ length: currentVersion }, (_, index) => index + 1);

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test.each(versions)('a database of version %i opens with everything in it', async (version) => {
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
  // The choice is kept under the key that it had in all of these versions.
  expect(await readPreference('providers')).toMatchObject({ sourcify: true, signatures: false });
  expect((await readEndpoints(network))[0]?.url).toBe('http://127.0.0.1:8545');
  expect((await readCallCounts(0))[0]).toMatchObject({ method: 'eth_call', calls: 1 });
  expect(await readVisits(5)).toEqual([visitRow('1', 1)]);
  expect(await readLabels()).toEqual([labelRow]);
  const onMainnet = 1 as typeof network;
  expect(await readRowNotes({ ...key, networkId: onMainnet })).toHaveLength(version < 3 ? 0 : 1);
  expect((await readContractSource(onMainnet, address('b'))) !== undefined).toBe(version >= 2);
  expect((await readListedTokens(network, [address('b')])).get(address('b'))?.list).toBe(
    version >= 19 ? 'Example List' : undefined,
  );
  const project = await readProject('me', 'vault');
  expect(project?.name).toBe(version >= 11 ? 'Vault' : undefined);
  if (project !== undefined) expect(await readProjectAccounts(project.uid)).toMatchObject([{ tags: ['core'] }]);
  expect((await readWatches(network)).map(({ name }) => name)).toEqual(version >= 12 ? ['fails'] : []);
  expect(await readMatches(5)).toHaveLength(version >= 12 ? 1 : 0);
  // What is kept is listed, by number and by address.
  expect(await readBlockByNumber(network, 12)).toEqual(blockRow);
  expect(await readBlockSummaries(network, { limit: 5 })).toEqual({ rows: [blockSummary] });
  expect(await readTransactionSummaries(network, { limit: 5 })).toEqual({ rows: [transactionSummary] });
  // An index of before version 14 begins anew, as it was chosen.
  const isIndexed = version >= 14;
  const progress = await readIndexProgress(network);
  expect(progress?.spans).toEqual(isIndexed ? [{ first: 12, last: 12 }] : version >= 7 ? [] : undefined);
  expect(progress?.isAnew).toBe(version >= 7 && !isIndexed ? true : undefined);
  expect((await readIndexChoice(network))?.window).toBe(version >= 7 ? 1_000 : undefined);
  const ofToken = await readTokenTransfers(network, { of: 'token', token: address('b') }, { limit: 5 });
  expect(ofToken.rows.map(({ transfer, token }) => [transfer.amount, token?.symbol])).toEqual(
    isIndexed ? [[5n, 'TKN']] : [],
  );
  const items = await readTokenTransfers(network, { of: 'item', token: address('d'), tokenId: 7n }, { limit: 5 });
  expect(items.rows).toHaveLength(isIndexed ? 1 : 0);
  expect(await countHolders(network, address('b'))).toBe(isIndexed ? 1 : 0);
  const item = { token: address('d'), tokenId: 7n, owners: 1, owner: address('c'), supply: 1n };
  expect(await readInventory(network, address('d'), { limit: 5 })).toEqual({ rows: isIndexed ? [item] : [] });
  // What contracts said of themselves is not of an index alone.
  expect([...(await readTokens(network, [address('b')])).values()].map(({ symbol }) => symbol)).toEqual(
    version >= 7 ? ['TKN'] : [],
  );
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
  expect((await readIndexProgress(network))?.spans).toEqual(version >= 7 ? [] : undefined);
  expect(await countHolders(network, address('b'))).toBe(0);
  expect(await countItems(network, address('d'))).toBe(0);
  expect(await readLabels()).toEqual([labelRow]);
  expect(storageState()).toEqual({ usable: true });
});

test('version 5 reads no trace on its way, lists the last of two blocks at a height, and skips what cannot be listed', async () => {
  const dump = readDump(4);
  const rowsOf = (name: string) => dump.stores.find((store) => store.name === name)?.records as Record<string, never>[];
  const [block] = rowsOf('blocks');
  const [transaction] = rowsOf('transactions');
  const later = { ...block, hash: hash('7'), fetchedAt: blockRow.fetchedAt + 1 };
  rowsOf('blocks').push(later as never, { ...block, hash: hash('8'), block: {} } as never);
  rowsOf('transactions').push(
    { ...transaction, hash: hash('2'), transaction: null } as never,
    {
      ...transaction,
      hash: hash('3'),
      transaction: { from: address('c'), value: 5, input: '0x', gas: 1, hash: hash('3') },
      receipt: undefined,
    } as never,
  );
  await restoreDatabase(dump);
  const counter = countReadRows();
  // Of two blocks at the height the transaction is not in the last.
  expect((await readBlockByNumber(network, 12))?.hash).toBe(hash('7'));
  expect(counter.of('traces') + counter.of('receiptLogs')).toBe(0);
  counter.stop();
  expect((await readTransactionsOfAddress(network, address('a'), { limit: 5 })).rows).toEqual([]);
  // Without a block it is pending; its value is none, so the row is damaged.
  expect((await readTransactionsOfAddress(network, address('c'), { limit: 5 })).rows).toEqual([]);
  expect(await readBlock(network, hash('e'))).toEqual(blockRow);
  expect(await evictOver(0)).toBeGreaterThan(0);
  const { sizes } = await readStorageUsage();
  expect(sizes.filter(({ kind }) => kind === 'blocks' || kind === 'lists').map(({ bytes }) => bytes)).toEqual([0, 0]);
});

test.each([1, currentVersion - 1])(
  'a database of version %i that an older app makes while this one opens is brought up to date',
  async (version) => {
    await restoreDatabase(readDump(version));
    // Asked a moment before, the browser knows of no database.
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([]);
    await saveVisit(visitRow('2', 2));
    expect(await readTransaction({ networkId: network, hash: hash('1') })).toEqual(transactionRow('1'));
    expect(await readLogs({ networkId: network, hash: hash('1') })).toEqual(receiptLogs);
    expect(storageState()).toEqual({ usable: true });
    closeDatabase();
    expect((await dumpDatabase(DATABASE_NAME)).version).toBe(readDump(currentVersion).version);
  },
);

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
