/** The index of a chain: whole, once, and as the chain is, whatever happens to the chain or to the indexer. */
import 'fake-indexeddb/auto';
import { encodeFunctionData } from 'viem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { readBlockSummaries } from '../../../src/db/chain/blocks';
import { saveBlock } from '../../../src/db/chain/save-block';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { readHeldItems } from '../../../src/db/chain-index/holdings';
import { readIndexChoice, saveIndexChoice } from '../../../src/db/chain-index/index-choices';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { countHolders, readHolders } from '../../../src/db/chain-index/token-balances';
import { readTokenTransfers } from '../../../src/db/chain-index/token-transfers';
import { readTokens } from '../../../src/db/contracts/tokens';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { createIndexer, type Indexer } from '../../../src/workers/indexer/indexer-engine';
import { blockRow } from '../../db/records';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deployRuntime, word } from '../../helpers/contracts';
import { deleteDatabase } from '../../helpers/database-dump';
import { eventually } from '../../helpers/eventually';
import { type Behaviour, type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { indexedRows, indexedTo, startIndexer } from '../../helpers/indexing';
import { type MinedReceipt, sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { newestSolc } from '../../helpers/solc';

/** A token without names: `to, amount` moves that much from the caller. */
const TOKEN_RUNTIME = [
  '602035600052', // amount: PUSH1 32, CALLDATALOAD, PUSH1 0, MSTORE
  '60003533', // to and from: PUSH1 0, CALLDATALOAD, CALLER
  '7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', // Transfer
  '60206000a300', // LOG3(0, 32), STOP
].join('');

/** CryptoKitties in short: it answers no interface and no decimals, and its events index nothing. */
const KITTY = `contract Kitty {
  string public symbol = "CK";
  event Transfer(address from, address to, uint256 tokenId);
  function move(address to, uint256 id) external { emit Transfer(msg.sender, to, id); }
}`;

const [alice, bob] = ANVIL_ACCOUNTS.map((account) => account.toLowerCase() as Address) as [Address, Address];
const LIMIT = 1_000;

let node: TestNode;
let proxy: FaultProxy;
let indexers: Indexer[];
beforeEach(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
  indexers = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(indexers.map((indexer) => indexer.stop()));
  await proxy?.stop();
  await node?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

async function start(...given: Parameters<typeof startIndexer> | []): Promise<Indexer> {
  const [url = proxy.url, peers] = given;
  const indexer = await startIndexer(url, peers);
  indexers.push(indexer);
  return indexer;
}

const pay = (value: number) => sendMined(node, { from: alice, to: bob, value: `0x${value.toString(16)}` });
const move = (token: Address, to: Address, amount: number) =>
  sendMined(node, { from: alice, to: token, data: `0x${to.slice(2).padStart(64, '0')}${word(amount).slice(2)}` });
const head = async () => Number(await node.call<string>('eth_blockNumber', []));
const transactions = async () => (await readTransactionSummaries(ANVIL_NETWORK, { limit: LIMIT })).rows;
const transfers = async (token: Address) =>
  (await readTokenTransfers(ANVIL_NETWORK, { of: 'token', token }, { limit: LIMIT })).rows;

test('a development chain is indexed by itself, and its head is followed', async () => {
  const token = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  await move(token, bob, 70);
  await pay(5);
  await start();
  await indexedTo(await head());
  expect((await transactions()).map(({ to, value }) => [to, value])).toEqual([
    [bob, 5n],
    [token, 0n],
    [undefined, 0n],
  ]);
  expect((await readBlockSummaries(ANVIL_NETWORK, { limit: 9 })).rows.map(({ number }) => number)).toEqual([
    3, 2, 1, 0,
  ]);
  const [first] = await transfers(token);
  expect(first?.transfer).toMatchObject({ standard: 'ERC-20', from: alice, to: bob, amount: 70n, blockNumber: 2 });
  expect(first?.summary?.hash).toBe((await transactions())[1]?.hash);
  expect((await readHolders(ANVIL_NETWORK, token, { limit: 5 })).rows).toEqual([{ address: bob, amount: 70n }]);

  const { transactionHash } = await pay(6);
  await indexedTo(await head());
  const { rows } = await readTransactionsOfAddress(ANVIL_NETWORK, bob, { limit: 5 });
  expect(rows[0]?.summary).toMatchObject({ hash: transactionHash, value: 6n, status: 'success' });
  expect(await readIndexProgress(ANVIL_NETWORK)).toMatchObject({ blocks: 5, transactions: 4, erc20Transfers: 1 });
});

test('items of a contract whose events index nothing are in the lists of transfers and of what an address holds', async () => {
  const input = {
    language: 'Solidity',
    sources: { 'Kitty.sol': { content: KITTY } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode'] } } },
  };
  const { abi, evm } = JSON.parse(newestSolc().compile(JSON.stringify(input))).contracts['Kitty.sol'].Kitty;
  const deployed = await sendMined(node, { from: alice, data: `0x${evm.bytecode.object}`, gas: '0x989680' });
  const kitty = deployed.contractAddress;
  const data = encodeFunctionData({ abi, functionName: 'move', args: [bob, 9n] });
  await sendMined(node, { from: alice, to: kitty, data, gas: '0xf4240' });
  await start();
  await indexedTo(await head());
  const moved = (await transfers(kitty)).map(({ transfer }) => transfer);
  expect(moved).toMatchObject([{ standard: 'ERC-721', token: kitty, from: alice, to: bob, tokenId: 9n, amount: 1n }]);
  expect((await readHeldItems(ANVIL_NETWORK, bob, 5)).items).toMatchObject([{ token: kitty, tokenId: 9n }]);
  expect((await readTokens(ANVIL_NETWORK, [kitty])).get(kitty)).toMatchObject({ standard: 'ERC-721', symbol: 'CK' });
});

test('a new head is read alone: blocks that the index has are not asked for again', async () => {
  for (const value of [1, 2, 3]) await pay(value);
  await start();
  await indexedTo(await head());
  proxy.resetCounts();
  await pay(4);
  await indexedTo(await head());
  expect(proxy.calls('eth_getBlockReceipts')).toBe(1);
});

test('whether a chain is for development is asked once, for pages and the index alike', async () => {
  const { api } = await start();
  expect(await Promise.all([api.isDevelopment(ANVIL_NETWORK), api.isDevelopment(ANVIL_NETWORK)])).toEqual([true, true]);
  await indexedTo(await head());
  expect(proxy.calls('anvil_nodeInfo')).toBe(1);
});

test('a node of this machine that is none for development is asked once what it is', async () => {
  const network = 7_777 as NetworkId;
  const plain = await startNode({ chainId: network });
  const endpoint = await startFaultProxy(plain.url);
  endpoint.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config)$/ });
  try {
    const peers = createPeerGroup()();
    const indexer = createIndexer(new Chains(peers), peers);
    indexers.push(indexer);
    const config = parseRuntimeConfig({ networks: [{ id: network, rpcUrls: [endpoint.url] }] });
    if (!config.ok) throw new Error(config.error);
    await indexer.api.configure(config.value);
    expect(await indexer.api.isDevelopment(network)).toBe(false);
    expect(await indexer.api.isDevelopment(network)).toBe(false);
    expect(endpoint.calls('anvil_nodeInfo')).toBe(1);
  } finally {
    await endpoint.stop();
    await plain.stop();
  }
});

test('an explorer indexes so many blocks of its chain as its configuration says, until the visitor chooses', async () => {
  const network = 7_777 as NetworkId;
  const plain = await startNode({ chainId: network });
  const endpoint = await startFaultProxy(plain.url);
  endpoint.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config)$/ });
  try {
    await plain.call('anvil_mine', ['0x4']);
    const peers = createPeerGroup()();
    const indexer = createIndexer(new Chains(peers), peers, { local: 20, afterFailure: 20, idle: 20 });
    indexers.push(indexer);
    const config = parseRuntimeConfig({
      variant: 'explorer',
      explorer: { networkId: network, index: 3 },
      networks: [{ id: network, rpcUrls: [endpoint.url] }],
    });
    if (!config.ok) throw new Error(config.error);
    await indexer.api.configure(config.value);
    await indexer.api.follow(network);
    const spans = async () => (await readIndexProgress(network))?.spans;
    await eventually(async () => expect(await spans()).toEqual([{ first: 2, last: 4 }]));
    await indexer.api.choose({ networkId: network, state: 'off', window: 3 });
    await eventually(async () => expect(await spans()).toEqual([]));
  } finally {
    await endpoint.stop();
    await plain.stop();
  }
});

test('after a reorganisation the rows of the blocks that went are gone', async () => {
  const token = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  await pay(1);
  await move(token, bob, 10);
  await move(token, bob, 20);
  await start();
  await indexedTo(await head());
  expect(await transfers(token)).toHaveLength(2);
  await node.call('anvil_reorg', [2, []]);
  await pay(2);
  await eventually(async () => expect((await transactions()).map(({ value }) => value)).toEqual([2n, 1n, 0n]));
  await indexedTo(await head());
  expect(await transfers(token)).toEqual([]);
  expect(await countHolders(ANVIL_NETWORK, token)).toBe(0);
  const rows = await indexedRows();
  // Of all lists only those of transactions have entries.
  expect(Object.keys(rows.entries)).toEqual(['a']);
  expect(rows.progress).toMatchObject([{ transactions: 3, erc20Transfers: 0 }]);
});

test('after a reorganisation the tokens of the blocks that stayed are known as before, and others are forgotten', async () => {
  const stays = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  await move(stays, bob, 1);
  await start();
  await indexedTo(await head());
  const goes = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  await move(goes, bob, 10);
  await indexedTo(await head());
  expect([...(await readTokens(ANVIL_NETWORK, [stays, goes])).keys()]).toEqual([stays, goes]);
  await node.call('anvil_reorg', [2, []]);
  await pay(3);
  await eventually(async () => expect((await transactions())[0]?.value).toBe(3n));
  await indexedTo(await head());
  expect([...(await readTokens(ANVIL_NETWORK, [stays, goes])).keys()]).toEqual([stays]);
});

test('a chain that went back to a snapshot is followed back, and one that began anew replaces what there was', async () => {
  await pay(1);
  const snapshot = await node.call('evm_snapshot');
  await pay(2);
  await start();
  await indexedTo(2);
  await node.call('evm_revert', [snapshot]);
  await indexedTo(1);
  expect((await transactions()).map(({ value }) => value)).toEqual([1n]);

  // Another chain at the same address, longer than what is indexed.
  await node.stop();
  node = await startNode({ port: node.port, timestamp: 1_700_000_000 });
  for (const value of [7, 8, 9]) await pay(value);
  await eventually(async () => expect((await transactions()).map(({ value }) => value)).toEqual([9n, 8n, 7n]));
  await indexedTo(3);
  const genesis = await node.call<{ hash: string }>('eth_getBlockByNumber', ['0x0', false]);
  const { rows } = await readBlockSummaries(ANVIL_NETWORK, { limit: 9 });
  expect(rows.at(-1)?.hash).toBe(genesis.hash);
  expect(rows).toHaveLength(4);
});

test('an indexer that was ended is followed by one that goes on, without loss or doubles', async () => {
  const token = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  for (let amount = 1; amount <= 40; amount++) await move(token, bob, amount);
  await start();
  await indexedTo(await head());
  await indexers.pop()?.stop();
  const whole = await indexedRows();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);

  // Ended while the endpoint holds back an answer, several times.
  for (let stops = 0; stops < 3; stops++) {
    const before = (await readIndexProgress(ANVIL_NETWORK))?.blocks ?? 0;
    const indexer = await start();
    await eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.blocks).toBeGreaterThan(before - 1));
    await indexer.stop();
    closeDatabase();
  }
  await start();
  await indexedTo(await head());
  await indexers.at(-1)?.stop();
  expect(await indexedRows()).toEqual(whole);
});

test('two indexers that write the same blocks leave what one leaves', async () => {
  const token = (await deployRuntime(node, TOKEN_RUNTIME)) as Address;
  for (let amount = 1; amount <= 30; amount++) await move(token, bob, amount);
  await start();
  await indexedTo(await head());
  await indexers.pop()?.stop();
  const whole = await indexedRows();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
  // Without common locks both believe to be alone.
  const both = [await start(), await start()];
  await indexedTo(await head());
  await Promise.all(both.map((indexer) => indexer.stop()));
  await start();
  await indexedTo(await head());
  await indexers.at(-1)?.stop();
  expect(await indexedRows()).toEqual(whole);
});

test('of several tabs one indexes, and when it is closed the next goes on', async () => {
  const group = createPeerGroup();
  const first = await start(proxy.url, group());
  await indexedTo(0);
  const second = await startFaultProxy(node.url);
  try {
    await start(second.url, group());
    await pay(1);
    await indexedTo(1);
    expect(second.calls('eth_getBlockByNumber')).toBe(0);
    await first.stop();
    await pay(2);
    await indexedTo(2);
    expect(second.calls('eth_getBlockByNumber')).toBeGreaterThan(0);
  } finally {
    await Promise.all(indexers.map((indexer) => indexer.stop()));
    await second.stop();
  }
});

test('paused, nothing is asked; switched off, everything goes; a window bounds what is indexed', async () => {
  for (let value = 1; value <= 12; value++) await pay(value);
  await saveIndexChoice({ networkId: ANVIL_NETWORK, state: 'on', window: 5 });
  const indexer = await start();
  await eventually(async () =>
    expect((await readIndexProgress(ANVIL_NETWORK))?.spans).toEqual([{ first: 8, last: 12 }]),
  );
  await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'paused', window: 5 });
  expect((await readIndexChoice(ANVIL_NETWORK))?.state).toBe('paused');
  await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'off', window: 5 });
  await eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.spans).toEqual([]));
  expect(await transactions()).toEqual([]);
  await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'on', window: 100 });
  await indexedTo(12);
});

test('an endpoint that fails is asked again until the index is whole', async () => {
  for (let value = 1; value <= 5; value++) await pay(value);
  await proxy.down();
  await start();
  await proxy.up();
  await indexedTo(5);
});

test('an endpoint that limits calls: the progress says how many are left for the index', async () => {
  await pay(1);
  const limited: Behaviour = {
    fault: { kind: 'rateLimit', headers: { 'retry-after': '0' } },
    methods: /BlockReceipts/,
  };
  proxy.set({ ...limited, times: 1 });
  await start();
  await indexedTo(await head());
  // Four tenths of what had gone out within the second before, which is one call a second at least and a dozen at most.
  await eventually(async () => {
    const progress = await readIndexProgress(ANVIL_NETWORK);
    expect(progress?.callRate).toBeGreaterThanOrEqual(0.4);
    expect(progress?.callRate).toBeLessThanOrEqual(12);
  });
});

test('where storage refuses to delete, the indexer can be ended, and the next one deletes', async () => {
  for (let value = 1; value <= 5; value++) await pay(value);
  const indexer = await start();
  await indexedTo(5);
  const refusal = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  try {
    await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'off', window: 5 });
    await eventually(async () => expect(refusal).toHaveBeenCalled());
    await indexer.stop();
    expect(await transactions()).toHaveLength(5);
  } finally {
    refusal.mockRestore();
  }
  await start();
  await eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.spans).toEqual([]));
  expect(await transactions()).toEqual([]);
});

test.each([
  [
    'a block',
    { lie: (method, [number], result) => (method === 'eth_getBlockByNumber' && number === '0x3' ? {} : result) },
  ],
  [
    'a receipt',
    {
      refuse: /^eth_getBlockReceipts$/,
      lie: (method, _, result) =>
        method === 'eth_getTransactionReceipt' && (result as MinedReceipt).blockNumber === '0x3' ? null : result,
    },
  ],
] satisfies [string, Behaviour][])('%s that cannot be read leaves its block out, which is said', async (_, damage) => {
  for (let value = 1; value <= 3; value++) await pay(value);
  await node.call('anvil_mine', ['0x3']);
  proxy.set(damage);
  const indexer = await start();
  const progress = () => readIndexProgress(ANVIL_NETWORK);
  // Near the head it may only come late: newer blocks are written, and this one is asked for again.
  await eventually(async () => expect((await progress())?.spans).toEqual([{ first: 4, last: 6 }]));
  expect((await progress())?.blockProblem).toBeUndefined();
  await node.call('anvil_mine', ['0x14']);
  const rest = [
    { first: 0, last: 2 },
    { first: 4, last: 26 },
  ];
  await eventually(async () => expect((await progress())?.spans).toEqual(rest));
  expect((await progress())?.blockProblem).toMatch(/^Block 3 is left out: /);
  proxy.set({});
  await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'on', window: 100 });
  await indexedTo(26);
  await eventually(async () => expect((await progress())?.blockProblem).toBeUndefined());
});

test('what pages list after the index was deleted stays', async () => {
  await pay(1);
  const indexer = await start();
  await indexedTo(1);
  await indexer.api.choose({ networkId: ANVIL_NETWORK, state: 'off', window: 5 });
  await eventually(async () => expect((await readIndexProgress(ANVIL_NETWORK))?.spans).toEqual([]));
  const passes = countPasses();
  const { block } = blockRow;
  await saveBlock({ ...blockRow, networkId: ANVIL_NETWORK, block: { ...block, networkId: ANVIL_NETWORK } });
  // The first pass that begins after the block was listed is over when the next one begins.
  const before = passes();
  await eventually(() => expect(passes()).toBeGreaterThan(before + 1));
  expect((await readBlockSummaries(ANVIL_NETWORK, { limit: 9 })).rows).toHaveLength(1);
});

test('a pass that throws is logged, and the index goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await start();
  await indexedTo(0);
  const bug = new DOMException('a bug', 'DataError');
  const reading = onChoiceRead(() => {
    throw bug;
  });
  await eventually(() => expect(logged).toHaveBeenCalled());
  reading.mockRestore();
  await pay(1);
  await indexedTo(1);
});

/** Counts the passes of the loop from now on: each begins with what was chosen. */
function countPasses(): () => number {
  let count = 0;
  onChoiceRead(() => {
    count++;
  });
  return () => count;
}

/** Calls `listener` before what was chosen is read. */
function onChoiceRead(listener: () => void) {
  const read = IDBObjectStore.prototype.get;
  return vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'indexChoices') listener();
    return read.call(this, key);
  });
}
