/** The real workers in a real browser: they start, answer, and are replaced when they die. */
import { afterEach, expect, test } from 'vitest';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { createWorkers, type Workers, type WorkersEvent } from '../../src/workers/client';
import type { JobId } from '../../src/workers/ids';
import { expectErrors } from '../helpers/page-errors';

let workers: Workers | undefined;
afterEach(() => workers?.end());

const config = (() => {
  const parsed = parseRuntimeConfig({ networks: [{ id: 424242, name: 'Nowhere' }] });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
})();

test('the engine worker answers from its own thread', async () => {
  workers = createWorkers();
  workers.configure(config);
  const networks = await workers.chain.networks();
  expect(networks[0]?.name).toBe('Nowhere');
  const hash = `0x${'12'.repeat(32)}`;
  const key = { networkId: 424242, hash } as Parameters<Workers['chain']['loadTransaction']>[1];
  const answer = await workers.chain.loadTransaction('1' as JobId, key, false);
  expect(!answer.ok && answer.error.code).toBe('noEndpoint');
}, 30_000);

test('the abi worker answers from its own thread', async () => {
  workers = createWorkers();
  expect(await workers.abi.selector('transfer(address,uint256)')).toEqual({ ok: true, value: '0xa9059cbb' });
}, 30_000);

test('a worker that ends silently is noticed at once, and one that is busy is none', async () => {
  // Holds a lock as the real workers do, works for a while when `networks` is called, and ends when `head` is.
  const script = `const lock = 'life ' + Math.random();
    const held = new Promise((resolve) => {
      navigator.locks.request(lock, () => { resolve(); return new Promise(() => {}); });
    });
    onmessage = ({ data: { id, path, type } }) => {
      const answer = (value) => postMessage({ id, type: 'RAW', value });
      if (type === 'GET' && path?.[0] === 'lifeLock') return held.then(() => answer(lock));
      if (path?.[1] === 'head') return self.close();
      if (path?.[1] === 'networks') for (const until = Date.now() + 300; Date.now() < until; );
      answer(path?.[1] === 'networks' ? [] : undefined);
    };`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const spawn = () => new Worker(url);
  // Would take the one that is busy for dead.
  const heartbeat = { interval: 20, patience: 50 };
  workers = createWorkers({ engine: spawn, abi: spawn, compiler: spawn, indexer: spawn }, heartbeat);
  const events: WorkersEvent[] = [];
  workers.subscribe((event) => events.push(event));
  workers.configure(config);
  expect(await workers.chain.networks()).toEqual([]);
  expect(events).toEqual([]);
  const isWaiting = async () => (await navigator.locks.query()).pending?.some(({ name }) => name?.startsWith('life '));
  await expect.poll(isWaiting).toBe(true);
  await expect(workers.chain.head(config.defaultNetwork)).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  expect(events).toMatchObject([{ type: 'restarted', worker: 'engine' }]);
  expect(await workers.chain.networks()).toEqual([]);
  URL.revokeObjectURL(url);
}, 30_000);

test('the real workers hold a lock', async () => {
  workers = createWorkers();
  await workers.abi.selector('transfer(address,uint256)');
  // The browser may grant it after the answer.
  const isHeld = async () =>
    (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('loupe worker ')) ?? false;
  await expect.poll(isHeld).toBe(true);
}, 30_000);

test('a worker that throws is replaced, and the page is told', async () => {
  expectErrors(/boom/);
  // Answers Comlink's calls of `networks`, and throws outside of any call when `head` is called.
  const script = `onmessage = ({ data: { id, path, type } }) => {
    const answer = (value) => postMessage({ id, type: 'RAW', value });
    if (type === 'APPLY' && path?.[1] === 'head') setTimeout(() => { throw new Error('boom'); });
    else answer(path?.[1] === 'networks' ? [] : undefined);
  };`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const spawn = () => new Worker(url);
  workers = createWorkers({ engine: spawn, abi: spawn, compiler: spawn, indexer: spawn });
  const events: WorkersEvent[] = [];
  workers.subscribe((event) => events.push(event));
  workers.configure(config);
  expect(await workers.chain.networks()).toEqual([]);
  await expect(workers.chain.head(config.defaultNetwork)).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  expect(events).toEqual([
    { type: 'restarted', worker: 'engine', message: 'The engine stopped and was started again.' },
  ]);
  expect(await workers.chain.networks()).toEqual([]);
  URL.revokeObjectURL(url);
});
