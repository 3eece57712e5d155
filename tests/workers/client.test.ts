import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';
import { createWorkers, type Workers, type WorkersEvent } from '../../src/workers/client';
import type { JobId } from '../../src/workers/ids';
import type { WorkerLike } from '../../src/workers/worker-life';

/** The services of the test's worker. Each instance is told apart by its number. */
type Script = Record<string, Record<string, unknown>>;

let workers: Workers | undefined;
afterEach(() => {
  workers?.end();
  vi.useRealTimers();
});

/** Workers whose other end is `script` behind a real message channel, and a way to kill the running one. */
function start(script: (life: number) => Script, heartbeat?: { interval: number; patience: number }) {
  let lives = 0;
  const ends: EventTarget[] = [];
  const spawn = (): WorkerLike => {
    lives++;
    const { port1, port2 } = new MessageChannel();
    expose(script(lives), port2);
    ends.push(port1);
    return Object.assign(port1, {
      terminate() {
        port1.close();
        port2.close();
      },
    });
  };
  const events: WorkersEvent[] = [];
  workers = createWorkers({ engine: spawn, abi: spawn, compiler: spawn, indexer: spawn, testing: spawn }, heartbeat);
  workers.subscribe((event) => events.push(event));
  return {
    workers,
    events,
    lives: () => lives,
    kill: () => ends.at(-1)?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' })),
  };
}

const config = (() => {
  const parsed = parseRuntimeConfig({});
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
})();

const services = {
  chain: { subscribe: () => {}, configure: () => {} },
  contracts: { subscribe: () => {}, setCompiler: () => {} },
  trace: { subscribe: () => {} },
};
const never = () => new Promise(() => {});
/** A turn of the event loop: promises have settled, and messages that were sent before have arrived. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('starts nothing before the first call, and one worker for many', async () => {
  const { workers: made, lives } = start(() => ({ abi: { selector: () => ({ ok: true, value: '0x12345678' }) } }));
  expect(lives()).toBe(0);
  await Promise.all([made.abi.selector('a()'), made.abi.selector('b()')]);
  expect(lives()).toBe(1);
});

test('calls wait for the configuration, and callbacks arrive', async () => {
  const seen: RuntimeConfig[] = [];
  const { workers: made, lives } = start(() => ({
    ...services,
    chain: { ...services.chain, configure: (given: RuntimeConfig) => void seen.push(given) },
    trace: {
      ...services.trace,
      openTransaction: (_job: JobId, _key: unknown, onUpdate: (update: unknown) => void) => {
        onUpdate({ type: 'progress', progress: { phase: 'reading', done: 1, unit: 'bytes' } });
        return { ok: true, value: undefined };
      },
    },
  }));
  const updates: unknown[] = [];
  const opened = made.trace.openTransaction('1' as JobId, { networkId: 1, hash: '0x' } as never, (update) => {
    updates.push(update);
  });
  await turn();
  expect(lives()).toBe(0);
  made.configure(config);
  expect(await opened).toEqual({ ok: true, value: undefined });
  expect(seen).toEqual([config]);
  await expect.poll(() => updates).toMatchObject([{ type: 'progress', progress: { phase: 'reading', done: 1 } }]);
});

test('after a crash waiting calls are rejected by name, and the next worker is configured and subscribed again', async () => {
  const configuredLives: number[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const running = start((life) => ({
    ...services,
    chain: {
      ...services.chain,
      configure: () => void configuredLives.push(life),
      networks: () => [],
      head: () => {
        arrive();
        return never();
      },
    },
    trace: { subscribe: (listener: (event: unknown) => void) => listener({ type: 'closed', handle: life }) },
  }));
  running.workers.configure(config);
  await running.workers.chain.networks();
  const waiting = running.workers.chain.head(1 as never);
  await arrived;
  running.kill();
  await expect(waiting).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  expect(await running.workers.chain.networks()).toEqual([]);
  expect(running.lives()).toBe(2);
  expect(configuredLives).toEqual([1, 2]);
  await expect
    .poll(() => running.events)
    .toEqual([
      { type: 'closed', handle: 1 },
      { type: 'restarted', worker: 'engine', message: 'The engine stopped and was started again.' },
      { type: 'closed', handle: 2 },
    ]);
});

test('a worker that never answered is not started again unasked', async () => {
  const running = start(() => ({ abi: { selector: never } }));
  const waiting = running.workers.abi.selector('a()');
  running.kill();
  await expect(waiting).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  expect(running.lives()).toBe(1);
  expect(running.events).toMatchObject([{ type: 'stopped', worker: 'abi' }]);
});

test('a worker that keeps dying is left alone until the next call', async () => {
  const running = start(() => ({ abi: { checksum: () => '0x', selector: never } }));
  for (let death = 0; death < 4; death++) {
    await running.workers.abi.checksum('0x' as never);
    running.kill();
  }
  expect(running.events.map(({ type }) => type)).toEqual(['restarted', 'restarted', 'restarted', 'stopped']);
  expect(await running.workers.abi.checksum('0x' as never)).toBe('0x');
});

test('a worker that goes silent while a call waits counts as dead', async () => {
  const silent: WorkerLike = {
    postMessage: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    terminate: () => {},
  };
  const events: WorkersEvent[] = [];
  workers = createWorkers(
    { engine: () => silent, abi: () => silent, compiler: () => silent, indexer: () => silent, testing: () => silent },
    { interval: 5, patience: 20 },
  );
  workers.subscribe((event) => events.push(event));
  await expect(workers.abi.selector('a()')).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  expect(events).toMatchObject([{ type: 'stopped', worker: 'abi' }]);
});

test('a worker that is busy but answers heartbeats is left alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let heartbeats = 0;
  let finish = (_: string) => {};
  const running = start(
    () => ({
      abi: {
        checksum: () => new Promise<string>((resolve) => (finish = resolve)),
        selector: () => '0x12345678',
      },
      // What a heartbeat reads.
      get heartbeat() {
        heartbeats++;
        return {};
      },
    }),
    { interval: 5_000, patience: 12_000 },
  );
  const waiting = running.workers.abi.checksum('0x' as never);
  for (let sent = 1; sent <= 6; sent++) {
    vi.advanceTimersByTime(5_000);
    // Answers come in the order of the calls, so the heartbeat was answered before.
    await running.workers.abi.selector('a()');
    expect(heartbeats).toBe(sent);
  }
  finish('0x1');
  expect(await waiting).toBe('0x1');
  expect(running.events).toEqual([]);
});

test('once ended, nothing is started again, and calls are neither answered nor refused', async () => {
  const { workers: made, lives, events } = start(() => ({ abi: { selector: never } }));
  const settled = vi.fn();
  made.abi.selector('a()').then(settled, settled);
  await turn();
  made.end();
  made.abi.selector('b()').then(settled, settled);
  await turn();
  expect(lives()).toBe(1);
  expect(settled).not.toHaveBeenCalled();
  expect(events).toEqual([]);
});
