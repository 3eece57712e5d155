/** What tabs and workers share, by the browser's own locks and messages. */
import { expect, test } from 'vitest';
import { createPeers } from '../../src/net/rpc/peers';

const name = () => `test ${crypto.randomUUID()}`;

test('a lock is held by one at a time, and goes to those who wait in their order', async () => {
  const lock = name();
  const [first, second, third] = [createPeers(), createPeers(), createPeers()];
  const release = await first.tryLock(lock);
  expect(release).toBeDefined();
  expect(await second.tryLock(lock)).toBeUndefined();
  const order: string[] = [];
  const waiting = [second, third].map(async (peers, index) => {
    const free = await peers.lock(lock);
    order.push(`waited ${index}`);
    free();
  });
  expect(order).toEqual([]);
  release?.();
  await Promise.all(waiting);
  expect(order).toEqual(['waited 0', 'waited 1']);
  expect(await first.lock(lock)).toBeTypeOf('function');
});

test('a lock is lost with the worker that holds it', async () => {
  const lock = name();
  const code = `navigator.locks.request(${JSON.stringify(lock)}, () => { postMessage('held'); return new Promise(() => {}); });`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  const peers = createPeers();
  expect(await peers.tryLock(lock)).toBeUndefined();
  const taken = peers.lock(lock);
  worker.terminate();
  expect(await taken).toBeTypeOf('function');
});

test('a message reaches all others, and not the sender', async () => {
  const [sender, first, second] = [createPeers(), createPeers(), createPeers()];
  const text = name();
  let echoed = false;
  sender.listen((message) => {
    echoed ||= message === text;
  });
  const heard = [first, second].map(
    (peers) => new Promise<void>((resolve) => peers.listen((message) => message === text && resolve())),
  );
  sender.send(text);
  await Promise.all(heard);
  expect(echoed).toBe(false);
});
