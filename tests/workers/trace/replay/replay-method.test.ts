import { openTrace } from '../../../../tools/open-trace';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, writeDatabase } from '../../../../src/db/database';
import { savePreference } from '../../../../src/db/reader/preferences';
import type { KeptTrace } from '../../../../src/db/rows/trace-row';
import { readTrace } from '../../../../src/db/traces/traces';
import type { ReplayPatience } from '../../../../src/workers/trace/open/acquire-trace';
import type { TraceSummary } from '../../../../src/workers/trace/open-trace.api';
import { type DemoChain, newJob, runDemoChain, saveFar, startEngine } from '../../../helpers/demo-engine';
import { type Behaviour, lieAboutSlots } from '../../../helpers/fault-proxy';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;

const chain = runDemoChain();
afterEach(() => void vi.useRealTimers());

async function callNode<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: T }).result;
}

type Name = Parameters<DemoChain['keyOf']>[0];

async function openThrough(behaviour: Behaviour, name: Name = 'swap-two-hops', patience?: ReplayPatience) {
  const started = await startEngine([chain.proxy.url], {}, patience);
  chain.proxy.set(behaviour);
  return { ...started, summary: await started.open(chain.keyOf(name)) };
}

const skipped = ({ skipped }: TraceSummary) => skipped.map(({ source }) => source);

describe('the ladder', () => {
  test('on a far endpoint a transaction is executed again on what prestateTracer reports, and says what was compared', async () => {
    await saveFar(chain.proxy.url);
    const { summary } = await openThrough({});
    expect(summary.source).toBe('replay');
    expect(summary.verification).toMatchObject({
      origin: 'prestateTracer',
      compared: { status: true, logs: 11 },
    });
    expect(summary.verification?.steps).toBeGreaterThan(3_000);
    expect(skipped(summary)).toEqual(['cache']);
  });

  test('on a near one the first transaction of a block takes plain calls alone, and says so', async () => {
    chain.proxy.resetCounts();
    const { summary } = await openThrough({});
    expect(summary).toMatchObject({ source: 'replay', verification: { origin: 'rpc', compared: { logs: 11 } } });
    expect(chain.proxy.calls('debug_traceTransaction')).toBe(0);
    expect(skipped(summary)).toEqual(['cache', 'prestateTracer']);
    expect(summary.skipped[1]?.reason).toMatch(/^Not asked: this transaction is the first of its block/);
  });

  test('where what plain calls tell does not lead to the receipt, prestateTracer is asked after all', async () => {
    const lie = lieAboutSlots((value) => (/[1-9a-f]/.test(value.slice(2)) ? `0x${'0'.repeat(63)}1` : value));
    const { summary } = await openThrough({ lie });
    expect(summary).toMatchObject({ source: 'replay', verification: { origin: 'prestateTracer' } });
  });

  test('with nothing but plain calls it is executed all the same, and says why prestateTracer was passed over', async () => {
    await saveFar(chain.proxy.url);
    const { summary } = await openThrough({ refuse: ONLY_PLAIN });
    expect(summary.source).toBe('replay');
    expect(summary.verification?.origin).toBe('rpc');
    expect(skipped(summary)).toEqual(['cache', 'prestateTracer']);
    expect(summary.skipped[1]?.reason).toMatch(/debug_traceTransaction/);
  });

  test('an endpoint without prestateTracer is not asked for it again', async () => {
    await saveFar(chain.proxy.url);
    const { open } = await openThrough({ refuse: ONLY_PLAIN });
    chain.proxy.resetCounts();
    expect((await open(chain.keyOf('swap-one-hop'))).source).toBe('replay');
    expect(chain.proxy.calls('debug_traceTransaction')).toBe(0);
  });

  test('state that is not kept is named, and the calls the node reports are shown', async () => {
    const { summary } = await openThrough({
      refuse: /^debug_/,
      fault: { kind: 'rpcError', code: -32000, message: 'missing trie node' },
      methods: /^eth_(getBalance|getCode|getStorageAt|getTransactionCount)$/,
    });
    expect(summary.source).toBe('trace_transaction');
    expect(skipped(summary)).toEqual(['cache', 'prestateTracer', 'replay', 'callTracer']);
    expect(summary.skipped[2]?.reason).toMatch(/does not keep the state of block [\d,]+/);
    expect(summary.verification).toBeUndefined();
  });

  test('a lie about the state ends as not verified, and never as a trace', async () => {
    const lie = lieAboutSlots((value) => (/[1-9a-f]/.test(value.slice(2)) ? `0x${'0'.repeat(63)}1` : value));
    const { summary } = await openThrough({ refuse: /^debug_/, lie });
    expect(summary.source).toBe('trace_transaction');
    expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).toMatch(
      /The execution differs from the receipt/,
    );
  });

  test('more steps than the reader allows are named with the limit', async () => {
    await savePreference('stepLimit', 1_000);
    const { summary } = await openThrough({});
    expect(summary.source).toBe('callTracer');
    expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).toMatch(/more than 1,000 steps/);
  });

  test('a reader who does not want transactions executed is obeyed', async () => {
    await savePreference('stepLimit', 0);
    const { summary } = await openThrough({});
    expect(summary.source).toBe('callTracer');
    expect(summary.skipped[1]).toEqual({
      source: 'replay',
      reason: 'Executing transactions again is switched off in the settings.',
    });
  });
});

describe('an endpoint that fails', () => {
  const stateCalls = /^eth_(getBalance|getCode|getStorageAt|getTransactionCount)$/;

  test('and dies while state is read costs the replay, not the calls it reports', async () => {
    const { summary } = await openThrough({ refuse: /^debug_/, fault: { kind: 'drop' }, methods: stateCalls });
    expect(summary.source).toBe('trace_transaction');
    expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).toMatch(
      /cannot be reached|no connection/i,
    );
  });

  test('and answers batches out of order changes nothing', async () => {
    const { summary } = await openThrough({ refuse: ONLY_PLAIN, batches: 'shuffle' });
    expect(summary).toMatchObject({ source: 'replay', verification: { origin: 'rpc' } });
  });

  test('and loses the state between two calls ends as pruned', async () => {
    let calls = 0;
    const { summary } = await openThrough({
      refuse: /^debug_/,
      // No word is what a node answers that no longer has the block.
      lie: (method, _params, result) => (method.startsWith('eth_getStorage') && ++calls > 4 ? null : result),
    });
    expect(summary.source).toBe('trace_transaction');
    expect(summary.verification).toBeUndefined();
    expect(summary.skipped.find(({ source }) => source === 'replay')?.reason).not.toBe('');
  });

  test('and limits the rate says so, and serves again later', async () => {
    const { engine, open } = await startEngine([chain.proxy.url]);
    const key = chain.keyOf('swap-two-hops');
    await engine.chain.loadTransaction(newJob(), key, false);
    chain.proxy.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '3600' } } });
    const limited = await openTrace(engine, newJob(), key);
    expect(!limited.ok && limited.error.code).toBe('rateLimited');
    chain.proxy.set({});
    const stillLimited = await openTrace(engine, newJob(), key);
    expect(!stillLimited.ok && stillLimited.error.code).toBe('rateLimited');
    vi.setSystemTime(Date.now() + 3_601_000);
    expect((await open(key)).source).toBe('replay');
  });

  test('and a reader who gives up end it at once', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const key = chain.keyOf('swap-two-hops');
    await engine.chain.loadTransaction(newJob(), key, false);
    chain.proxy.set({ refuse: ONLY_PLAIN, hold: stateCalls });
    const job = newJob();
    const told: string[] = [];
    const opening = openTrace(engine, job, key, ({ phase }) => told.push(phase));
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await engine.trace.cancel(job);
    const ended = await opening;
    expect(!ended.ok && ended.error.code).toBe('cancelled');
    expect(told[0]).toBe('Reading the state before it');
  });
});

describe('a slow replay', () => {
  // The same method serves both tracers; an answer that is no prestate is passed over.
  const withoutPrestate: Behaviour = {
    lie: (method, params, result) =>
      method === 'debug_traceTransaction' && JSON.stringify(params).includes('prestateTracer') ? {} : result,
  };
  const hold = /^eth_getCode$/;
  const NONE: ReplayPatience = { state: 0, steps: 0 };

  test('lets the calls be shown first, takes their place, and keeps the folding', async () => {
    const { engine, events, summary } = await openThrough({ ...withoutPrestate, hold }, 'swap-two-hops', NONE);
    expect(summary).toMatchObject({ source: 'callTracer', replaying: true });
    await engine.trace.collapseAll(summary.handle);
    // Progress is told at most ten times a second, and was told before the rows were shown: the next is due a second later.
    const passed = performance.now() + 1_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(passed);
    chain.proxy.set(withoutPrestate);
    await engine.settled();
    clock.mockRestore();
    const replayed = events.find((event) => event.type === 'replayed');
    expect(replayed?.summary).toMatchObject({ source: 'replay', replaying: false, numbering: 1 });
    expect(replayed?.summary.view.visibleCount).toBe(1);
    expect(events.some((event) => event.type === 'replaying')).toBe(true);
  });

  test('is waited for where the node reports no calls', async () => {
    const { open } = await startEngine([chain.proxy.url], {}, NONE);
    const refuse = /^(debug|trace|ots)_/;
    chain.proxy.set({ refuse, hold });
    chain.proxy.resetCounts();
    const opening = open(chain.keyOf('swap-two-hops'));
    // The calls are asked for once the reader waited long enough for the replay.
    await chain.proxy.called('ots_traceTransaction');
    chain.proxy.set({ refuse });
    const summary = await opening;
    expect(summary).toMatchObject({ source: 'replay', replaying: false });
  });

  test('can be ended behind the rows, which stay', async () => {
    const { engine, events, summary } = await openThrough({ ...withoutPrestate, hold }, 'swap-two-hops', NONE);
    await engine.trace.cancelReplay(summary.handle);
    chain.proxy.set(withoutPrestate);
    await engine.settled();
    const ended = events.find((event) => event.type === 'replayed');
    expect(ended?.summary).toMatchObject({ source: 'callTracer', replaying: false });
    const diff = await engine.trace.stateDiff(summary.handle);
    expect(!diff.ok && diff.error.code).toBe('cancelled');
  });
});

describe('what is kept', () => {
  test('a second visit without a network shows the rows and can execute again', async () => {
    const key = chain.keyOf('swap-two-hops');
    const { engine, summary } = await openThrough({ refuse: ONLY_PLAIN });
    const before = await engine.trace.stateDiff(summary.handle);
    await engine.settled();
    expect((await readTrace(key))?.replay?.verification.origin).toBe('rpc');
    closeDatabase();

    await chain.proxy.down();
    const again = await startEngine([chain.proxy.url]);
    const kept = await again.open(key);
    expect(kept).toMatchObject({ cached: true, source: 'replay', verification: summary.verification });
    const after = await again.engine.trace.stateDiff(kept.handle);
    await chain.proxy.up();
    expect(after).toEqual(before);
  });

  test('where executing it again breaks off on what was kept, questions get a failure that says so', async () => {
    const key = chain.keyOf('swap-one-hop');
    const first = await openThrough({}, 'swap-one-hop');
    await first.engine.settled();
    await writeDatabase((db) =>
      db.traces.toCollection().modify((row) => {
        const { replay } = row as KeptTrace;
        if (replay) replay.witness = { ...replay.witness, codes: [] };
      }),
    );
    closeDatabase();
    const { engine, open } = await startEngine([chain.proxy.url]);
    const { handle, cached } = await open(key);
    expect(cached).toBe(true);
    const broken = { code: 'badAnswer', message: expect.stringContaining('broke off') };
    expect(await engine.trace.stateDiff(handle)).toMatchObject({ ok: false, error: broken });
  });

  test('a trace kept without a replay gets one on the next visit', async () => {
    const key = chain.keyOf('swap-one-hop');
    await savePreference('stepLimit', 0);
    const first = await openThrough({}, 'swap-one-hop');
    await first.engine.settled();
    await savePreference('stepLimit', 50_000_000);
    const { engine, events, open } = await startEngine([chain.proxy.url]);
    const summary = await open(key);
    // The first screen is that of the earlier visit; what reads otherwise by now is told.
    expect(summary).toMatchObject({ cached: true, source: 'callTracer' });
    await engine.trace.collapseAll(summary.handle);
    await engine.settled();
    const told = events.filter((event) => event.type === 'replayed');
    expect(told[0]?.summary).toMatchObject({ source: 'callTracer', replaying: true });
    const replayed = told.at(-1);
    expect(replayed?.summary).toMatchObject({ source: 'replay', replaying: false, numbering: 1 });
    expect(replayed?.summary.view.visibleCount).toBe(1);
    expect((await readTrace(key))?.source).toBe('replay');
  });
});

describe('what a replay tells', () => {
  test('state before and after, as prestateTracer tells it', async () => {
    for (const name of ['swap-two-hops', 'create2-deploy', 'set-code'] as const satisfies readonly Name[]) {
      const { engine, summary } = await openThrough({}, name);
      const diff = await engine.trace.stateDiff(summary.handle);
      if (!diff.ok) throw new Error(diff.error.message);
      const config = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
      const theirs = await callNode<{ post: object }>(chain.devnet.rpcUrl, 'debug_traceTransaction', [
        chain.keyOf(name).hash,
        config,
      ]);
      expect(Object.keys(diff.value.post).sort(), name).toEqual(Object.keys(theirs.post).sort());
      await engine.settled();
    }
  });

  test('access lists, and how much the recommended one saves', async () => {
    const { engine, summary } = await openThrough({});
    const lists = await engine.trace.accessLists(summary.handle);
    if (!lists.ok) throw new Error(lists.error.message);
    const { used, recommended, gasUsed, gasUsedRecommended, given } = lists.value;
    expect(given).toEqual([]);
    expect(gasUsed).toBe(summary.verification?.compared.gasUsed);
    expect(used.length).toBeGreaterThan(3);
    expect(recommended.length).toBeGreaterThan(0);
    expect(gasUsedRecommended).toBeLessThan(gasUsed);
  });
});
