/** A fork reads its parent, and sends it nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import type { ForkPlan } from '../../../src/core/virtual/rpc/fork-plans';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { forkChain } from '../../../tools/rpc/fork';
import { withForkAgain } from '../../../tools/rpc/fork-again';
import { ACCOUNTS, type Served, serve, serveEmpty } from './served';

const [ALICE, BOB] = ACCOUNTS as [Address, Address];
let parent: Served;
let fork: Served;
const asked = new Set<string>();
/** Passes everything on to the parent, and writes down what it was. */
const listener = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    for (const { method } of [JSON.parse(body)].flat() as { method: string }[]) asked.add(method);
    const answer = await fetch(parent.server.url, { method: 'POST', body });
    response.setHeader('content-type', 'application/json').end(await answer.text());
  })();
});

beforeAll(async () => {
  parent = await serveEmpty(31337);
  await parent.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x64' });
  await parent.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const made = await forkChain(
    url,
    1,
    (id) => Number(`7357${id}`),
    () => 1_900_000_000,
  );
  const node = new VirtualNode(made.chain, TEST_ACCOUNTS, made.parent, 'anvil/loupe');
  fork = await serve(node, (door) => withForkAgain(door, made.log, made.begin));
});
afterAll(async () => {
  await fork.server.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  await parent.server.close();
});

test('begins after the block, under an id of its own', async () => {
  expect(await fork.call('eth_chainId')).toBe(`0x${(735731337).toString(16)}`);
  expect(await fork.call('eth_blockNumber')).toBe('0x1');
  const balance = BigInt(await fork.call<string>('eth_getBalance', BOB, 'latest'));
  expect(balance).toBe(10_000n * 10n ** 18n + 100n);
});

test('goes on alone, and shows what was before as the parent has it', async () => {
  const hash = await fork.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x7' });
  const receipt = await fork.call<{ status: string; blockNumber: string }>('eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x2' });
  expect(await parent.call('eth_getTransactionReceipt', hash)).toBe(null);
  const old = await parent.call<{ transactions: string[]; hash: string }>('eth_getBlockByNumber', '0x1', false);
  expect(await fork.call('eth_getBlockByNumber', '0x1', false)).toEqual(old);
  expect(await fork.call('eth_getTransactionReceipt', old.transactions[0])).toMatchObject({ blockHash: old.hash });
  expect(await fork.call('eth_getBalance', BOB, '0x0')).toBe(await parent.call('eth_getBalance', BOB, '0x0'));
  expect(await fork.call<unknown[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toEqual([]);
});

test('has nothing of what the parent did after the block', async () => {
  type Block = { transactions: string[]; hash: string };
  const [old, later] = await Promise.all(
    ['0x1', '0x2'].map((number) => parent.call<Block>('eth_getBlockByNumber', number, false)),
  );
  const [at, transaction] = [later?.hash, later?.transactions[0]];
  for (const [method, ...params] of [
    ['eth_getTransactionByHash', transaction],
    ['eth_getTransactionReceipt', transaction],
    ['eth_getBlockByHash', at, true],
    ['eth_getBlockReceipts', at],
    ['eth_getBlockTransactionCountByHash', at],
    ['eth_getTransactionByBlockHashAndIndex', at, '0x0'],
    ['eth_getUncleCountByBlockHash', at],
  ] as const) {
    expect(await parent.call(method, ...params), method).not.toBe(null);
    expect(await fork.call(method, ...params), method).toBe(null);
  }
  const position = { blockHash: at };
  await expect(fork.call('debug_traceTransaction', transaction)).rejects.toThrow('transaction not found');
  await expect(fork.call('eth_getLogs', position)).rejects.toThrow('unknown block');
  await expect(fork.call('eth_getBalance', BOB, position)).rejects.toThrow('header not found');
  await expect(fork.call('eth_getStorageAt', BOB, '0x0', position)).rejects.toThrow('header not found');
  await expect(fork.call('eth_call', { to: BOB }, position)).rejects.toThrow('header not found');

  // What it did up to the block is there by hash, too.
  expect(await fork.call('eth_getBlockByHash', old?.hash, true)).toMatchObject({ number: '0x1' });
  expect(await fork.call('debug_traceTransaction', old?.transactions[0])).toMatchObject({ failed: false });
  const { hash } = await parent.call<Block>('eth_getBlockByNumber', '0x0', false);
  expect(await fork.call('eth_getBlockByHash', hash, false)).toMatchObject({ number: '0x0' });
  expect(await fork.call('eth_getLogs', { blockHash: hash })).toEqual([]);
  expect(await fork.call('eth_call', { to: BOB }, { blockHash: hash })).toBe('0x');
  const before = await parent.call('eth_getBalance', BOB, '0x0');
  expect(await fork.call('eth_getBalance', BOB, { blockHash: hash })).toBe(before);
  expect(await fork.call('eth_getUncleCountByBlockHash', hash)).toBe('0x0');
  expect(await fork.call('eth_getUncleCountByBlockNumber', '0x1')).toBe('0x0');
});

test('is made again at a newer block, which is taken only while nothing changed', async () => {
  const stale = await fork.call<ForkPlan>('loupe_planFork', 'latest');
  expect(stale).toMatchObject({ number: 2, comparison: { blocks: 1, transactions: 1, fitted: 1, differing: [] } });
  expect(await fork.call('eth_blockNumber')).toBe('0x2');
  await fork.call('anvil_setNonce', BOB, '0x5');
  await expect(fork.call('loupe_takeFork', stale.id)).rejects.toThrow('changed since');
  const { id } = await fork.call<ForkPlan>('loupe_planFork', '0x2');
  expect(await fork.call('loupe_takeFork', id)).toBe(true);
  expect(await fork.call('eth_blockNumber')).toBe('0x3');
  // What the parent did since, and what was done here.
  expect(BigInt(await fork.call<string>('eth_getBalance', BOB, 'latest'))).toBe(10_000n * 10n ** 18n + 108n);
  expect(await fork.call('eth_getTransactionCount', BOB, 'latest')).toBe('0x5');
  await expect(fork.call('loupe_takeFork', id)).rejects.toThrow('not there any more');
});

test('reads nothing more of a parent that has another block there', async () => {
  const other = await serveEmpty(31337);
  await other.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x64' });
  const { chain, parent: reader } = await forkChain(
    other.server.url,
    undefined,
    () => 7,
    () => 1_900_000_000,
  );
  const served = await serve(new VirtualNode(chain, TEST_ACCOUNTS, reader, 'anvil/loupe'));
  try {
    const before = await served.call('eth_getBalance', BOB, 'latest');
    await other.call('anvil_rollback', 1);
    await other.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    expect(await served.call('eth_getBalance', BOB, 'latest')).toBe(before);
    await expect(served.call('eth_getBalance', ALICE, 'latest')).rejects.toThrow('has another block 1 now');
  } finally {
    await served.server.close();
    await other.server.close();
  }
});

test('sends the parent nothing but reads', async () => {
  await fork.call('anvil_setBalance', ALICE, '0xde0b6b3a7640000');
  await fork.call('evm_mine');
  await expect(fork.node.readParent('eth_sendRawTransaction', ['0x'])).rejects.toThrow('not asked of a parent');
  for (const method of asked)
    expect(method).toMatch(
      /^(eth_(get|chainId|blockNumber|call|config)|debug_trace|web3_clientVersion|anvil_nodeInfo|hardhat_metadata)/,
    );
  expect(asked.size).toBeGreaterThan(3);
});
