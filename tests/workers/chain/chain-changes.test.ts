import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { readTransaction } from '../../../src/db/chain/transactions';
import { readTrace } from '../../../src/db/traces/traces';
import type { TransactionUpdate } from '../../../src/workers/trace/open-trace.api';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../../helpers/contracts';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { startFaultProxy } from '../../helpers/fault-proxy';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

let node: TestNode;
let echo: string;
beforeAll(async () => {
  node = await startNode();
  echo = await deployRuntime(node, ECHO_RUNTIME);
});
afterAll(() => node?.stop());
afterEach(async () => {
  await forgetAll();
});

/** Sends a call of the echo contract with a fixed nonce, so that sent again it is the same transaction. */
async function send(nonce: number): Promise<Hash> {
  const [from] = ANVIL_ACCOUNTS;
  const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' };
  const call = { from, to: echo, data: word(5), gas: '0x30000', nonce: `0x${nonce.toString(16)}`, ...fees };
  return (await sendMined(node, call)).transactionHash;
}

async function nonceNow(): Promise<number> {
  return Number(await node.call<string>('eth_getTransactionCount', [ANVIL_ACCOUNTS[0], 'latest']));
}

test('after a reorganisation a refresh replaces the record, and the trace of the other inclusion goes', async () => {
  const { engine, open } = await startEngine([node.url]);
  const snapshot = await node.call('evm_snapshot');
  const nonce = await nonceNow();
  const hash = await send(nonce);
  const key = { networkId: ANVIL_NETWORK, hash };
  await open(key);
  await engine.settled();
  const before = await readTransaction(key);
  expect((await readTrace(key))?.blockHash).toBe(before?.receipt?.blockHash);

  await node.call('evm_revert', [snapshot]);
  await node.call('evm_mine');
  expect(await send(nonce)).toBe(hash);
  const refreshed = await engine.chain.loadTransaction(newJob(), key, true);
  const blockHash = refreshed.ok ? refreshed.value.receipt?.blockHash : undefined;
  expect(blockHash).not.toBe(before?.receipt?.blockHash);
  expect((await readTransaction(key))?.receipt?.blockHash).toBe(blockHash);
  expect(await readTrace(key)).toBeUndefined();
  expect((await open(key)).cached).toBe(false);
});

test('a transaction the chain no longer has is not found, and of what was kept stays what became of it', async () => {
  const { engine, open } = await startEngine([node.url]);
  const snapshot = await node.call('evm_snapshot');
  const hash = await send(await nonceNow());
  const key = { networkId: ANVIL_NETWORK, hash };
  await open(key);
  await engine.settled();
  await node.call('evm_revert', [snapshot]);
  expect((await engine.chain.loadTransaction(newJob(), key, false)).ok).toBe(true);
  const refreshed = await engine.chain.loadTransaction(newJob(), key, true);
  expect(!refreshed.ok && refreshed.error).toMatchObject({
    code: 'notFound',
    gone: 'taken back',
    message: expect.stringMatching(/^The chain was reorganised: block [\d,]+, /),
  });
  const kept = await readTransaction(key);
  expect(kept).toMatchObject({ gone: { how: 'taken back' }, transaction: { hash } });
  expect([kept?.receipt, kept?.transaction.blockHash, await readTrace(key)]).toEqual([undefined, undefined, undefined]);
  // It is said again after a reload, and no more once the chain has it again.
  const again = await startEngine([node.url]);
  expect(await again.engine.chain.loadTransaction(newJob(), key, false)).toMatchObject({
    ok: false,
    error: { gone: 'taken back', message: !refreshed.ok && refreshed.error.message },
  });
});

test('an endpoint elsewhere that does not have the block takes nothing back, and one with another block does', async () => {
  // The same node under an address that does not count as this machine.
  const { engine, open } = await startEngine([node.url.replace('127.0.0.1', '0.0.0.0')]);
  const snapshot = await node.call('evm_snapshot');
  const hash = await send(await nonceNow());
  const key = { networkId: ANVIL_NETWORK, hash };
  await open(key);
  await engine.settled();
  await node.call('evm_revert', [snapshot]);
  const lagging = await engine.chain.loadTransaction(newJob(), key, true);
  expect(!lagging.ok && lagging.error).toMatchObject({
    code: 'notFound',
    message: expect.stringContaining('does not know it'),
  });
  expect((await readTransaction(key))?.receipt).toBeDefined();
  expect(await readTrace(key)).toBeDefined();

  await node.call('evm_mine');
  const replaced = await engine.chain.loadTransaction(newJob(), key, true);
  expect(!replaced.ok && replaced.error.message).toMatch(/^The chain was reorganised/);
  expect((await readTransaction(key))?.receipt).toBeUndefined();
  expect(await readTrace(key)).toBeUndefined();
});

test('a pending transaction has no trace yet, and its record follows once it is mined', async () => {
  const { engine } = await startEngine([node.url]);
  await node.call('evm_setAutomine', [false]);
  const [from] = ANVIL_ACCOUNTS;
  const hash = await node.call<Hash>('eth_sendTransaction', [{ from, to: echo, data: word(6), gas: '0x30000' }]);
  const key = { networkId: ANVIL_NETWORK, hash };
  const pending = await engine.chain.loadTransaction(newJob(), key, false);
  expect(pending.ok && pending.value.receipt).toBeUndefined();
  const updates: TransactionUpdate[] = [];
  const opening = engine.trace.openTransaction(newJob(), key, (update) => void updates.push(update));
  await expect.poll(() => updates).toMatchObject([{ type: 'record', record: { origin: 'endpoint' } }]);
  await node.call('evm_mine');
  await node.call('evm_setAutomine', [true]);
  // It is asked for again until it is in a block.
  expect(await opening).toEqual({ ok: true, value: undefined });
  expect(updates.slice(1).filter(({ type }) => type !== 'progress')).toMatchObject([
    { type: 'record', record: { receipt: { status: 'success' } } },
    { type: 'opened', trace: { rowCount: 2 } },
  ]);
});

test.each([
  ['another of its sender took its nonce', true, 'replaced', /^It was replaced: another transaction of its sender/],
  ['the node let it go', false, 'dropped', /^No endpoint has this transaction any more: it was dropped/],
])('of a pending transaction is said what became of it, when %s', async (_, isReplaced, gone, says) => {
  const { engine } = await startEngine([node.url]);
  await node.call('evm_setAutomine', [false]);
  const [from] = ANVIL_ACCOUNTS;
  const request = { from, to: from, gas: '0x5208', nonce: `0x${(await nonceNow()).toString(16)}` };
  const hash = await node.call<Hash>('eth_sendTransaction', [{ ...request, gasPrice: '0x77359400' }]);
  const key = { networkId: ANVIL_NETWORK, hash };
  expect((await engine.chain.loadTransaction(newJob(), key, false)).ok).toBe(true);
  await engine.settled();
  await node.call('anvil_dropTransaction', [hash]);
  if (isReplaced) await node.call('eth_sendTransaction', [{ ...request, gasPrice: '0xee6b2800' }]);
  await node.call('evm_mine');
  await node.call('evm_setAutomine', [true]);
  const refreshed = await engine.chain.loadTransaction(newJob(), key, true);
  const error = { code: 'notFound', gone, message: expect.stringMatching(says) };
  expect(refreshed).toMatchObject({ ok: false, error });
  // After a reload as well.
  const again = await startEngine([node.url]);
  expect(await again.engine.chain.loadTransaction(newJob(), key, false)).toMatchObject({ ok: false, error });
});

test('a pending transaction whose receipt comes later than its block is not said to be dropped', async () => {
  const proxy = await startFaultProxy(node.url);
  try {
    const { engine } = await startEngine([proxy.url]);
    await node.call('evm_setAutomine', [false]);
    const [from] = ANVIL_ACCOUNTS;
    const hash = await node.call<Hash>('eth_sendTransaction', [{ from, to: from, gas: '0x5208' }]);
    const key = { networkId: ANVIL_NETWORK, hash };
    expect((await engine.chain.loadTransaction(newJob(), key, false)).ok).toBe(true);
    await engine.settled();
    await node.call('evm_mine');
    await node.call('evm_setAutomine', [true]);
    // As an endpoint of several nodes does, one of which has not read the receipts of the block yet.
    proxy.set({ lie: (method, _params, result) => (method === 'eth_getTransactionReceipt' ? null : result) });
    const early = await engine.chain.loadTransaction(newJob(), key, false);
    expect(early).toMatchObject({ ok: true, value: { transaction: { hash } } });
    expect(early.ok && early.value.receipt).toBeUndefined();
    proxy.set({});
    const mined = await engine.chain.loadTransaction(newJob(), key, false);
    expect(mined.ok && mined.value.receipt?.status).toBe('success');
  } finally {
    await proxy.stop();
  }
});

test('another contract at the same address, as after a restart of a dev chain, does not keep the old name', async () => {
  const { engine, open, settledRows } = await startEngine([node.url]);
  const abi = [{ type: 'function', name: 'echo', inputs: [], outputs: [], stateMutability: 'nonpayable' }];
  const artifact = { contractName: 'Echo', abi, bytecode: '0x', deployedBytecode: `0x${ECHO_RUNTIME}` };
  await engine.contracts.importBuildOutput('Echo.json', new TextEncoder().encode(JSON.stringify(artifact)));
  const key = { networkId: ANVIL_NETWORK, hash: await send(await nonceNow()) };
  const { handle } = await open(key);
  expect((await settledRows(handle))[0]?.toName).toEqual({ text: 'Echo', origin: 'buildOutput' });

  await node.call('anvil_setCode', [echo, '0x5f5ff3']);
  const again = await startEngine([node.url]);
  const reopened = await again.open(key);
  expect((await again.settledRows(reopened.handle))[0]?.toName).toBeUndefined();
  await node.call('anvil_setCode', [echo, `0x${ECHO_RUNTIME}`]);
});
