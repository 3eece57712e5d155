/** The work of the steps of opening: what is asked, opened and closed on each way. Endpoint, database and traces are the test's. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hash } from '../../../../src/core/chain/primitives';
import { simulationHash } from '../../../../src/core/simulation/simulation-hash';
import { type Failure, failure } from '../../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../../src/core/values/result';
import { writeDatabase } from '../../../../src/db/database';
import { readPreference } from '../../../../src/db/reader/preferences';
import type { Chains } from '../../../../src/workers/chain/chains';
import type { Loaded } from '../../../../src/workers/chain/transaction-request';
import type { TransactionStore } from '../../../../src/workers/chain/transaction-store';
import type { TraceHandle } from '../../../../src/workers/ids';
import { Scheduler } from '../../../../src/workers/scheduling/scheduler';
import type { OpenTraces, Wanted } from '../../../../src/workers/trace/open/open-traces';
import { isAtHand, ShownScreens, TransactionOpening } from '../../../../src/workers/trace/open/open-transaction';
import { THIS_BUILD } from '../../../../src/workers/trace/open/this-build';
import type { TransactionUpdate, Wish } from '../../../../src/workers/trace/open-trace.api';
import type { Opened } from '../../../../src/workers/trace/opened';
import { minedReceipt, minedTransaction } from '../../../app/transaction/records';

const { networkId, hash } = minedTransaction();
const gone = failure('notFound', 'It was dropped.');

function record(origin: 'cache' | 'endpoint', block?: string): Loaded {
  const stated = { transaction: minedTransaction(), origin, fetchedAt: 0 } as const;
  const receipt = block === undefined ? {} : { receipt: minedReceipt({ blockHash: `0x${block.repeat(32)}` as Hash }) };
  return { record: { ...stated, ...receipt }, receipt: async () => fail(gone) };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

type Given = {
  kept?: Loaded;
  /** What the endpoint answers, one time after the other. */
  answers?: readonly (Loaded | Failure)[];
  /** What is opened came in a file, one time after the other. */
  fromFile?: readonly boolean[];
  hash?: Hash;
  signal?: AbortSignal;
  wish?: Wish;
  /** Resolves when the page takes over what it is told. */
  taken?: Promise<void>;
};

/** Opens a transaction, and notes in their order what the page is told and what is done with traces. */
function open({ kept, answers = [], fromFile = [], hash: of = hash, wish, taken, ...given }: Given) {
  const { signal = new AbortController().signal } = given;
  const log: string[] = [];
  const asked = [...answers];
  let opened = 0;
  const chains = {
    config: async () => ({}),
    rpc: async () => ({}),
    endpoints: async () => [{ url: 'https://rpc.example' }],
    scheduler: new Scheduler(),
  };
  const never = new Promise<never>(() => {});
  const transactions = {
    readKept: async () => kept,
    noteUse: () => log.push('used'),
    request: () => ({ transaction: never, receipt: never, block: never, receiptAfter: () => {} }),
    fetch: async (): Promise<Result<Loaded, Failure>> => {
      log.push('asked');
      const answer = asked.shift();
      if (answer === undefined) throw new Error('nothing more is to be asked');
      return 'code' in answer ? fail(answer) : ok(answer);
    },
  };
  const traces = {
    async open({ made, loaded }: Wanted, _signal: AbortSignal, report: (told: object) => unknown) {
      opened += 1;
      const handle = opened;
      log.push(`opens ${handle} of ${made ? 'the simulation' : loaded.record.receipt?.blockHash.slice(2, 4)}`);
      await report({ type: 'opened', trace: { handle } });
      return { handle, isFromFile: fromFile[handle - 1] ?? false };
    },
    async openBehind({ wantsSteps }: Wanted, _screen: object, _end: AbortController, shown: Promise<void>) {
      log.push(`reads behind the screen${wantsSteps ? ', and executes' : ''}`);
      await shown;
      return { handle: 1, isFromFile: false };
    },
    close: (handle: TraceHandle) => log.push(`closes ${handle}`),
  };
  const parts = {
    chains: chains as unknown as Chains,
    transactions: transactions as unknown as TransactionStore,
    screens: new ShownScreens(),
    // What is executed ahead is not what this is about.
    beginEarly: async () => undefined,
    traces: async () => traces as unknown as OpenTraces,
    repeat: async () => ok({ loaded: record('cache', 'aa'), made: { receipt: minedReceipt() } as Opened }),
  };
  const onUpdate = (update: TransactionUpdate) => {
    log.push(update.type === 'record' ? `record ${update.record.receipt ? 'mined' : 'pending'}` : update.type);
    return taken;
  };
  const opening = new TransactionOpening(parts, { networkId, hash: of }, signal, onUpdate, wish);
  return { log, ended: opening.run(), scheduler: chains.scheduler };
}

test('a pending transaction is asked for every four seconds, and opened once it is mined', async () => {
  const pending = record('endpoint');
  const { log, ended } = open({ answers: [pending, pending, record('endpoint', 'aa')] });
  await vi.advanceTimersByTimeAsync(3_999);
  expect(log).toEqual(['asked', 'record pending']);
  await vi.advanceTimersByTimeAsync(4_001);
  expect(await ended).toEqual(ok(undefined));
  expect(log).toEqual(['asked', 'record pending', 'asked', 'asked', 'record mined', 'opens 1 of aa', 'opened']);
});

test('a pending transaction that was dropped ends with the reason', async () => {
  const { log, ended } = open({ answers: [record('endpoint'), gone] });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await ended).toEqual(fail(gone));
  expect(log).toEqual(['asked', 'record pending', 'asked']);
});

test('who leaves while a transaction is pending is asked for nothing more', async () => {
  const controller = new AbortController();
  const { log, ended } = open({ answers: [record('endpoint')], signal: controller.signal });
  const left = expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await left;
  expect(log).toEqual(['asked', 'record pending']);
});

test('a kept transaction is shown before anybody is asked', async () => {
  const { log, ended } = open({ kept: record('cache', 'aa'), answers: [record('endpoint', 'aa')] });
  await ended;
  expect(log).toEqual(['record mined', 'opens 1 of aa', 'opened', 'used', 'asked', 'record mined']);
});

test('of a kept transaction in another block the trace is closed, and the other opened', async () => {
  const { log, ended } = open({ kept: record('cache', 'aa'), answers: [record('endpoint', 'bb')] });
  await ended;
  expect(log.slice(4)).toEqual(['asked', 'closes 1', 'record mined', 'opens 2 of bb', 'opened']);
});

test('of a kept transaction that is pending again the trace is closed, and it is asked for until it is mined', async () => {
  const answers = [record('endpoint'), record('endpoint'), record('endpoint', 'bb')];
  const { log, ended } = open({ kept: record('cache', 'aa'), answers });
  await vi.advanceTimersByTimeAsync(4_000);
  await ended;
  expect(log.slice(4)).toEqual([
    'asked',
    'closes 1',
    'record pending',
    'asked',
    'asked',
    'record mined',
    'opens 2 of bb',
    'opened',
  ]);
});

test('rows of a file are closed once the page has those of the endpoint', async () => {
  const { log, ended } = open({
    kept: record('cache', 'aa'),
    answers: [record('endpoint', 'aa')],
    fromFile: [true, false],
  });
  await ended;
  expect(log.slice(4)).toEqual(['asked', 'record mined', 'opens 2 of aa', 'opened', 'closes 1']);
});

test('a step of a simulation is run once more, and nobody is asked', async () => {
  const { log, ended } = open({ hash: simulationHash('0'.repeat(32) as never, 0) });
  expect(await ended).toEqual(ok(undefined));
  expect(log).toEqual(['record mined', 'opens 1 of the simulation', 'opened']);
});

/** Keeps the first screen of the trace, made by this build for the block. */
async function keepScreen(block: string): Promise<void> {
  vi.useRealTimers(); // the database is opened in a task of its own
  const toggles = await readPreference('traceToggles');
  const first = { rows: { rows: [], pinned: [] }, outcome: {}, toggles };
  const screen = { source: 'replay', skipped: [], limitations: [], view: { toggles }, first };
  const blockHash = `0x${block.repeat(32)}` as Hash;
  await writeDatabase((db) => db.firstScreenCache.put({ networkId, hash, made: THIS_BUILD, blockHash, screen }));
}

test('a kept trace is read once the page has its first screen, and before that where steps are wanted', async () => {
  await keepScreen('aa');
  for (const wantsSteps of [false, true]) {
    let show = () => {};
    const taken = new Promise<void>((resolve) => (show = resolve));
    const { log, ended } = open({
      kept: record('cache', 'aa'),
      answers: [record('endpoint', 'aa')],
      taken,
      wish: { wantsSteps },
    });
    await vi.waitFor(() => expect(log).toContain('opened'));
    await new Promise(setImmediate);
    const begun = ['record mined', 'opened'];
    expect(log).toEqual(wantsSteps ? [...begun, 'reads behind the screen, and executes'] : begun);
    show();
    await ended;
    expect(log.filter((line) => line.startsWith('reads'))).toHaveLength(1);
  }
});

test('what is opened ahead waits for the reader without holding up what the open page wants', async () => {
  await keepScreen('aa');
  const never = new Promise<void>(() => {});
  const { log, scheduler } = open({ kept: record('cache', 'aa'), taken: never, wish: { isAhead: true } });
  await vi.waitFor(() => expect(log).toContain('opened'));
  expect(await scheduler.run('next', async () => 'done')).toBe('done');
  expect(log).toEqual(['record mined', 'opened']);
});

test('what a far endpoint would have to be asked for is not at hand, nor is a simulation', async () => {
  const at = (url: string, of = hash) =>
    isAtHand({ endpoints: async () => [{ url }] as never }, { networkId, hash: of });
  vi.useRealTimers();
  await writeDatabase((db) => db.firstScreenCache.clear());
  expect(await at('https://rpc.example')).toBe(false);
  expect(await at('http://127.0.0.1:8545')).toBe(true);
  expect(await at('http://127.0.0.1:8545', simulationHash('0'.repeat(32) as never, 0))).toBe(false);
  await keepScreen('aa');
  expect(await at('https://rpc.example')).toBe(true);
});
