import { afterAll, expect, test } from 'vitest';
import type { Capabilities } from '../../src/core/chain/network';
import { type ProbeOptions, probeEndpoint } from '../../src/net/probe';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../helpers/contracts';
import { startFaultProxy } from '../helpers/fault-proxy';
import { sendMined } from '../helpers/mined';
import { ANVIL_NETWORK } from '../helpers/rpc';

const started: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of started) await one.stop();
});

async function chainWithCall(options: Parameters<typeof startAnvil>[0] = {}): Promise<Anvil> {
  const anvil = await startAnvil(options);
  started.push(anvil);
  const to = await deployRuntime(anvil, ECHO_RUNTIME);
  await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], to, data: word(7) });
  // Later transactions without code must not be taken for the example.
  await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], to: ANVIL_ACCOUNTS[1], data: '0x1234' });
  return anvil;
}

async function probed(url: string, options: ProbeOptions = {}): Promise<Capabilities> {
  const result = await probeEndpoint({ networkId: ANVIL_NETWORK, url }, options);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function answers(capabilities: Capabilities): Record<string, string> {
  return Object.fromEntries(Object.entries(capabilities.methods).map(([name, outcome]) => [name, outcome.answers]));
}

test('Anvil with step tracing answers what research found it to answer', async () => {
  const capabilities = await probed((await chainWithCall()).url);
  expect(capabilities).toMatchObject({ chainId: 31337, client: 'anvil/v1.7.1', stateDepth: 'archive' });
  expect(capabilities.latency).toBeGreaterThan(0);
  expect(answers(capabilities)).toEqual({
    callTracer: 'yes',
    prestateTracer: 'yes',
    structLogs: 'yes',
    trace_transaction: 'yes',
    trace_replayTransaction: 'no',
    ots_traceTransaction: 'yes',
    eth_getBlockReceipts: 'yes',
    eth_createAccessList: 'yes',
    eth_getBlockAccessList: 'no',
    eth_simulateV1: 'yes',
    eth_feeHistory: 'yes',
  });
});

test('Anvil without step tracing has no struct logs, and the reader is told how to get them', async () => {
  const { methods } = await probed((await chainWithCall({ stepsTracing: false })).url);
  expect(methods.structLogs).toEqual({
    answers: 'no',
    detail: 'answers with empty struct logs; start Anvil with --steps-tracing',
  });
});

test('an empty chain leaves the tracers unknown', async () => {
  const anvil = await startAnvil();
  started.push(anvil);
  const { methods } = await probed(anvil.url);
  expect([methods.callTracer.answers, methods.eth_feeHistory.answers]).toEqual(['unknown', 'yes']);
});

test('a method that is refused is a no, and one that never answers is unknown within the time allowed', async () => {
  const anvil = await chainWithCall();
  const proxy = await startFaultProxy(anvil.url);
  started.push(proxy);
  proxy.set({ refuse: /^debug_/, fault: { kind: 'hang' }, methods: /^ots_/ });
  const over = new AbortController();
  const answered: string[] = [];
  const others = ['trace_transaction', 'trace_replayTransaction', 'eth_getBlockReceipts', 'eth_createAccessList'];
  const all = [...others, 'eth_simulateV1', 'eth_feeHistory'];
  const { methods } = await probed(proxy.url, {
    deadline: over.signal,
    // The time is over once all else was answered, however long that takes.
    meter({ method }) {
      answered.push(method);
      const refused = answered.filter((each) => each === 'debug_traceTransaction').length;
      if (refused === 3 && all.every((each) => answered.includes(each))) setTimeout(() => over.abort());
    },
  });
  expect(methods.callTracer).toMatchObject({ answers: 'no', detail: expect.stringContaining('method not available') });
  expect(methods.ots_traceTransaction).toEqual({ answers: 'unknown', detail: 'no answer in time' });
  expect(methods.trace_transaction.answers).toBe('yes');
});

test('an endpoint that does not answer at all is out of time', async () => {
  const anvil = await startAnvil();
  const proxy = await startFaultProxy(anvil.url);
  started.push(proxy, anvil);
  proxy.set({ fault: { kind: 'hang' } });
  const result = await probeEndpoint(
    { networkId: ANVIL_NETWORK, url: proxy.url },
    { deadline: AbortSignal.timeout(200) },
  );
  expect(result).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('an endpoint of another chain fails, naming both', async () => {
  const anvil = await startAnvil({ chainId: 5 });
  started.push(anvil);
  const result = await probeEndpoint({ networkId: ANVIL_NETWORK, url: anvil.url });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'wrongChain', message: expect.stringContaining('serves chain 5, not 31337') },
  });
});

test.each(['', 'localhost:8545', 'ws://127.0.0.1:8545'])('%j is no URL of an endpoint', async (url) => {
  const result = await probeEndpoint({ networkId: ANVIL_NETWORK, url });
  expect(result).toMatchObject({ ok: false, error: { code: 'unsupported' } });
});
