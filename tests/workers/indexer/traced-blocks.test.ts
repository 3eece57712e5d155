/** Internal transactions of indexed blocks: as the node's traces have them, by either method, and gone with their blocks. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { saveIndexChoice } from '../../../src/db/chain-index/index-choices';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { readInternalTransactions } from '../../../src/db/chain-index/internal-calls';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import type { Indexer } from '../../../src/workers/indexer/indexer-engine';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deployRuntime } from '../../helpers/contracts';
import { deleteDatabase } from '../../helpers/database-dump';
import { eventually } from '../../helpers/eventually';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { indexedTo, startIndexer } from '../../helpers/indexing';
import { listEntries } from '../../helpers/list-entries';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

/** Hands what it is paid to the address in the calldata. */
const PASS_ON = '60006000600060003460003560601c5af100'; // CALL(gas, calldata >> 96, callvalue, no data), STOP

const [alice, bob] = ANVIL_ACCOUNTS.map((account) => account.toLowerCase() as Address) as [Address, Address];
const ON = { networkId: ANVIL_NETWORK, state: 'on', window: 1_000, traces: true } as const;

let node: TestNode;
let proxy: FaultProxy;
let indexer: Indexer | undefined;
beforeEach(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
});
afterEach(async () => {
  await indexer?.stop();
  indexer = undefined;
  await proxy?.stop();
  await node?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const deploy = async () => (await deployRuntime(node, PASS_ON)) as Address;
const pay = (through: Address, value: number) =>
  sendMined(node, { from: alice, to: through, value: `0x${value.toString(16)}`, data: bob });
const head = async () => Number(await node.call<string>('eth_blockNumber', []));
const internals = async (address: Address) =>
  (await readInternalTransactions(ANVIL_NETWORK, { of: 'address', address }, { limit: 100 })).rows;
const internalsOfBlock = async (blockNumber: number) =>
  (await readInternalTransactions(ANVIL_NETWORK, { of: 'block', blockNumber }, { limit: 100 })).rows;
const tracedTo = (last: number) =>
  eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.traced).toEqual([{ first: 0, last }]));

test.each([undefined, /^trace_block$/])('are listed by address and block (without %s)', async (refuse) => {
  const through = await deploy();
  await pay(through, 3);
  await pay(through, 4);
  proxy.set(refuse === undefined ? {} : { refuse });
  await saveIndexChoice(ON);
  indexer = await startIndexer(proxy.url);
  await tracedTo(await head());
  const rows = await internals(bob);
  expect(rows).toMatchObject([
    { type: 'call', from: through, to: bob, value: 4n, isFailed: false, blockNumber: await head() },
    { type: 'call', from: through, to: bob, value: 3n, isFailed: false },
  ]);
  expect(await internals(through)).toEqual(rows);
  expect(await internalsOfBlock(await head())).toEqual(rows.slice(0, 1));
  expect(rows[0]?.hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(rows[0]?.timestamp).toBeGreaterThan(0);
  // The address that is only paid inside has the transactions among its own.
  const listed = await readTransactionsOfAddress(ANVIL_NETWORK, bob, { limit: 100, filter: { part: 'internal' } });
  expect(listed.rows.map(({ summary }) => summary.hash)).toEqual(rows.map(({ hash }) => hash));
});

test('blocks that were indexed without their traces are read again once these are wanted', async () => {
  const through = await deploy();
  await pay(through, 3);
  indexer = await startIndexer(proxy.url);
  await indexedTo(await head());
  expect(await internals(bob)).toEqual([]);
  expect(proxy.calls('trace_block')).toBe(0);
  await indexer.api.choose(ON);
  await tracedTo(await head());
  expect(await internals(bob)).toHaveLength(1);
});

test('go with their blocks in a reorganisation, and all of them with the index', async () => {
  const through = await deploy();
  const before = await node.call<string>('evm_snapshot', []);
  await pay(through, 3);
  await saveIndexChoice(ON);
  indexer = await startIndexer(proxy.url);
  await tracedTo(await head());
  expect(await internals(bob)).toHaveLength(1);
  await node.call('evm_revert', [before]);
  await tracedTo(await head());
  expect(await internals(bob)).toEqual([]);
  await pay(through, 5);
  await tracedTo(await head());
  expect(await internals(bob)).toMatchObject([{ value: 5n }]);
  await indexer.api.choose({ ...ON, state: 'off' });
  await eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.spans).toEqual([]));
  expect(await listEntries()).toEqual({});
});

test('an endpoint that traces no blocks is indexed all the same, and the reason is kept', async () => {
  const through = await deploy();
  await pay(through, 3);
  proxy.set({ refuse: /^(trace_block|debug_traceBlockByHash)$/ });
  await saveIndexChoice(ON);
  indexer = await startIndexer(proxy.url);
  await indexedTo(await head());
  await eventually(async () =>
    expect((await readIndexProgress(ANVIL_NETWORK))?.traceProblem).toBe(
      'The endpoint answers neither trace_block nor debug_traceBlockByHash.',
    ),
  );
  expect(await internals(bob)).toEqual([]);
});
