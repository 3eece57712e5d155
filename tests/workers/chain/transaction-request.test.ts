import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { Chains } from '../../../src/workers/chain/chains';
import { TransactionStore } from '../../../src/workers/chain/transaction-store';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

let node: TestNode;
let proxy: FaultProxy;
let mined: Hash;
beforeAll(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
  const [from, to] = ANVIL_ACCOUNTS;
  mined = (await sendMined(node, { from, to, value: '0x1' })).transactionHash;
});
afterAll(async () => {
  await proxy?.stop();
  await node?.stop();
});
beforeEach(() => {
  proxy.set({});
  proxy.resetCounts();
});

const store = () => new TransactionStore(new Chains());
const keyOf = (hash: Hash) => ({ networkId: ANVIL_NETWORK, hash });
const forever = () => new AbortController().signal;

test('a receipt that a node lacks for a moment is asked for again', async () => {
  let asked = 0;
  proxy.set({ lie: (method, _, result) => (method === 'eth_getTransactionReceipt' && asked++ === 0 ? null : result) });
  const { receipt } = store().request(rpcOf([proxy.url]), keyOf(mined), forever());
  expect(await receipt).toMatchObject({ ok: true, value: { transactionHash: mined, status: 'success' } });
  expect(asked).toBe(2);
});

test('of a mined transaction without a receipt it is not said that the node does not know it (erigon#2633)', async () => {
  proxy.set({ lie: (method, _, result) => (method === 'eth_getTransactionReceipt' ? null : result) });
  const { receipt } = store().request(rpcOf([proxy.url]), keyOf(mined), forever());
  const answer = await receipt;
  expect(answer).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(!answer.ok && answer.error.message).toMatch(
    /^The endpoint has this transaction, at index 0 of block 1, and no receipt/,
  );
});

test('all who wait for a transaction ask once', async () => {
  const [transactions, rpc] = [store(), rpcOf([proxy.url])];
  const both = [transactions.request(rpc, keyOf(mined), forever()), transactions.request(rpc, keyOf(mined), forever())];
  for (const { transaction, receipt, block } of both) {
    const [at, of] = [await block, await receipt];
    expect(await transaction).toMatchObject({ ok: true, value: { hash: mined } });
    expect(of).toMatchObject({ ok: true, value: { transactionHash: mined, status: 'success' } });
    expect(at.ok && at.value?.hash).toBe(of.ok && of.value?.blockHash);
  }
  expect(proxy.calls('eth_getTransactionByHash')).toBe(1);
  expect(proxy.calls('eth_getTransactionReceipt')).toBe(1);
  // What has arrived is asked for again by the next who comes.
  await transactions.request(rpc, keyOf(mined), forever()).block;
  expect(proxy.calls('eth_getTransactionByHash')).toBe(2);
});

test('who shows nothing before all is there asks for the receipt together with the transaction', async () => {
  proxy.set({ hold: /^eth_getTransactionByHash$/ });
  const transactions = new TransactionStore(new Chains(), true);
  const { receipt } = transactions.request(rpcOf([proxy.url]), keyOf(mined), forever());
  await proxy.called('eth_getTransactionReceipt');
  proxy.set({});
  expect(await receipt).toMatchObject({ ok: true, value: { transactionHash: mined, status: 'success' } });
  expect(proxy.calls('eth_getTransactionReceipt')).toBe(1);
});

test('one who gives up does not take it from the others', async () => {
  proxy.set({ hold: /^eth_getTransactionByHash$/ });
  const [transactions, rpc] = [store(), rpcOf([proxy.url])];
  const impatient = new AbortController();
  const given = transactions.request(rpc, keyOf(mined), impatient.signal);
  const other = transactions.request(rpc, keyOf(mined), forever());
  impatient.abort();
  expect(await given.transaction).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  proxy.set({});
  expect(await other.receipt).toMatchObject({ ok: true, value: { transactionHash: mined } });
});

test('a quick node is asked for the receipt at once', async () => {
  const [transactions, rpc] = [store(), rpcOf([proxy.url])];
  const { receipt, receiptAfter } = transactions.request(rpc, keyOf(mined), forever());
  receiptAfter(new Promise(() => {}));
  expect(await receipt).toMatchObject({ ok: true, value: { transactionHash: mined } });
});

test('a receipt that is put off comes when the work has ended', async () => {
  proxy.set({ slow: { methods: /^eth_getTransactionByHash$/, milliseconds: 300 } });
  // It is put off for 150 ms at most: what a busy machine takes longer for is tried again.
  for (let attempt = 0; attempt < 20; attempt++) {
    proxy.resetCounts();
    const [transactions, rpc] = [store(), rpcOf([proxy.url])];
    const { transaction, block, receipt, receiptAfter } = transactions.request(rpc, keyOf(mined), forever());
    let done = () => {};
    receiptAfter(new Promise<void>((resolve) => (done = resolve)));
    await transaction;
    const arrived = performance.now();
    await block;
    const before = proxy.calls('eth_getTransactionReceipt');
    const isInTime = performance.now() - arrived < 100;
    done();
    expect(await receipt).toMatchObject({ ok: true, value: { transactionHash: mined } });
    expect(proxy.calls('eth_getTransactionReceipt')).toBe(1);
    if (!isInTime) continue;
    expect(before).toBe(0);
    return;
  }
  throw new Error('The block never came within 100 ms of the transaction.');
});

test('of a pending transaction there is neither receipt nor block', async () => {
  await node.call('evm_setAutomine', [false]);
  const [from, to] = ANVIL_ACCOUNTS;
  const pending = await node.call<Hash>('eth_sendTransaction', [{ from, to, value: '0x2' }]);
  const request = store().request(rpcOf([proxy.url]), keyOf(pending), forever());
  expect(await request.transaction).toMatchObject({ ok: true, value: { hash: pending } });
  expect(await request.receipt).toEqual({ ok: true, value: undefined });
  expect(await request.block).toEqual({ ok: true, value: undefined });
});
