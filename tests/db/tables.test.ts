import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/core/chain/network';
import type { Selector } from '../../src/core/chain/primitives';
import { transactionOf } from '../../src/core/chain/transaction';
import { readBlock, readBlockByNumber } from '../../src/db/chain/blocks';
import { readLogs } from '../../src/db/chain/receipt-logs';
import { saveBlock } from '../../src/db/chain/save-block';
import { deleteTransaction, saveTransaction } from '../../src/db/chain/save-transaction';
import { readTransaction } from '../../src/db/chain/transactions';
import { countArtifactsOf, deleteArtifactsOf, readArtifacts, saveArtifacts } from '../../src/db/contracts/artifacts';
import { readContracts, readMatchedContracts, saveContracts } from '../../src/db/contracts/contracts';
import { readSignatures, saveSignatures } from '../../src/db/contracts/signatures';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../src/db/database';
import { createCallCounter } from '../../src/db/networks/call-counter';
import { readCallCounts } from '../../src/db/networks/call-counts';
import { deleteEndpoint, readEndpoints, saveCapabilities, saveEndpoint } from '../../src/db/networks/endpoints';
import { deleteNetwork, readNetworks, saveNetwork } from '../../src/db/networks/networks';
import { readAddressVisits, saveAddressVisit } from '../../src/db/reader/address-visits';
import { readPreference, savePreference } from '../../src/db/reader/preferences';
import { clearVisits, readVisits, saveVisit } from '../../src/db/reader/transaction-visits';
import { saveTrace } from '../../src/db/traces/save-trace';
import { deleteTrace, readTrace, saveChecks } from '../../src/db/traces/traces';
import { readArtifactSources } from '../helpers/artifact-sources';
import { countReadRows } from '../helpers/count-read-rows';
import { deleteDatabase } from '../helpers/database-dump';
import {
  address,
  artifactRow,
  blockRow,
  contract,
  hash,
  network,
  receiptLogs,
  sourceRow,
  traceRow,
  transactionRow,
  visitRow,
} from './records';

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const key = { networkId: network, hash: hash('1') };

describe('transactions and traces', () => {
  test('come back as they were, bigint and bytes included', async () => {
    expect(await saveTransaction(transactionRow('1'), receiptLogs)).toBe(true);
    expect(await saveTrace(traceRow('1'))).toBe(true);
    expect(await readTransaction(key)).toEqual(transactionRow('1'));
    expect(await readLogs(key)).toEqual(receiptLogs);
    const trace = await readTrace(key);
    expect([...new Uint8Array(trace?.bytes ?? new ArrayBuffer(0))]).toEqual([5, 5, 5]);
    expect(trace?.blockHash).toBe(hash('e'));
  });

  test('come back with authorisations of any chain and nonce', async () => {
    const kept = transactionRow('1');
    const [r, s] = [hash('2'), hash('3')];
    const authorizationList = [
      { chainId: 2n ** 256n - 1n, address: address('c'), nonce: 2n ** 64n - 1n, yParity: 1, r, s },
      { chainId: 1, address: address('c'), nonce: 2, yParity: 0, r, s },
    ];
    const transaction = transactionOf({ ...kept.transaction, type: 4, authorizationList });
    await saveTransaction({ ...kept, transaction }, receiptLogs);
    expect((await readTransaction(key))?.transaction).toEqual(transaction);
  });

  test('of another network with the same hash is another', async () => {
    await saveTransaction(transactionRow('1'), receiptLogs);
    expect(await readTransaction({ ...key, networkId: 1 as typeof network })).toBeUndefined();
  });

  test('a deleted transaction takes its trace along, a deleted trace leaves the transaction', async () => {
    await saveTransaction(transactionRow('1'), receiptLogs);
    await saveTrace(traceRow('1'));
    await deleteTrace(key);
    expect(await readTransaction(key)).toBeDefined();
    await saveTrace(traceRow('1'));
    await deleteTransaction(key);
    expect(await readTransaction(key)).toBeUndefined();
    expect(await readLogs(key)).toBeUndefined();
    expect(await readTrace(key)).toBeUndefined();
  });

  test('what was checked of a replay later is read with it, and its trace is not written again', async () => {
    const verification = {
      origin: 'rpc' as const,
      compared: { status: true, gasUsed: 21_000, logs: 0, earlier: 0, accessList: 'stated' as const },
      checked: { unchecked: [], isIncluded: false },
      steps: 3,
    };
    const witness = { accounts: [], codes: [], hashes: [] };
    const replayed = { ...traceRow('1'), replay: { verification, block: blockRow.block, witness } };
    const checked = { unchecked: ['a fee'], isIncluded: true, agreeing: ['another'], calls: 2 };
    expect(await saveChecks(key, hash('e'), checked)).toBe(true);
    await saveTrace(replayed);
    // They came before there was a trace.
    expect((await readTrace(key))?.replay?.verification).toEqual(verification);
    const counter = countReadRows();
    expect(await saveChecks(key, hash('e'), checked)).toBe(true);
    expect(counter.of('traces')).toBe(0);
    counter.stop();
    expect((await readTrace(key))?.replay?.verification).toEqual({ ...verification, checked });
    // Of another inclusion, then of a trace that is kept in place of the first.
    await saveChecks(key, hash('f'), checked);
    expect((await readTrace(key))?.replay?.verification).toEqual(verification);
    await saveChecks(key, hash('e'), checked);
    await saveTrace(replayed);
    expect((await readTrace(key))?.replay?.verification).toEqual(verification);
    await saveChecks(key, hash('e'), checked);
    await deleteTrace(key);
    expect(await writeDatabase(async (db) => expect(await db.traceChecks.count()).toBe(0))).toBe(true);
  });
});

describe('blocks', () => {
  test('are found by hash, and by number the one an endpoint stated last', async () => {
    const other = { ...blockRow.block, hash: hash('7') };
    await saveBlock(blockRow);
    await saveBlock({ ...blockRow, hash: hash('7'), block: other });
    expect((await readBlock(network, hash('e')))?.block.baseFeePerGas).toBe(7n);
    expect((await readBlockByNumber(network, 12))?.hash).toBe(hash('7'));
    expect(await readBlockByNumber(network, 13)).toBeUndefined();
  });
});

describe('contracts and artifacts', () => {
  test('knowledge is read for many addresses at once, absent ones left out', async () => {
    await saveContracts([contract]);
    const known = await readContracts(network, [address('b'), address('c')]);
    expect([...known.keys()]).toEqual([address('b')]);
    expect(known.get(address('b'))).toEqual(contract);
  });

  test('what a diamond says of its facets is kept, what nobody answered is not', async () => {
    const facets = [{ address: address('c'), selectors: ['0x00000001' as Selector, '0x00000002' as Selector] }];
    const diamond = { facets, isCut: true, isBehind: true, codeHash: hash('9') } as const;
    const unread = { ...contract, address: address('d'), diamond: { isUnread: true, codeHash: hash('9') } as const };
    await saveContracts([{ ...contract, diamond }, unread]);
    const known = await readContracts(network, [address('b'), address('d')]);
    expect(known.get(address('b'))).toEqual({ ...contract, diamond });
    expect(known.get(address('d'))).toEqual({ ...contract, address: address('d') });
  });

  test('contracts that imported build output explains are told from others', async () => {
    const matched = { ...contract, address: address('c'), abiOrigin: 'buildOutput' as const };
    await saveContracts([{ ...contract, abiOrigin: 'sourcify' }, matched]);
    expect((await readMatchedContracts()).map((known) => known.address)).toEqual([address('c')]);
  });

  test('an import is recognised by the hash of its file', async () => {
    await saveArtifacts([artifactRow, { ...artifactRow, id: `${hash('9')}:1`, name: 'Router' }], [sourceRow]);
    expect(await readArtifactSources(artifactRow)).toEqual({ 'Token.sol': sourceRow.text });
    expect(await countArtifactsOf(hash('9'))).toBe(2);
    expect(await countArtifactsOf(hash('8'))).toBe(0);
    expect((await readArtifacts()).map((row) => row.name).sort()).toEqual(['Router', 'Token']);
    expect(await deleteArtifactsOf('devnet.json')).toBe(2);
    expect(await readArtifacts()).toEqual([]);
    expect(await readArtifactSources(artifactRow)).toEqual({});
  });
});

describe('signatures', () => {
  test('keep every candidate of a colliding selector', async () => {
    const selector = '0xa9059cbb' as Selector;
    const origin = 'signatureService' as const;
    await saveSignatures([
      { selector, signature: 'transfer(address,uint256)', origin },
      { selector, signature: 'many_msg_babbage(bytes1)', origin },
    ]);
    const found = await readSignatures([selector, '0x00000000']);
    expect(found.map((row) => row.signature).sort()).toEqual(['many_msg_babbage(bytes1)', 'transfer(address,uint256)']);
  });
});

describe('preferences', () => {
  test('providers are off until the reader says otherwise, also those nobody knows yet', async () => {
    expect(await readPreference('providers')).toEqual({});
    await savePreference('providers', { sourcify: true, tomorrow: false });
    expect(await readPreference('providers')).toEqual({ sourcify: true, tomorrow: false });
  });

  test('a stored value of another shape counts as the default', async () => {
    await savePreference('storageBudget', 'all' as unknown as number);
    expect(await readPreference('storageBudget')).toBe(500_000_000);
  });
});

describe('networks and endpoints', () => {
  const UNKNOWN = { answers: 'unknown', detail: '' } as const;
  const endpoint: Endpoint = {
    networkId: network,
    url: 'http://127.0.0.1:8545',
    name: '127.0.0.1:8545',
    origin: 'reader',
    enabled: true,
    priority: 0,
  };
  const capabilities = {
    chainId: 31337,
    client: 'anvil/v1.7.1',
    probedAt: 1,
    latency: 2,
    stateDepth: 'archive' as const,
    methods: {
      callTracer: UNKNOWN,
      prestateTracer: UNKNOWN,
      structLogs: UNKNOWN,
      trace_transaction: UNKNOWN,
      trace_replayTransaction: UNKNOWN,
      ots_traceTransaction: UNKNOWN,
      eth_getBlockReceipts: UNKNOWN,
      eth_createAccessList: UNKNOWN,
      eth_getBlockAccessList: UNKNOWN,
      eth_simulateV1: UNKNOWN,
      eth_feeHistory: UNKNOWN,
    },
  };

  test('what was probed outlives a change of the endpoint', async () => {
    await saveEndpoint(endpoint);
    await saveCapabilities(endpoint, capabilities);
    await saveEndpoint({ ...endpoint, enabled: false });
    const [row] = await readEndpoints(network);
    expect(row?.enabled).toBe(false);
    expect(row?.capabilities?.client).toBe('anvil/v1.7.1');
    if (row !== undefined) await saveCapabilities(row, { ...capabilities, client: 'anvil/v2' });
    expect((await readEndpoints(network))[0]?.capabilities?.client).toBe('anvil/v2');
    await deleteEndpoint(endpoint);
    expect(await readEndpoints()).toEqual([]);
  });

  test("a deleted network takes the reader's endpoints along, not the configured ones", async () => {
    await saveNetwork({
      id: network,
      name: 'Mine',
      route: 'mine',
      routeAliases: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [],
      explorers: [],
      testnet: true,
      hidden: false,
      deprecated: false,
      excluded: false,
      sortOrder: 0,
      chainConfig: {},
    });
    expect((await readNetworks()).map((found) => found.name)).toEqual(['Mine']);
    await saveEndpoint(endpoint);
    await saveEndpoint({ ...endpoint, url: 'http://configured', origin: 'config' });
    await deleteNetwork(network);
    expect(await readNetworks()).toEqual([]);
    expect((await readEndpoints(network)).map((row) => row.url)).toEqual(['http://configured']);
  });
});

describe('call counts', () => {
  const call = {
    networkId: network,
    endpoint: 'local',
    method: 'eth_call',
    failed: false,
    rateLimited: false,
    milliseconds: 5,
    bytes: 100,
  };

  test('of one hour add up across writes, hours stay apart', async () => {
    const counter = createCallCounter(60_000);
    const at = 1_700_000_000_000;
    counter.count({ ...call, at });
    counter.count({ ...call, at: at + 1_000, failed: true });
    await counter.flush();
    counter.count({ ...call, at, rateLimited: true });
    counter.count({ ...call, at: at + 3_600_000 });
    await counter.flush();
    const [first, second] = await readCallCounts(at, network);
    expect(first).toMatchObject({ calls: 3, failed: 1, rateLimited: 1, milliseconds: 15, bytes: 300 });
    expect(second).toMatchObject({ calls: 1, failed: 0 });
    expect(await readCallCounts(at + 3_600_000)).toHaveLength(1);
  });
});

describe('visits', () => {
  test('are newest first, one per transaction', async () => {
    await saveVisit(visitRow('1', 1));
    await saveVisit(visitRow('2', 2));
    await saveVisit(visitRow('1', 3));
    expect((await readVisits(10)).map((row) => row.hash)).toEqual([hash('1'), hash('2')]);
    expect(await readVisits(1)).toHaveLength(1);
    await clearVisits();
    expect(await readVisits(10)).toEqual([]);
  });

  test('to addresses are newest first, one per address, of one network', async () => {
    const visit = (digit: string, visitedAt: number, networkId = network) =>
      saveAddressVisit({ networkId, address: address(digit), visitedAt, name: '' });
    await visit('a', 1);
    await visit('b', 2);
    await visit('c', 3, 1 as typeof network);
    await visit('a', 4);
    expect((await readAddressVisits(network, 10)).map((row) => row.address)).toEqual([address('a'), address('b')]);
    expect(await readAddressVisits(network, 1)).toHaveLength(1);
    await clearVisits();
    expect(await readAddressVisits(network, 10)).toEqual([]);
  });
});
