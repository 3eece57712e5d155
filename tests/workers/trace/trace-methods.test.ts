import { openTrace } from '../../../tools/open-trace';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { readEndpoints, saveCapabilities } from '../../../src/db/networks/endpoints';
import { savePreference } from '../../../src/db/reader/preferences';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';
import type { RowView } from '../../../src/workers/trace/rows.api';
import { type DemoChain, forgetAll, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import type { Behaviour } from '../../helpers/fault-proxy';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const chain = runDemoChain();
// What a node reports is the subject here; replay-ladder.test.ts has the rungs above.
beforeEach(() => savePreference('stepLimit', 0));

async function openThrough(behaviour: Behaviour, name: Parameters<DemoChain['keyOf']>[0] = 'swap-two-hops') {
  const { open, settledRows } = await startEngine([chain.proxy.url]);
  chain.proxy.set(behaviour);
  const summary = await open(chain.keyOf(name));
  return { summary, rows: await settledRows(summary.handle) };
}

const framesOf = (rows: readonly RowView[]) =>
  rows
    .filter(({ kind }) => kind !== 7)
    .map(({ depthId, kind, to, failed, caught }) => ({ depthId, kind, to, failed, caught }));
const skippedSources = ({ skipped }: TraceSummary) => skipped.map(({ source }) => source);

test('every source gives the same calls, and says which better ones were passed over', async () => {
  const best = await openThrough({});
  expect(best.summary.source).toBe('callTracer');
  await clean();

  const flat = await openThrough({ refuse: /^debug_/ });
  expect(flat.summary.source).toBe('trace_transaction');
  expect(skippedSources(flat.summary)).toEqual(['cache', 'replay', 'callTracer']);
  expect(framesOf(flat.rows)).toEqual(framesOf(best.rows));
  await clean();

  const otterscan = await openThrough({ refuse: /^(debug|trace)_/ });
  expect(otterscan.summary.source).toBe('ots_traceTransaction');
  expect(skippedSources(otterscan.summary)).toEqual(['cache', 'replay', 'callTracer', 'trace_transaction']);
  const calls = (rows: readonly RowView[]) => framesOf(rows).map(({ depthId, kind, to }) => ({ depthId, kind, to }));
  expect(calls(otterscan.rows)).toEqual(calls(best.rows));
});

test.each([
  ['to', /^$/],
  ['from', /^$/],
  ['input', /^$/],
  ['to', /^debug_/],
  ['from', /^debug_/],
  ['from', /^(debug|trace)_/],
])(
  'calls of which the outermost leaves out `%s` are those of the transaction all the same, without %s',
  async (name, refuse) => {
    const best = await openThrough({ refuse });
    await clean();
    const isTrace = /^(debug_traceTransaction|trace_transaction|ots_traceTransaction)$/;
    const lie: Behaviour['lie'] = (method, _params, result) =>
      isTrace.test(method) ? withoutInRoot(result, name) : result;
    const { summary, rows } = await openThrough({ refuse, lie });
    expect(summary.source).toBe(best.summary.source);
    expect(summary.contradictions).toBeUndefined();
    expect(framesOf(rows)).toEqual(framesOf(best.rows));
    expect(rows[0]).toMatchObject({ from: best.rows[0]?.from, to: best.rows[0]?.to });
  },
);

test('whoever runs around a call makes it, where its frame does not say who', async () => {
  const best = await openThrough({});
  await clean();
  const lie: Behaviour['lie'] = (method, _params, result) =>
    method === 'debug_traceTransaction' ? withoutInCalls(result as Frame, 'from') : result;
  const { summary, rows } = await openThrough({ lie });
  expect(summary.source).toBe('callTracer');
  expect(rows.map(({ from }) => from)).toEqual(best.rows.map(({ from }) => from));
});

type Frame = { calls?: readonly Frame[] };

function withoutInRoot(result: unknown, name: string): unknown {
  if (!Array.isArray(result)) return { ...(result as object), [name]: undefined };
  const [root, ...others] = result as [{ action?: object }, ...object[]];
  const left = root.action
    ? { ...root, action: { ...root.action, [name]: undefined } }
    : { ...root, [name]: undefined };
  return [left, ...others];
}

function withoutInCalls({ calls, ...frame }: Frame, name: string): Frame {
  return {
    ...frame,
    ...(calls && { calls: calls.map((each) => ({ ...withoutInCalls(each, name), [name]: undefined })) }),
  };
}

test('steps give the calls and events where a node has nothing else', async () => {
  const best = await openThrough({});
  await clean();
  // The same method serves call tracer and steps; a probe can tell them apart, the proxy cannot.
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ refuse: /^(trace|ots)_/ });
  const probed = await engine.chain.probe(newJob(), { networkId: ANVIL_NETWORK, url: chain.proxy.url });
  if (!probed.ok) throw new Error(probed.error.message);
  const methods = { ...probed.value.methods, callTracer: { answers: 'no' as const, detail: '' } };
  const [endpoint] = await readEndpoints(ANVIL_NETWORK);
  if (endpoint === undefined) throw new Error('the probe was not kept');
  await saveCapabilities(endpoint, { ...probed.value, methods });
  const summary = await open(chain.keyOf('swap-two-hops'));
  expect(summary.source).toBe('structLogs');
  expect(summary.logCount).toBe(11);
  expect(framesOf(await settledRows(summary.handle))).toEqual(framesOf(best.rows));
});

test("events of the receipt stand in the call of their emitter when the node's trace has none", async () => {
  const { summary } = await openThrough({ refuse: /^debug_/ });
  expect(summary.logCount).toBe(11);
  expect(summary.limitations.join(' ')).toMatch(/reports no events with its calls/);
});

test('without any trace method the receipt is shown as what it is', async () => {
  const { summary, rows } = await openThrough({ refuse: /^(debug|trace|ots)_/ });
  expect(summary.source).toBe('receipt');
  expect(summary.frameCount).toBe(1);
  expect(summary.logCount).toBe(11);
  expect(summary.limitations.join(' ')).toMatch(/Only the receipt is known/);
  expect(summary.skipped.at(-1)?.reason).not.toBe('');
  expect(rows).toHaveLength(12);
});

test('a failure of which only the receipt is known is told without a word on why', async () => {
  const { engine, open } = await startEngine([chain.proxy.url], {}, { state: 0, steps: 0 });
  chain.proxy.set({
    refuse: /^(debug|trace|ots)_|^eth_get(Balance|Code|StorageAt|StorageValues|TransactionCount|Proof)$/,
  });
  const { handle, source } = await open(chain.keyOf('custom-error'));
  const { failing } = await engine.trace.outcome(handle);
  expect([source, failing?.sentence.map(({ text }) => text).join('')]).toEqual(['receipt', ' failed']);
});

test('where neither a receipt nor a trace says it, it is not known whether a transaction succeeded', async () => {
  const { engine, open } = await startEngine([chain.proxy.url], {}, { state: 0, steps: 0 });
  const lie = (method: string, _params: readonly unknown[], result: unknown) =>
    /Receipt/.test(method) ? without(result, 'status') : result;
  const state = '^eth_get(Balance|Code|StorageAt|StorageValues|TransactionCount|Proof)$';
  chain.proxy.set({ lie, refuse: new RegExp(`^(debug|trace|ots)_|${state}`) });
  // A failed transfer, of which the receipt has no event, and a plain one.
  for (const name of ['custom-error', 'ether-transfer'] as const) {
    const { handle } = await open(chain.keyOf(name));
    expect((await engine.trace.outcome(handle)).status).toBe('unknown');
    const { undone, unsure } = await engine.trace.settledTransfers(handle);
    expect([undone, unsure]).toEqual([false, true]);
  }
  expect(await engine.trace.transfersCsv((await open(chain.keyOf('ether-transfer'))).handle)).toMatch(/unknown/);
});

test('where a receipt does not say it, calls or the execution here tell whether a transaction succeeded', async () => {
  const lie = (method: string, _params: readonly unknown[], result: unknown) =>
    /Receipt/.test(method) ? without(result, 'status') : result;
  const told = { 'custom-error': 'failed', 'ether-transfer': 'success' } as const;
  for (const [steps, method] of [
    [1_000_000, 'replay'],
    [0, 'callTracer'],
  ] as const) {
    for (const [name, status] of Object.entries(told)) {
      await savePreference('stepLimit', steps);
      const { engine, open } = await startEngine([chain.proxy.url]);
      chain.proxy.set({ lie });
      const { handle, source } = await open(chain.keyOf(name as 'custom-error'));
      expect([source, (await engine.trace.outcome(handle)).status]).toEqual([method, status]);
      await clean();
    }
  }
});

test.each([
  ['blockHash', `0x${'ab'.repeat(32)}`, 'Transaction and receipt name different blocks.'],
  ['blockNumber', '0x1', 'Transaction and receipt name different block numbers.'],
  ['transactionIndex', '0x63', 'Transaction and receipt name different positions in the block.'],
  ['from', `0x${'5e'.repeat(20)}`, 'Transaction and receipt name different senders.'],
  ['to', `0x${'5e'.repeat(20)}`, 'Transaction and receipt name different recipients.'],
])('calls are doubted where transaction and receipt differ in %s', async (field, value, sentence) => {
  const { summary } = await openThrough({
    lie: (method, _, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), [field]: value } : result,
  });
  expect(summary).toMatchObject({ source: 'callTracer', doubt: { reason: sentence } });
});

test('a method that was refused is not tried again in this session', async () => {
  const { open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ refuse: /^debug_/ });
  await open(chain.keyOf('swap-two-hops'));
  chain.proxy.resetCounts();
  expect((await open(chain.keyOf('swap-one-hop'))).source).toBe('trace_transaction');
  expect(chain.proxy.calls('debug_traceTransaction')).toBe(0);
});

test.each([
  ['garbage', { fault: { kind: 'body', body: '<html>busy</html>' }, methods: /^debug_/ }],
  ['an empty trace', { fault: { kind: 'body', body: '{"jsonrpc":"2.0","id":1,"result":{}}' }, methods: /^debug_/ }],
  ['half a trace', { fault: { kind: 'truncate', bytes: 2_000 }, methods: /^debug_/ }],
  [
    'the trace of another transaction',
    {
      fault: {
        kind: 'body',
        body: '{"jsonrpc":"2.0","id":1,"result":{"type":"CALL","from":"0x1111111111111111111111111111111111111111","to":"0x2222222222222222222222222222222222222222","gas":"0x1","gasUsed":"0x1","input":"0x"}}',
      },
      methods: /^debug_/,
    },
  ],
] satisfies [string, Behaviour][])('%s costs a rung, not the trace', async (_what, behaviour) => {
  const { summary } = await openThrough(behaviour);
  expect(summary.source).toBe('trace_transaction');
  expect(summary.skipped[2]?.reason.length).toBeGreaterThan(10);
});

test('an endpoint that is down is a failure with what was tried, and opening works once it is back', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.chain.loadTransaction(newJob(), chain.keyOf('swap-one-hop'), false);
  await chain.proxy.down();
  const answer = await openTrace(engine, newJob(), chain.keyOf('swap-one-hop')).finally(() => chain.proxy.up());
  expect(!answer.ok && answer.error.code).toBe('endpointDown');
  expect(!answer.ok && answer.error.attempts.length).toBeGreaterThan(0);
  expect((await open(chain.keyOf('swap-one-hop'))).source).toBe('callTracer');
});

test('a rate limit says when it ends', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  await engine.chain.loadTransaction(newJob(), chain.keyOf('swap-one-hop'), false);
  chain.proxy.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '60' } } });
  const answer = await openTrace(engine, newJob(), chain.keyOf('swap-one-hop'));
  expect(!answer.ok && answer.error.code).toBe('rateLimited');
  expect(!answer.ok && (answer.error.retryAt ?? 0)).toBeGreaterThan(Date.now() + 30_000);
});

async function clean() {
  chain.proxy.set({});
  await forgetAll();
  await savePreference('stepLimit', 0);
}

/** The answer, one receipt or a list of them, without the field. */
function without(result: unknown, field: string): unknown {
  if (Array.isArray(result)) return result.map((each) => without(each, field));
  const { [field]: _, ...others } = result as Record<string, unknown>;
  return others;
}
