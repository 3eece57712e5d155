import { expect, test, vi } from 'vitest';
import { beginOpening, openEarly, takeEarlyOpening } from '../../src/app/begun-openings';
import type { Hash, NetworkId } from '../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../src/core/config';
import type { TransactionUpdate } from '../../src/workers/trace/open-trace.api';

const hash = `0x${'ab'.repeat(32)}` as Hash;
const key = { networkId: 31337 as NetworkId, hash };
const update = {
  type: 'unconfirmed',
  failure: { code: 'endpointDown', message: '', attempts: [] },
} as never as TransactionUpdate;

/** A wiring whose worker notes what is asked, and hands the callback out. */
function start() {
  const config = parseRuntimeConfig({ networks: [{ id: 31337, name: 'Demo' }], defaultNetwork: 31337 });
  if (!config.ok) throw new Error(config.error);
  let tell: (update: TransactionUpdate) => Promise<void> = async () => {};
  const cancelled: string[] = [];
  const asked: unknown[] = [];
  const jobs: string[] = [];
  const trace = {
    openTransaction: (job: string, of: unknown, onUpdate: typeof tell) => {
      asked.push(of);
      jobs.push(job);
      tell = onUpdate;
      return new Promise(() => {});
    },
    cancel: async (job: string) => void cancelled.push(job),
  };
  const wiring = { config: config.value, workers: { trace } } as never as Parameters<typeof openEarly>[0];
  return { wiring, asked, jobs, cancelled, tell: (given: TransactionUpdate) => tell(given) };
}

test('what is told before the page takes the opening over is told to it then, and counts as taken over then', async () => {
  const { wiring, asked, tell } = start();
  openEarly(wiring, `/31337/tx/${hash}`);
  expect(asked).toEqual([key]);
  let isTaken = false;
  const taken = tell(update).then(() => {
    isTaken = true;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  const heard: TransactionUpdate[] = [];
  const early = takeEarlyOpening(key);
  early?.listen((given) => void heard.push(given));
  await taken;
  await tell(update);
  expect(heard).toEqual([update, update]);
  // The second who asks opens it anew.
  expect(takeEarlyOpening(key)).toBeUndefined();
});

test('a route that begins what the app began already opens nothing, and two are taken over by their pages', () => {
  const { wiring, asked } = start();
  const other = { ...key, hash: `0x${'cd'.repeat(32)}` as Hash };
  openEarly(wiring, `/31337/tx/${hash}`);
  beginOpening(wiring.workers, key);
  beginOpening(wiring.workers, other);
  expect(asked).toEqual([key, other]);
  expect(takeEarlyOpening(other)?.job).not.toBe(takeEarlyOpening(key)?.job);
});

test('another page opens nothing, and takes nothing over', () => {
  const { wiring, asked } = start();
  openEarly(wiring, '/31337/block/7');
  expect(asked).toEqual([]);
  openEarly(wiring, `/31337/tx/${hash}`);
  expect(takeEarlyOpening({ ...key, hash: `0x${'cd'.repeat(32)}` as Hash })).toBeUndefined();
  expect(takeEarlyOpening(key)).toBeDefined();
});

test('an opening that nobody takes over is ended', async () => {
  vi.useFakeTimers();
  const { wiring, jobs, cancelled, tell } = start();
  openEarly(wiring, `/31337/tx/${hash}`);
  const taken = tell(update);
  vi.advanceTimersByTime(30_000);
  await taken;
  expect(cancelled).toEqual(jobs);
  expect(jobs).toHaveLength(1);
  expect(takeEarlyOpening(key)).toBeUndefined();
  vi.useRealTimers();
});
