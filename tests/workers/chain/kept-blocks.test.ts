/** Blocks that this browser kept: shown before an endpoint answers, without one, and not when the chain has another. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { readBlockSummaries } from '../../../src/db/chain/blocks';
import { readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { ActivityRole } from '../../../src/db/rows/transaction-summary-row';
import { evictOver } from '../../../src/db/storage/eviction';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

let node: TestNode;
let proxy: FaultProxy;
beforeAll(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
});
afterAll(async () => {
  await proxy?.stop();
  await node?.stop();
});
afterEach(() => forgetAll());

/** What `work` answers while the endpoint refuses connections. */
async function withoutEndpoint<T>(work: () => Promise<T>): Promise<T> {
  await proxy.down();
  try {
    return await work();
  } finally {
    await proxy.up();
  }
}

const [sender, receiver] = ANVIL_ACCOUNTS.map((account) => account.toLowerCase() as Address) as [Address, Address];

test('the pending block has what waits, no hash and no receipts, and is not kept', async () => {
  const { engine } = await startEngine([proxy.url]);
  await node.call('evm_setAutomine', [false]);
  try {
    const hash = await node.call('eth_sendTransaction', [{ from: sender, to: receiver, value: '0x5' }]);
    const found = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, 'pending', false);
    if (!found.ok) throw new Error(found.error.message);
    expect(found.value.block.hash).toBeUndefined();
    const listed = found.value.transactions.map((each) => [each.hash, each.summary?.status, each.summary?.blockNumber]);
    expect(listed).toEqual([[hash, undefined, undefined]]);
    expect(proxy.calls('eth_getTransactionReceipt')).toBe(0);
    const gone = await withoutEndpoint(() => engine.chain.loadBlock(newJob(), ANVIL_NETWORK, 'pending', false));
    expect(gone.ok).toBe(false);
  } finally {
    await node.call('evm_mine');
    await node.call('evm_setAutomine', [true]);
  }
});

async function sendSome(value: number) {
  const { transactionHash, blockNumber } = await sendMined(node, {
    from: sender,
    to: receiver,
    value: `0x${value.toString(16)}`,
  });
  return { hash: transactionHash, number: Number(blockNumber) };
}

test('a block is shown again without an endpoint, with its transactions and under their addresses', async () => {
  const { hash, number } = await sendSome(5);
  const { engine } = await startEngine([proxy.url]);
  const fetched = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, false);
  expect(fetched.ok && fetched.value.origin).toBe('endpoint');
  await engine.settled();
  for (const at of [number, (fetched.ok && fetched.value.block.hash) || 0]) {
    const kept = await withoutEndpoint(() => engine.chain.loadBlock(newJob(), ANVIL_NETWORK, at, false));
    if (!kept.ok || !fetched.ok) throw new Error('the block is kept');
    expect(kept.value).toEqual({ ...fetched.value, origin: 'cache' });
    expect(kept.value.transactions[0]?.summary).toMatchObject({ hash, from: sender, to: receiver, value: 5n });
  }
  const refreshed = await withoutEndpoint(() => engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true));
  expect(refreshed.ok).toBe(false);
  const { rows } = await readTransactionsOfAddress(ANVIL_NETWORK, receiver, { limit: 5 });
  expect(rows.map(({ summary, roles }) => [summary.hash, roles])).toEqual([[hash, ActivityRole.received]]);
});

test('a block of which only a transaction was opened is asked for, and shown in part where nobody answers', async () => {
  await node.call('evm_setAutomine', [false]);
  const send = (to: Address) =>
    node.call<string>('eth_sendTransaction', [{ from: sender, to, value: '0x1', gas: '0x5208' }]);
  const hashes = [await send(receiver), await send(sender)];
  await node.call('evm_mine');
  await node.call('evm_setAutomine', [true]);
  const number = Number(await node.call<string>('eth_blockNumber', []));
  const { engine } = await startEngine([proxy.url]);
  await engine.chain.loadTransaction(newJob(), { networkId: ANVIL_NETWORK, hash: hashes[0] as never }, false);
  await engine.settled();
  const part = await withoutEndpoint(() => engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, false));
  if (!part.ok) throw new Error(part.error.message);
  expect(part.value.origin).toBe('cache');
  expect(part.value.failure?.code).toBe('endpointDown');
  expect(part.value.transactions.map(({ hash }) => hash)).toEqual(hashes);
  expect(part.value.transactions.map(({ summary }) => summary?.to)).toEqual([receiver, undefined]);
  const whole = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, false);
  expect(whole.ok && whole.value.origin).toBe('endpoint');
  expect(whole.ok && whole.value.transactions.every(({ summary }) => summary !== undefined)).toBe(true);
});

test('after a reorganisation the block at the height is the new one, and lists lose the old one', async () => {
  const { engine } = await startEngine([proxy.url]);
  const snapshot = await node.call('evm_snapshot');
  const before = await sendSome(7);
  const old = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, before.number, false);
  await engine.settled();
  await node.call('evm_revert', [snapshot]);
  const after = await sendSome(8);
  expect(after.number).toBe(before.number);
  const confirmed = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, after.number, true);
  await engine.settled();
  const kept = await withoutEndpoint(() => engine.chain.loadBlock(newJob(), ANVIL_NETWORK, after.number, false));
  if (!old.ok || !confirmed.ok || !kept.ok) throw new Error('blocks are answered');
  expect(kept.value.block.hash).toBe(confirmed.value.block.hash);
  expect(kept.value.block.hash).not.toBe(old.value.block.hash);
  const { rows } = await readTransactionsOfAddress(ANVIL_NETWORK, sender, { limit: 5 });
  expect(rows.map(({ summary }) => summary.hash)).toEqual([after.hash]);
});

test('a block that the chain replaced is shown by its hash without receipts of others, and takes nothing out of the lists', async () => {
  const { engine } = await startEngine([proxy.url]);
  const snapshot = await node.call('evm_snapshot');
  const nonce = await node.call<string>('eth_getTransactionCount', [sender, 'latest']);
  // Sent again with the same fees, it is the same transaction.
  const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' };
  const request = { from: sender, to: receiver, value: '0x9', gas: '0x5208', nonce, ...fees };
  const before = await sendMined(node, request);
  const replaced = await node.call<object>('eth_getBlockByHash', [before.blockHash, true]);
  await node.call('evm_revert', [snapshot]);
  await node.call('evm_mine');
  const after = await sendMined(node, request);
  const heights = [Number(before.blockNumber), Number(after.blockNumber)];
  expect(after.transactionHash).toBe(before.transactionHash);
  for (const height of heights) await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, height, true);
  await engine.settled();
  const listed = await readBlockSummaries(ANVIL_NETWORK, { limit: 5 });
  expect(listed.rows.map(({ number }) => number)).toEqual(heights.toReversed());

  // Other nodes keep replaced blocks for a while.
  proxy.set({
    own: (method, [of]) => (method === 'eth_getBlockByHash' && of === before.blockHash ? replaced : undefined),
  });
  try {
    const shown = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, before.blockHash, true);
    if (!shown.ok) throw new Error(shown.error.message);
    expect(shown.value.transactions[0]?.summary).toMatchObject({ hash: before.transactionHash, from: sender });
    expect(shown.value.transactions[0]?.summary?.status).toBeUndefined();
    await engine.settled();
  } finally {
    proxy.set({});
  }
  expect(await readBlockSummaries(ANVIL_NETWORK, { limit: 5 })).toEqual(listed);
  const { rows } = await readTransactionsOfAddress(ANVIL_NETWORK, sender, { limit: 5 });
  expect(rows.map(({ summary }) => summary.blockHash)).toEqual([after.blockHash]);
});

test('a trace lists its transaction under the addresses it calls', async () => {
  const { engine, open } = await startEngine([proxy.url]);
  // Calls an address that is neither sender nor receiver: init code that sends one wei on.
  const called = `0x${'77'.repeat(20)}` as Address;
  const init = `0x6000808080600173${called.slice(2)}5af15000`;
  const { transactionHash } = await sendMined(node, { from: sender, data: init, value: '0x1', gas: '0x30000' });
  await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  const { rows } = await readTransactionsOfAddress(ANVIL_NETWORK, called, { limit: 5 });
  expect(rows.map(({ summary, roles }) => [summary.hash, roles])).toEqual([[transactionHash, ActivityRole.called]]);
  await evictOver(0);
  expect((await readTransactionsOfAddress(ANVIL_NETWORK, called, { limit: 5 })).rows).toEqual([]);
});

test('a block and its receipts are asked for together', async () => {
  const { number } = await sendSome(7);
  const { engine } = await startEngine([proxy.url]);
  proxy.resetCounts();
  proxy.set({ hold: /eth_getBlockByNumber/ });
  const loading = engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, false);
  await proxy.called('eth_getBlockByNumber');
  await proxy.called('eth_getBlockReceipts');
  proxy.set({});
  const loaded = await loading;
  expect(loaded.ok && loaded.value.transactions[0]?.summary?.status).toBe('success');
});
