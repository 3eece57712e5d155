import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hash } from '../../src/core/chain/primitives';
import { fetchBlockNumber } from '../../src/net/chain-reader';
import type { MeteredCall } from '../../src/net/rpc/endpoint';
import type { Rpc } from '../../src/net/rpc/rpc';
import { type RpcStream, RpcStreamError } from '../../src/net/rpc/stream';
import {
  streamCallTracer,
  streamOtterscanTrace,
  streamParityTrace,
  streamStructLogs,
  type TraceOptions,
} from '../../src/net/trace-streams';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../helpers/contracts';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { sendMined } from '../helpers/mined';
import { rpcOf } from '../helpers/rpc';

/** Counts 2,000 down to zero: about 14,000 steps, whose struct logs take over a megabyte. */
const LOOP_RUNTIME = '6107d05b600190038060035700';

let anvil: Anvil;
let first: FaultProxy;
let second: FaultProxy;
let short: Hash;
let long: Hash;

beforeAll(async () => {
  anvil = await startAnvil();
  [first, second] = await Promise.all([startFaultProxy(anvil.url), startFaultProxy(anvil.url)]);
  short = await callTo(await deployRuntime(anvil, ECHO_RUNTIME));
  long = await callTo(await deployRuntime(anvil, LOOP_RUNTIME));
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await anvil.stop();
});
beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.set({});
    proxy.resetCounts();
  }
});

async function callTo(to: string): Promise<Hash> {
  const sent = await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], to, data: word(7), gas: '0x100000' });
  return sent.transactionHash;
}

async function opened(stream: ReturnType<typeof streamCallTracer>): Promise<RpcStream> {
  const result = await stream;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function text(stream: RpcStream): Promise<string> {
  const decoder = new TextDecoder();
  let all = '';
  for await (const chunk of stream.chunks) all += decoder.decode(chunk, { stream: true });
  return all;
}

/** Reads the chunks and answers what ended them, and how many bytes came before. */
async function endOf(stream: RpcStream): Promise<{ code: string; bytes: number }> {
  let bytes = 0;
  try {
    for await (const chunk of stream.chunks) bytes += chunk.byteLength;
    return { code: 'whole', bytes };
  } catch (error) {
    if (error instanceof RpcStreamError) return { code: error.failure.code, bytes };
    throw error;
  }
}

const structLogs = (rpc: Rpc, options: TraceOptions = {}) => opened(streamStructLogs(rpc, long, options));

test('each trace source delivers the JSON-RPC answer with its trace', async () => {
  const rpc = rpcOf([first.url]);
  const sources = [streamCallTracer, streamParityTrace, streamOtterscanTrace, streamStructLogs];
  const answers = await Promise.all(
    sources.map(async (source) => JSON.parse(await text(await opened(source(rpc, short))))),
  );
  const [call, parity, otterscan, steps] = answers.map((answer) => answer.result);
  expect(call).toMatchObject({ type: 'CALL', logs: [{ topics: [word(1)], data: word(7) }] });
  expect(parity).toMatchObject([{ action: { callType: 'call' }, traceAddress: [] }]);
  expect(otterscan).toMatchObject([{ type: 'CALL', depth: 0 }]);
  expect(steps.structLogs[0]).toMatchObject({ pc: 0, op: 'PUSH0', depth: 1, stack: [] });
  expect(steps.structLogs[0]).not.toHaveProperty('memory');
  const store = steps.structLogs.findIndex((step: { op: string }) => step.op === 'SSTORE');
  expect(JSON.stringify(steps.structLogs.slice(store, store + 2))).toContain('"storage"');
});

test('a long answer arrives in pieces, whole, and is metered by its bytes', async () => {
  const metered: MeteredCall[] = [];
  const rpc = rpcOf([first.url], { meter: (call) => metered.push(call) });
  const stream = await structLogs(rpc);
  expect(stream.endpoint).toBe('first');
  const { code, bytes } = await endOf(stream);
  expect(code).toBe('whole');
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(metered.find(({ method }) => method === 'debug_traceTransaction')).toMatchObject({ ok: true, bytes });
});

test('cancelling in the middle ends the request, and the endpoint serves on', async () => {
  const controller = new AbortController();
  const metered: MeteredCall[] = [];
  const rpc = rpcOf([first.url], { limits: { concurrency: 1 }, meter: (call) => metered.push(call) });
  const stream = await structLogs(rpc, { signal: controller.signal });
  const end = endOf(stream);
  controller.abort();
  const { code, bytes } = await end;
  expect(code).toBe('cancelled');
  expect(bytes).toBeLessThan(1_000_000);
  expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: true });
  expect(metered.filter(({ method }) => method === 'debug_traceTransaction')).toHaveLength(1);
});

test('cancelling before anybody reads gives the endpoint free', async () => {
  const controller = new AbortController();
  const rpc = rpcOf([first.url], { limits: { concurrency: 1 } });
  const stream = await structLogs(rpc, { signal: controller.signal });
  controller.abort();
  expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: true });
  expect(await endOf(stream)).toMatchObject({ code: 'cancelled' });
});

test('leaving the loop early gives the endpoint free', async () => {
  const rpc = rpcOf([first.url], { limits: { concurrency: 1 } });
  for await (const chunk of (await structLogs(rpc)).chunks) {
    expect(chunk.byteLength).toBeGreaterThan(0);
    break;
  }
  expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: true });
});

test('a connection that breaks in the middle says so', async () => {
  first.set({ fault: { kind: 'cut', bytes: 200_000 }, methods: /^debug_/ });
  expect(await endOf(await structLogs(rpcOf([first.url])))).toMatchObject({ code: 'endpointDown' });
});

test('an answer over the bound is not read on', async () => {
  const stream = await structLogs(rpcOf([first.url]), { maxBytes: 300_000 });
  const { code, bytes } = await endOf(stream);
  expect(code).toBe('tooLarge');
  expect(bytes).toBeLessThanOrEqual(300_000);
});

test('an answer that stalls is out of time', async () => {
  const rpc = rpcOf([first.url], { limits: { streamIdle: 100 } });
  first.set({ fault: { kind: 'stall', bytes: 200_000 }, methods: /^debug_/ });
  expect(await endOf(await structLogs(rpc))).toMatchObject({ code: 'timeout' });
});

test('errors, pages and rate limits are failures before the first byte, and the next endpoint is asked', async () => {
  const rpc = () => rpcOf([first.url, second.url]);
  for (const behaviour of [
    { refuse: /^debug_/ },
    { fault: { kind: 'body', body: '<html>', status: 200 } as const, methods: /^debug_/ },
    { fault: { kind: 'body', body: '{"jsonrpc":"2.0","id":1,"result"', status: 200 } as const, methods: /^debug_/ },
    { fault: { kind: 'rateLimit' } as const, methods: /^debug_/ },
    { fault: { kind: 'drop' } as const, methods: /^debug_/ },
  ]) {
    first.set(behaviour);
    const stream = await opened(streamCallTracer(rpc(), short));
    expect(stream.endpoint).toBe('second');
    expect(await text(stream)).toContain('"type":"CALL"');
  }
  first.set({ refuse: /^debug_/ });
  const alone = await streamCallTracer(rpcOf([first.url]), short);
  expect(alone).toMatchObject({
    ok: false,
    error: { code: 'unsupported', message: 'first does not offer debug_traceTransaction. Add an endpoint that does.' },
  });
});
