import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { savePreference } from '../../../src/db/preferences';
import { newJob, runDemoChain, saveFar, startEngine } from '../../helpers/demo-engine';

const chain = runDemoChain();

const traced = () => chain.proxy.calls('debug_traceTransaction');

it('of a far endpoint the state is asked for once, before the transaction is known', async () => {
  await saveFar(chain.proxy.url);
  const { engine, open } = await startEngine([chain.proxy.url]);
  const before = traced();
  const key = chain.keyOf('swap-two-hops');
  await engine.trace.expectTrace(key);
  // Nobody asked for the transaction yet.
  await expect.poll(() => traced() - before).toBe(1);
  const summary = await open(key);
  expect(summary.source).toBe('replay');
  expect(summary.frameCount).toBe(20);
  expect(traced() - before).toBe(1);
});

it('on a near endpoint a transaction is executed while its receipt is on its way', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ hold: /^eth_getTransactionReceipt$/ });
  chain.proxy.resetCounts();
  const key = chain.keyOf('swap-two-hops');
  let known = false;
  const record = engine.chain.loadTransaction(newJob(), key, false).then(() => {
    known = true;
  });
  await engine.trace.expectTrace(key);
  await chain.proxy.called('eth_getCode');
  expect(known).toBe(false);
  chain.proxy.set({});
  await record;
  expect((await open(key)).source).toBe('replay');
  expect(traced()).toBe(0);
  // Who shows the transaction and who executes it ask once.
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByHash'])
    expect(chain.proxy.calls(method), method).toBe(1);
});

it('what was executed ahead counts only when the receipt says the same', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({
    lie: (method, _params, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), gasUsed: '0x5208' } : result,
  });
  const key = chain.keyOf('swap-two-hops');
  await engine.trace.expectTrace(key);
  const summary = await open(key);
  expect(summary.verification).toBeUndefined();
  expect(summary.source).toBe('callTracer');
  expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).toMatch(
    /did not come out as the receipt says.* but the receipt says 21,000\.$/,
  );
});

it('an endpoint that dies before the receipt leaves a failure, and opening works once it is back', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ fault: { kind: 'drop' }, methods: /^eth_getTransactionReceipt$/ });
  const key = chain.keyOf('swap-two-hops');
  await engine.trace.expectTrace(key);
  const failed = await engine.trace.openTrace(newJob(), key);
  expect(!failed.ok && failed.error.code).toBe('endpointDown');
  chain.proxy.set({});
  expect((await open(key)).source).toBe('replay');
});

it('where transactions are not executed again, the calls are what is asked for', async () => {
  await savePreference('stepLimit', 0);
  const { engine, open } = await startEngine([chain.proxy.url]);
  const before = traced();
  const key = chain.keyOf('swap-two-hops');
  await engine.trace.expectTrace(key);
  await expect.poll(() => traced() - before).toBe(1);
  expect((await open(key)).source).toBe('callTracer');
  expect(traced() - before).toBe(1);
});

it('a transaction that is kept is not asked for again', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const key = chain.keyOf('swap-one-hop');
  await open(key);
  await engine.settled();
  const before = traced();
  await engine.trace.expectTrace(key);
  expect((await open(key)).cached).toBe(true);
  expect(traced() - before).toBe(0);
});

it('a trace of a transaction that does not exist leaves nothing behind', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  const key = { ...chain.keyOf('swap-one-hop'), hash: `0x${'ab'.repeat(32)}` as Hash };
  await engine.trace.expectTrace(key);
  const answer = await engine.trace.openTrace(newJob(), key);
  expect(!answer.ok && answer.error.code).toBe('notFound');
});
