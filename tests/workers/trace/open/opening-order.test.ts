/** When a transaction that is opened loads the code for traces: after its record is shown, or while an endpoint takes long. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../../src/core/values/result';
import type { Chains } from '../../../../src/workers/chain/chains';
import type { Loaded } from '../../../../src/workers/chain/transaction-request';
import type { TransactionStore } from '../../../../src/workers/chain/transaction-store';
import { Scheduler } from '../../../../src/workers/scheduling/scheduler';
import { ShownScreens, TransactionOpening } from '../../../../src/workers/trace/open/open-transaction';
import { minedReceipt, minedTransaction } from '../../../app/transaction/records';

// What is executed then is not what this is about.
vi.mock('../../../../src/workers/trace/open/begin-early', () => ({ beginEarly: async () => undefined }));
// Files share modules: those that have the other module are loaded anew, here and in the next file.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const transaction = minedTransaction();
const { networkId, hash } = transaction;
const record = { transaction, receipt: minedReceipt(), origin: 'endpoint', fetchedAt: 0 } as const;
const loaded: Loaded = { record, receipt: async () => fail(failure('notFound', 'No logs here.')) };
const unknown = fail(failure('notFound', 'Nobody knows it.'));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Opens it at an endpoint; `shown` is when the page shows the record. */
function open({ url, shown }: { url: string; shown: Promise<void> }) {
  let answer: (loaded: Result<Loaded, never>) => void = () => {};
  const fetched = new Promise<Result<Loaded, never>>((resolve) => (answer = resolve));
  const chains = {
    config: async () => ({}),
    rpc: async () => ({}),
    endpoints: async () => [{ url }],
    scheduler: new Scheduler(),
  };
  const never = new Promise<never>(() => {});
  const transactions = {
    readKept: async () => undefined,
    request: () => ({ transaction: Promise.resolve(unknown), receipt: never, block: never, receiptAfter: () => {} }),
    fetch: () => fetched,
  };
  const traces = vi.fn(() => never);
  const told: string[] = [];
  void new TransactionOpening(
    {
      chains: chains as unknown as Chains,
      transactions: transactions as unknown as TransactionStore,
      screens: new ShownScreens(),
      // What is executed ahead is not what this is about.
      beginEarly: async () => undefined,
      traces,
      repeat: async () => unknown,
    },
    { networkId, hash },
    new AbortController().signal,
    ({ type }) => {
      told.push(type);
      return shown;
    },
  ).run();
  return { traces, told, answer: () => answer(ok(loaded)) };
}

const turns = () => vi.advanceTimersByTimeAsync(0);

test('a near endpoint that answers at once: when the page shows the record', async () => {
  let show = () => {};
  const { traces, told, answer } = open({
    url: 'http://127.0.0.1:1',
    shown: new Promise((resolve) => (show = resolve)),
  });
  await turns();
  answer();
  await turns();
  expect(told).toEqual(['record']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(traces).not.toHaveBeenCalled();
  show();
  await turns();
  expect(traces).toHaveBeenCalled();
});

test('a near endpoint that takes long: while it does', async () => {
  const { traces, told } = open({ url: 'http://127.0.0.1:1', shown: Promise.resolve() });
  await turns();
  expect(traces).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(traces).toHaveBeenCalled();
  expect(told).toEqual([]);
});

test('an endpoint far away: at once', async () => {
  const { traces, told } = open({ url: 'https://rpc.example', shown: Promise.resolve() });
  await turns();
  expect(traces).toHaveBeenCalled();
  expect(told).toEqual([]);
});
