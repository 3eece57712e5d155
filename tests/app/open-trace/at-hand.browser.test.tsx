/** A transaction that is at hand when its page is entered: the page begins with it, and waits no longer than a blink for it. */
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { makeRouter } from '../../../src/app/router';
import { AT_HAND, transactionAtHand } from '../../../src/app/transaction-at-hand';
import { useOpenTransaction } from '../../../src/app/views/open-trace/open-trace-context';
import type { Wiring } from '../../../src/app/wiring';
import type { Failure } from '../../../src/core/values/failure';
import { ok, type Result } from '../../../src/core/values/result';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { Workers } from '../../../src/workers/client';
import { hash, network } from '../../db/records';
import { mount } from '../ui/mount';

const KEY = { networkId: network, hash: hash('1') };
const record = { transaction: { hash: KEY.hash }, origin: 'cache', fetchedAt: 0 } as TransactionRecord;
const never = new AbortController().signal;

/** The engine, in which `answer` comes of looking for a transaction; the jobs that were cancelled. */
function engine(answer: Promise<Result<TransactionRecord, Failure>>) {
  const cancelled: unknown[] = [];
  const chain = { loadTransaction: () => answer, cancel: async (job: unknown) => void cancelled.push(job) };
  const trace = { openTransaction: () => new Promise(() => {}), cancel: async () => {} };
  return { workers: { chain, trace, subscribe: () => () => {} } as unknown as Workers, cancelled };
}

function Page({ workers, onDrawn }: { workers: Workers; onDrawn: (shown: unknown) => void }) {
  onDrawn(useOpenTransaction(workers, KEY, record).state.record);
  return null;
}

afterEach(() => {
  vi.useRealTimers();
});

test('what is kept is there when the page is entered', async () => {
  const { workers } = engine(Promise.resolve(ok(record)));
  expect(await transactionAtHand(workers, KEY, never)).toBe(record);
});

test('after 100 ms the page is entered without it, and nobody waits for the answer any more', async () => {
  vi.useFakeTimers();
  const { workers, cancelled } = engine(new Promise(() => {}));
  let entered = false;
  const waiting = transactionAtHand(workers, KEY, never).then((found) => {
    entered = true;
    return found;
  });
  await vi.advanceTimersByTimeAsync(AT_HAND - 1);
  expect([AT_HAND, entered, cancelled.length]).toEqual([100, false, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBeUndefined();
  expect(cancelled).toHaveLength(1);
});

test('the first thing that the page draws is the transaction at hand', () => {
  const { workers } = engine(new Promise(() => {}));
  const drawn: unknown[] = [];
  mount(<Page workers={workers} onDrawn={(shown) => drawn.push(shown)} />).unmount();
  expect(drawn[0]).toBe(record);
});

test('a link under the pointer or the focus begins to open its transaction, and asks for nothing else of it', async () => {
  const begun: unknown[] = [];
  const trace = { beginOpening: async (...given: unknown[]) => void begun.push(given) };
  const wiring = {
    workers: { trace },
    config: { variant: 'explorer' },
    network: async () => ({ id: network }),
  } as unknown as Wiring;
  const router = makeRouter(wiring, createMemoryHistory({ initialEntries: ['/networks'] }));
  await router.preloadRoute({ to: '/{-$network}/tx/$hash/{-$tab}', params: { hash: KEY.hash } });
  expect(begun).toEqual([[KEY, { isAhead: true }]]);
});
