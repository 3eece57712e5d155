import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { savePreference } from '../../../src/db/preferences';
import { newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';

const chain = runDemoChain();

const traced = () => chain.proxy.calls('debug_traceTransaction');

it('a trace that is expected is asked for once, before the transaction is known', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const before = traced();
  const key = chain.keyOf('swap-two-hops');
  await engine.expectTrace(key);
  // Nobody asked for the transaction yet.
  await expect.poll(() => traced() - before).toBe(1);
  const summary = await open(key);
  expect(summary.source).toBe('replay');
  expect(summary.frameCount).toBe(20);
  expect(traced() - before).toBe(1);
});

it('where transactions are not executed again, the calls are what is asked for', async () => {
  await savePreference('stepLimit', 0);
  const { engine, open } = await startEngine([chain.proxy.url]);
  const before = traced();
  const key = chain.keyOf('swap-two-hops');
  await engine.expectTrace(key);
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
  await engine.expectTrace(key);
  expect((await open(key)).cached).toBe(true);
  expect(traced() - before).toBe(0);
});

it('a trace of a transaction that does not exist leaves nothing behind', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  const key = { ...chain.keyOf('swap-one-hop'), hash: `0x${'ab'.repeat(32)}` as Hash };
  await engine.expectTrace(key);
  const answer = await engine.openTrace(newJob(), key);
  expect(!answer.ok && answer.error.code).toBe('notFound');
});
