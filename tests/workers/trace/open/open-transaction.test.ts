import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Hash } from '../../../../src/core/chain/primitives';
import { savePreference } from '../../../../src/db/reader/preferences';
import { fetchBlock } from '../../../../src/net/chain-reader';
import type { TraceHandle, TransactionKey } from '../../../../src/workers/ids';
import type { TransactionUpdate } from '../../../../src/workers/trace/open-trace.api';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { openTrace } from '../../../../tools/open-trace';
import {
  importDemoContracts,
  newJob,
  runDemoChain,
  saveFar,
  startEngine,
  type TestEngine,
} from '../../../helpers/demo-engine';
import { rpcOf } from '../../../helpers/rpc';

const chain = runDemoChain();

const traced = () => chain.proxy.calls('debug_traceTransaction');

/** Opens a transaction and notes what is told, until opening has ended. */
async function follow({ engine }: TestEngine, key: TransactionKey): Promise<TransactionUpdate[]> {
  const updates: TransactionUpdate[] = [];
  const ended = await engine.trace.openTransaction(newJob(), key, (update) => {
    if (update.type !== 'progress') updates.push(update);
  });
  if (!ended.ok) throw new Error(ended.error.message);
  return updates;
}

const told = (updates: readonly TransactionUpdate[]) =>
  updates.map((update) => (update.type === 'record' ? `record from ${update.record.origin}` : update.type));

test('of a new transaction the record is told, then its rows, verified', async () => {
  const updates = await follow(await startEngine([chain.proxy.url]), chain.keyOf('swap-two-hops'));
  expect(told(updates)).toEqual(['record from endpoint', 'opened']);
  const [, opened] = updates;
  expect(opened?.type === 'opened' && opened.trace.verification).toMatchObject({ compared: { logs: 11 } });
  expect(opened?.type === 'opened' && opened.trace.first.rows.rows).not.toHaveLength(0);
});

test('of a kept one the record and rows come from here, and the endpoint is asked behind them', async () => {
  const key = chain.keyOf('swap-one-hop');
  const first = await startEngine([chain.proxy.url]);
  await follow(first, key);
  await first.engine.settled();
  const again = await startEngine([chain.proxy.url]);
  chain.proxy.resetCounts();
  let askedBefore = -1;
  const updates: TransactionUpdate[] = [];
  await again.engine.trace.openTransaction(newJob(), key, async (update) => {
    updates.push(update);
    if (update.type !== 'opened') return;
    // The page takes its time: nothing is asked before it has the rows.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    askedBefore = chain.proxy.calls('eth_getTransactionByHash');
  });
  expect(told(updates)).toEqual(['record from cache', 'opened', 'record from endpoint']);
  expect(askedBefore).toBe(0);
  expect(chain.proxy.calls('eth_getTransactionByHash')).toBe(1);
});

test('a trace that is cancelled while its rows are taken over is closed, new or kept', async () => {
  const key = chain.keyOf('swap-one-hop');
  const cancelledAtRows = async ({ engine }: TestEngine): Promise<TraceHandle> => {
    const job = newJob();
    let handle: TraceHandle | undefined;
    const ended = await engine.trace.openTransaction(job, key, async (update) => {
      if (update.type !== 'opened') return;
      handle = update.trace.handle;
      await engine.trace.cancel(job);
    });
    expect(ended).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    if (handle === undefined) throw new Error('not opened');
    return handle;
  };
  const first = await startEngine([chain.proxy.url]);
  const fresh = await cancelledAtRows(first);
  await expect(first.engine.trace.rows(fresh, 0 as VisibleIndex, 1)).rejects.toThrow('no longer open');
  await follow(first, key);
  await first.engine.settled();
  const again = await startEngine([chain.proxy.url]);
  // The kept first screen is shown before the trace is read.
  const kept = await cancelledAtRows(again);
  await expect(again.engine.trace.rows(kept, 0 as VisibleIndex, 1)).rejects.toThrow('no longer open');
});

test('of a kept one that nobody can be asked about, that it is not confirmed is told', async () => {
  const key = chain.keyOf('swap-one-hop');
  const first = await startEngine([chain.proxy.url]);
  await follow(first, key);
  await first.engine.settled();
  const again = await startEngine(['http://127.0.0.1:9']);
  const updates = await follow(again, key);
  expect(told(updates)).toEqual(['record from cache', 'opened', 'unconfirmed']);
});

test('names of imported contracts are in the first rows, and nothing is told after them that changes these', async () => {
  const started = await startEngine([chain.proxy.url]);
  await importDemoContracts(started.engine, chain);
  const [, opened] = await follow(started, chain.keyOf('swap-two-hops'));
  if (opened?.type !== 'opened') throw new Error('not opened');
  expect(opened.trace.first.rows.rows.slice(0, 3)).toMatchObject([
    { toName: { text: 'Router' }, functionName: { text: 'swapExactTokens' } },
    { toName: { text: 'PairFactory' }, functionName: { text: 'pairFor' } },
    // Several tokens of this code are in it, and what tells them apart better comes from the chain.
    { toName: { text: expect.stringMatching(/^DemoToken …[\da-f]{4}$/) }, functionName: { text: 'transferFrom' } },
  ]);
  await started.engine.settled();
  // Symbols of tokens come from the chain, all of them at once.
  const views = started.events.filter(({ type }) => type === 'view');
  expect(views.length).toBeLessThanOrEqual(1);
});

test('of a far endpoint the state is asked for once, with the transaction', async () => {
  await saveFar(chain.proxy.url);
  const { engine } = await startEngine([chain.proxy.url]);
  const before = traced();
  chain.proxy.set({ hold: /^eth_getTransactionByHash$/ });
  const opening = openTrace(engine, newJob(), chain.keyOf('swap-two-hops'));
  // The transaction is not known yet.
  await expect.poll(() => traced() - before).toBe(1);
  chain.proxy.set({});
  const opened = await opening;
  expect(opened).toMatchObject({ ok: true, value: { source: 'replay', frameCount: 20 } });
  expect(traced() - before).toBe(1);
});

test('on a near endpoint a transaction is executed while its receipt is on its way', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ hold: /^eth_getTransactionReceipt$/ });
  chain.proxy.resetCounts();
  const key = chain.keyOf('swap-two-hops');
  let known = false;
  const record = engine.chain.loadTransaction(newJob(), key, false).then(() => {
    known = true;
  });
  const opening = openTrace(engine, newJob(), key);
  await chain.proxy.called('eth_getCode');
  expect(known).toBe(false);
  chain.proxy.set({});
  await record;
  expect(await opening).toMatchObject({ ok: true, value: { source: 'replay' } });
  expect(traced()).toBe(0);
  // Who shows the transaction and who executes it ask once.
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByHash'])
    expect(chain.proxy.calls(method), method).toBe(1);
});

test('what was executed ahead counts only when the receipt says the same', async () => {
  const { open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({
    lie: (method, _params, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), gasUsed: '0x5208' } : result,
  });
  const summary = await open(chain.keyOf('swap-two-hops'));
  expect(summary.verification).toBeUndefined();
  expect(summary.source).toBe('callTracer');
  expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).toMatch(
    /contradicts itself.* but the receipt says 21,000\.$/,
  );
});

test('what was executed ahead in a block that the transaction left meanwhile does not count', async () => {
  const { open } = await startEngine([chain.proxy.url]);
  const before = await fetchBlock(rpcOf([chain.proxy.url]), 1);
  const blockHash = before.ok && before.value.hash;
  let asked = 0;
  chain.proxy.set({
    lie: (method, _, result) =>
      method === 'eth_getTransactionByHash' && asked++ === 0
        ? { ...(result as object), blockHash, blockNumber: '0x1' }
        : result,
  });
  const { source, contradictions, doubt } = await open(chain.keyOf('swap-two-hops'));
  expect([asked, source, contradictions, doubt]).toEqual([2, 'replay', undefined, undefined]);
});

test('an endpoint that dies before the receipt leaves a failure, and opening works once it is back', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ fault: { kind: 'drop' }, methods: /^eth_getTransactionReceipt$/ });
  const key = chain.keyOf('swap-two-hops');
  const failed = await openTrace(engine, newJob(), key);
  expect(!failed.ok && failed.error.code).toBe('endpointDown');
  chain.proxy.set({});
  expect((await open(key)).source).toBe('replay');
});

test('where transactions are not executed again, the calls are what is asked for', async () => {
  await savePreference('stepLimit', 0);
  const { open } = await startEngine([chain.proxy.url]);
  const before = traced();
  expect((await open(chain.keyOf('swap-two-hops'))).source).toBe('callTracer');
  expect(traced() - before).toBe(1);
});

test('a transaction that is kept is not traced again', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const key = chain.keyOf('swap-one-hop');
  await open(key);
  await engine.settled();
  const before = traced();
  expect((await open(key)).cached).toBe(true);
  expect(traced() - before).toBe(0);
});

test('a trace of a transaction that does not exist leaves nothing behind', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  const key = { ...chain.keyOf('swap-one-hop'), hash: `0x${'ab'.repeat(32)}` as Hash };
  const answer = await openTrace(engine, newJob(), key);
  expect(!answer.ok && answer.error.code).toBe('notFound');
});
