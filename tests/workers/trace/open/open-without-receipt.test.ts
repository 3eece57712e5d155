import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { ReceiptWithoutLogs } from '../../../../src/core/chain/transaction';
import { readTransaction } from '../../../../src/db/chain/transactions';
import { savePreference } from '../../../../src/db/reader/preferences';
import type { OpenedTrace } from '../../../../src/workers/trace/open-trace.api';
import { newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';

const chain = runDemoChain();

/** Erigon's answer for a transaction whose receipt it deleted (erigon#16006). */
const PRUNED = { fault: { kind: 'rpcError', code: -32000, message: 'old data not available due to pruning' } } as const;
const RECEIPTS = /^eth_get(TransactionReceipt|BlockReceipts)$/;
const isReceipt = (method: string) => RECEIPTS.test(method);

async function open(name: TransactionName) {
  const { engine } = await startEngine([chain.proxy.url]);
  const key = chain.keyOf(name);
  let receipt: ReceiptWithoutLogs | undefined;
  let trace: OpenedTrace | undefined;
  const ended = await engine.trace.openTransaction(newJob(), key, (update) => {
    if (update.type === 'record') receipt = update.record.receipt;
    if (update.type === 'opened') trace = update.trace;
  });
  await engine.settled();
  return { ended, receipt, trace, kept: await readTransaction(key) };
}

/** What the node itself states, of which nothing reached the engine. */
async function truth(name: TransactionName) {
  chain.proxy.set({});
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [chain.keyOf(name).hash] };
  const answer = await fetch(chain.devnet.rpcUrl, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const { result } = (await answer.json()) as {
    result: Record<'status' | 'gasUsed' | 'effectiveGasPrice' | 'blockHash' | 'contractAddress', string> & {
      logs: unknown[];
    };
  };
  return {
    status: result.status === '0x1' ? 'success' : 'failed',
    gasUsed: Number(result.gasUsed),
    effectiveGasPrice: BigInt(result.effectiveGasPrice),
    logCount: result.logs.length,
    blockHash: result.blockHash,
    ...(result.contractAddress && { contractAddress: result.contractAddress }),
  };
}

const unproven = (how: string) => ({ reason: expect.stringMatching(new RegExp(`no receipt of it.*${how}`)) });

const CASES: readonly TransactionName[] = ['swap-two-hops', 'blob', 'contract-creation', 'failed-creation'];

test.each(CASES)(
  'without its receipt a mined transaction is shown as executed, and as not verified: %s',
  async (name) => {
    chain.proxy.set({ ...PRUNED, methods: RECEIPTS });
    const { ended, receipt, trace, kept } = await open(name);
    expect(ended).toMatchObject({ ok: true });
    expect(receipt).toMatchObject(await truth(name));
    expect(trace).toMatchObject({ source: 'replay', doubt: unproven('execution here') });
    expect(trace?.verification).toBeUndefined();
    expect(trace?.limitations).toContain(trace?.doubt?.reason);
    expect(kept).toBeUndefined();
  },
);

test('where it is not executed, status, gas and events are those of the calls of the node', async () => {
  await savePreference('stepLimit', 0);
  // A receipt that lacks what identifies it is none.
  chain.proxy.set({
    lie: (method, _, result) => (isReceipt(method) ? { ...(result as object), blockHash: null } : result),
  });
  const { receipt, trace, kept } = await open('swap-too-little');
  const { effectiveGasPrice: _, ...stated } = await truth('swap-too-little');
  expect(receipt).toMatchObject(stated);
  expect(trace).toMatchObject({
    source: 'callTracer',
    doubt: unproven('can be used: its answer is an error, incomplete, .* states with its calls'),
  });
  expect(kept).toBeUndefined();
});

test('where nothing tells how it came out, the sentence says that it is in a block', async () => {
  await savePreference('stepLimit', 0);
  chain.proxy.set({
    refuse: /^debug_/,
    lie: (method, _, result) => (isReceipt(method) ? { ...(result as object), blockHash: null } : result),
  });
  const { ended, receipt } = await open('swap-too-little');
  expect(receipt).toBeUndefined();
  expect(ended).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});
