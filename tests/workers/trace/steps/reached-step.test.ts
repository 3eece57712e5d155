/** Steps of kept transactions before the outcome is compared, and what becomes of them where the kept reads were forged. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { writeDatabase } from '../../../../src/db/database';
import { readTrace } from '../../../../src/db/traces/traces';
import { runDemoChain, startEngine } from '../../../helpers/demo-engine';

const chain = runDemoChain();
/** More steps than are executed before somebody is let in. */
const JUMPDESTS = 60_000;

test('a step that follows from forged reads is taken back: what succeeds is not what the receipt says', async () => {
  const key = chain.keyOf('out-of-gas');
  const first = await startEngine([chain.proxy.url]);
  await first.open(key);
  await first.engine.settled();
  const kept = await readTrace(key);
  if (kept?.replay === undefined) throw new Error('The replay was not kept.');
  const { replay } = kept;
  const { witness } = replay;
  // STOP is what comes after the last byte of code.
  const codes = witness.codes.map(({ length }) => new Uint8Array(length && JUMPDESTS).fill(0x5b));
  const forged = { ...kept, replay: { ...replay, witness: { ...witness, codes } } };
  await writeDatabase((db) => db.traces.put(forged));
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(key);
  const reached = await engine.trace.reachedStep(handle, 7);
  expect(reached).toMatchObject({ state: { step: 7, name: 'JUMPDEST', pc: 7, go: {} } });
  expect(await engine.trace.stateAt(handle, 7)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(await engine.trace.reachedStep(handle, 7)).toBeUndefined();
});

test('one that is executed at once is answered as confirmed alone', async () => {
  const key = chain.keyOf('swap-one-hop');
  const first = await startEngine([chain.proxy.url]);
  await first.open(key);
  await first.engine.settled();
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle, cached } = await open(key);
  expect(cached).toBe(true);
  expect(await engine.trace.reachedStep(handle, 0)).toBeUndefined();
  expect(await engine.trace.stateAt(handle, 0)).toMatchObject({ ok: true, value: { step: 0, pc: 0 } });
});
