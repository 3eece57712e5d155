import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unknown } from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Address, Hash } from '../../src/core/chain/primitives';
import { fetchBalance } from '../../src/net/account-reader';
import { fetchBlock, fetchBlockNumber, fetchTransaction } from '../../src/net/chain-reader';
import type { MeteredCall } from '../../src/net/rpc/endpoint';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { eventually } from '../helpers/eventually';
import { type Fault, type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { startNode, type TestNode } from '../helpers/node';
import { rpcOf } from '../helpers/rpc';

let node: TestNode;
let first: FaultProxy;
let second: FaultProxy;

beforeAll(async () => {
  node = await startNode();
  [first, second] = await Promise.all([startFaultProxy(node.url), startFaultProxy(node.url)]);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await node.stop();
});
beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.set({});
    proxy.resetCounts();
  }
});

const both = () => [first.url, second.url];
const ZERO = { ok: true, value: 0 };
const UNKNOWN_HASH = `0x${'ab'.repeat(32)}` as Hash;

describe('failover', () => {
  test('the endpoint of the lowest priority number is the only one asked while it answers', async () => {
    expect(await fetchBlockNumber(rpcOf(both()))).toEqual(ZERO);
    expect([first.calls('eth_blockNumber'), second.calls()]).toEqual([1, 0]);
  });

  test('the next endpoint answers when the first refuses connections, and the first is then tried last', async () => {
    await first.down();
    const rpc = rpcOf(both());
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect(rpc.status().map(({ name }) => name)).toEqual(['second', 'first']);
    await first.up();
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect([first.calls(), second.calls('eth_blockNumber')]).toEqual([0, 2]);
  });

  test.each([
    ['a page', '<html><body>502 Bad Gateway</body></html>', 200],
    ['half of an answer', '{"jsonrpc":"2.0","id":1,"result":"0x', 200],
    ['nothing', '', 200],
    ['JSON of another kind', '{"status":"ok"}', 200],
    ['a result of another kind', '{"jsonrpc":"2.0","id":1,"result":{"number":1}}', 200],
    ['a missing page', 'not here', 404],
  ])('%s is a bad answer, and the next endpoint is asked', async (_, body, status) => {
    first.set({ fault: { kind: 'body', body, status } });
    expect(await fetchBlockNumber(rpcOf(both()))).toEqual(ZERO);
    const alone = await fetchBlockNumber(rpcOf([first.url]));
    expect(alone).toMatchObject({ ok: false, error: { code: 'badAnswer', attempts: [{ source: 'first' }] } });
    const silent = body === '';
    expect(!alone.ok && alone.error.message.startsWith('No response data: first')).toBe(silent);
    expect(!alone.ok && alone.error.attempts[0]?.outcome === 'No response data').toBe(silent);
  });

  test.each([
    [
      'HTTP 502',
      { kind: 'body', body: '<html>Bad Gateway</html>', status: 502 },
      /^first answered eth_blockNumber with HTTP 502: /,
    ],
    [
      'an internal error',
      { kind: 'rpcError', code: -32603, message: 'Internal error' },
      /^first answers eth_blockNumber with an error of its own/,
    ],
  ] satisfies [string, Fault, RegExp][])('%s is not said to be out of reach', async (_, fault, says) => {
    first.set({ fault });
    const result = await fetchBlockNumber(rpcOf([first.url]));
    expect(!result.ok && result.error).toMatchObject({ code: 'endpointDown', message: expect.stringMatching(says) });
  });

  test('an answer that breaks off is said to do so', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const result = await fetchBlockNumber(rpcOf([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]));
    server.close();
    expect(!result.ok && result.error.message).toMatch(/^The answer of first to eth_\w+ broke off/);
  });

  test('a failure lists what was tried, in order, and says what to do', async () => {
    await first.down();
    second.set({ refuse: /^eth_blockNumber$/ });
    const result = await fetchBlockNumber(rpcOf(both()));
    await first.up();
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'unsupported',
        message:
          'second does not offer eth_blockNumber. Add an endpoint that does. The other endpoint did not help either.',
        attempts: [
          { source: 'first', method: 'eth_blockNumber', outcome: 'no connection' },
          { source: 'second', method: 'eth_blockNumber', outcome: 'method not available' },
          { source: 'first', method: 'eth_blockNumber', outcome: 'no connection' },
          { source: 'first', method: 'eth_blockNumber', outcome: 'no connection' },
        ],
        raw: expect.stringContaining('does not exist'),
      },
    });
  });

  test('without an endpoint there is nothing to ask', async () => {
    expect(await fetchBlockNumber(rpcOf([]))).toMatchObject({ ok: false, error: { code: 'noEndpoint', attempts: [] } });
  });

  test('what one endpoint does not know is asked of the others', async () => {
    const result = await fetchTransaction(rpcOf(both()), UNKNOWN_HASH);
    expect(result).toMatchObject({ ok: false, error: { code: 'notFound' } });
    expect([first, second].map((proxy) => proxy.calls('eth_getTransactionByHash'))).toEqual([1, 1]);
  });
});

describe('retries', () => {
  test('where everything was just found down, the next call tries once, and is answered when it is up again', async () => {
    const rpc = rpcOf([first.url]);
    await first.down();
    const attempts = async () => {
      const result = await fetchBlockNumber(rpc);
      return result.ok ? 0 : result.error.attempts.length;
    };
    expect([await attempts(), await attempts()]).toEqual([3, 1]);
    await first.up();
    expect(await attempts()).toBe(0);
  });

  test('a dropped connection is tried again, three times in all', async () => {
    first.set({ fault: { kind: 'drop' } });
    const result = await fetchBlockNumber(rpcOf([first.url]));
    expect(result).toMatchObject({ ok: false, error: { code: 'endpointDown' } });
    expect(first.calls('eth_blockNumber')).toBe(3);
  });

  test('one that works again within that is not noticed', async () => {
    first.set({ fault: { kind: 'body', body: 'busy', status: 503 }, times: 2 });
    expect(await fetchBlockNumber(rpcOf([first.url]))).toEqual(ZERO);
    expect(first.calls('eth_blockNumber')).toBe(3);
  });

  test('what cannot get better is not tried again', async () => {
    first.set({ refuse: /^eth_blockNumber$/ });
    expect(await fetchBlockNumber(rpcOf([first.url]))).toMatchObject({ ok: false, error: { code: 'unsupported' } });
    expect(first.calls('eth_blockNumber')).toBe(1);
  });

  test('an endpoint that hangs is out of time, once', async () => {
    first.set({ fault: { kind: 'hang' } });
    const result = await fetchBlockNumber(rpcOf([first.url], { limits: { timeout: 1_000 } }));
    expect(result).toMatchObject({ ok: false, error: { code: 'timeout' } });
    expect(first.calls('eth_blockNumber')).toBe(1);
  });
});

describe('rate limits', () => {
  test('HTTP 429 sets a flag until the time of the header; until then the endpoint is passed over', async () => {
    first.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '60' } }, times: 1 });
    const rpc = rpcOf(both());
    const before = Date.now();
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    const until = rpc.status()[0]?.rateLimitedUntil ?? 0;
    expect(until).toBeGreaterThanOrEqual(before + 60_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect([first.requests(), second.calls('eth_blockNumber')]).toEqual([1, 2]);
  });

  test('a short limit is waited for, and a success clears the flag', async () => {
    first.set({ fault: { kind: 'rateLimit', headers: { 'x-ratelimit-reset': '0.2' } }, times: 1 });
    const rpc = rpcOf([first.url]);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect(rpc.status()[0]).not.toHaveProperty('rateLimitedUntil');
  });

  test('a long limit is not: the failure says when to come back, and nothing is sent before', async () => {
    first.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '60' } } });
    const rpc = rpcOf([first.url]);
    const before = Date.now();
    const failed = await fetchBlockNumber(rpc);
    expect(failed).toMatchObject({ ok: false, error: { code: 'rateLimited', retryAt: expect.any(Number) } });
    if (!failed.ok) expect(failed.error.retryAt).toBeGreaterThanOrEqual(before + 60_000);
    const requests = first.requests();
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
    expect(first.requests()).toBe(requests);
  });

  test('429 without a header pauses for a moment', async () => {
    first.set({ fault: { kind: 'rateLimit' }, times: 1 });
    expect(await fetchBlockNumber(rpcOf([first.url], { limits: { maxRateLimitWait: 0 } }))).toMatchObject({
      ok: false,
      error: { code: 'rateLimited', retryAt: expect.any(Number) },
    });
  });

  test('calls that wait when the limit is reached are not sent, and an older answer does not lift it', async () => {
    const limits = { concurrency: 2, batchSize: 1, maxRateLimitWait: 0 };
    const rpc = rpcOf([first.url], { limits });
    await fetchBlockNumber(rpc);
    first.resetCounts();
    first.set({ hold: /^eth_(getBalance|blockNumber)$/ });
    const older = fetchBalance(rpc, ANVIL_ACCOUNTS[0] as Address);
    await first.called('eth_getBalance');
    const calls = Promise.all(Array.from({ length: 10 }, () => fetchBlockNumber(rpc)));
    await first.called('eth_blockNumber');
    const fault = { kind: 'rateLimit', headers: { 'retry-after': '600' } } as const;
    first.set({ fault, methods: /^eth_blockNumber$/, hold: /^eth_getBalance$/ });
    expect((await calls).every((result) => !result.ok && result.error.code === 'rateLimited')).toBe(true);
    first.set({});
    expect(await older).toMatchObject({ ok: true });
    expect(first.requests()).toBe(2);
    expect(rpc.status()).toMatchObject([{ name: 'first', rateLimitedUntil: expect.any(Number) }]);
  });

  test('the JSON-RPC limit error counts as a rate limit', async () => {
    first.set({ fault: { kind: 'rpcError', code: -32005, message: 'limit exceeded' } });
    const metered: MeteredCall[] = [];
    const rpc = rpcOf(both(), { meter: (call) => metered.push(call) });
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect(metered.find((call) => call.endpoint === 'first' && call.method === 'eth_blockNumber')).toMatchObject({
      ok: false,
      rateLimited: true,
    });
  });
});

describe('batches', () => {
  const accounts = Array.from(
    { length: 140 },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
  );
  beforeAll(async () => {
    for (const [index, account] of accounts.entries()) {
      await node.call('anvil_setBalance', [account, `0x${(index + 1).toString(16)}`]);
    }
  });
  async function balances(rpc = rpcOf([first.url])): Promise<readonly (bigint | string)[]> {
    const results = await Promise.all(accounts.map((account) => fetchBalance(rpc, account)));
    return results.map((result) => (result.ok ? result.value : result.error.code));
  }
  const EXPECTED = accounts.map((_, index) => BigInt(index + 1));

  test('calls made together share requests', async () => {
    expect(await balances()).toEqual(EXPECTED);
    expect([first.requests(), first.calls()]).toEqual([2, 141]);
  });

  test('a call that may take long shares none', async () => {
    const rpc = rpcOf([first.url]);
    await fetchBalance(rpc, accounts[0] as Address);
    first.resetCounts();
    await Promise.all(
      accounts.slice(0, 3).map((account, at) => fetchBalance(rpc, account, 'latest', { alone: at > 1 })),
    );
    expect([first.requests(), first.calls()]).toEqual([2, 3]);
  });

  test('answers in another order reach the call they belong to', async () => {
    first.set({ batches: 'shuffle' });
    expect(await balances()).toEqual(EXPECTED);
  });

  test('a missing answer is asked for by itself', async () => {
    first.set({ batches: 'short' });
    expect(await balances()).toEqual(EXPECTED);
    expect(first.requests()).toBe(4);
  });

  test('an endpoint that refuses batches is asked call by call, from then on at once', async () => {
    first.set({ batches: 'refuse' });
    const rpc = rpcOf([first.url]);
    expect(await balances(rpc)).toEqual(EXPECTED);
    first.resetCounts();
    expect(await balances(rpc)).toEqual(EXPECTED);
    expect([first.requests(), first.calls()]).toEqual([140, 140]);
    expect(first.mostConcurrent()).toBeLessThanOrEqual(6);
  });

  test('how many calls a batch may carry is learnt, and kept', async () => {
    first.set({ batches: 12 });
    const rpc = rpcOf([first.url]);
    expect(await balances(rpc)).toEqual(EXPECTED);
    first.resetCounts();
    expect(await balances(rpc)).toEqual(EXPECTED);
    // The first time 100 calls and 41 were refused, then 20: ten pass.
    expect([first.requests(), first.calls()]).toEqual([14, 140]);
  });

  test('an endpoint that answers only the first call of a batch is asked call by call from then on', async () => {
    first.set({ batches: 'first' });
    const rpc = rpcOf([first.url]);
    expect(await balances(rpc)).toEqual(EXPECTED);
    first.resetCounts();
    expect(await balances(rpc)).toEqual(EXPECTED);
    expect([first.requests(), first.calls()]).toEqual([140, 140]);
  });

  test('answers that all have the same id belong to no call', async () => {
    first.set({ batches: 'sameIds' });
    expect(await balances()).toEqual(EXPECTED);
  });

  test('methods with large answers travel alone, no more than six at once', async () => {
    first.set({ hold: /^eth_getLogs$/ });
    const rpc = rpcOf([first.url]);
    const logs = Array.from({ length: 20 }, () => rpc.request('eth_getLogs', [{}], unknown()));
    await eventually(() => expect(first.calls('eth_getLogs')).toBeGreaterThanOrEqual(5));
    first.set({});
    expect((await Promise.all(logs)).every((result) => result.ok)).toBe(true);
    expect(first.calls('eth_getLogs')).toBe(20);
    expect([first.requests(), first.mostConcurrent()]).toEqual([21, 6]);
  });
});

describe('cancelling', () => {
  test('an aborted call ends at once, the others of its batch go on', async () => {
    first.set({ hold: /./ });
    const rpc = rpcOf([first.url]);
    const controller = new AbortController();
    const gone = fetchBlockNumber(rpc, { signal: controller.signal });
    const staying = fetchBalance(rpc, ANVIL_ACCOUNTS[0] as Address);
    await first.called('eth_getBalance');
    controller.abort();
    expect(await gone).toMatchObject({ ok: false, error: { code: 'cancelled', message: 'Cancelled.' } });
    first.set({});
    expect(await staying).toMatchObject({ ok: true });
  });

  test('a signal that has fired sends nothing', async () => {
    const result = await fetchBlockNumber(rpcOf([first.url]), { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(first.requests()).toBe(0);
  });

  test('it also ends the pause before a retry', async () => {
    first.set({ fault: { kind: 'drop' } });
    const controller = new AbortController();
    const rpc = rpcOf([first.url], { limits: { backoff: 60_000, maxRateLimitWait: 120_000 } });
    const result = fetchBlockNumber(rpc, { signal: controller.signal });
    await eventually(() => expect(first.requests()).toBe(1));
    controller.abort();
    expect(await result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

describe('the chain of an endpoint', () => {
  afterEach(() => void vi.useRealTimers());

  test('one that serves another chain is passed over, and asked for its chain once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    first.set({ chainId: 5 });
    const rpc = rpcOf(both());
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect([first.calls('eth_chainId'), second.calls('eth_chainId')]).toEqual([1, 1]);
    expect(await fetchBlockNumber(rpcOf([first.url]))).toMatchObject({
      ok: false,
      error: {
        code: 'wrongChain',
        message: 'first serves chain 5, not 31337. Correct its URL, or the network it is added to.',
      },
    });
  });

  test('one that served another chain is believed again as soon as it is asked by hand', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    first.set({ chainId: 5 });
    const rpc = rpcOf([first.url]);
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'wrongChain' } });
    first.set({});
    vi.advanceTimersByTime(1_000);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
  });

  test('one that turns to another chain is noticed behind the calls of a few seconds later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    const rpc = rpcOf([first.url]);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    first.set({ chainId: 5 });
    vi.advanceTimersByTime(1_000);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    expect(first.calls('eth_chainId')).toBe(1);
    vi.advanceTimersByTime(3_000);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    await eventually(() => expect(first.calls('eth_chainId')).toBe(2));
    await eventually(async () =>
      expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'wrongChain' } }),
    );
  });

  test('one that does not tell its chain is believed', async () => {
    first.set({ refuse: /^eth_chainId$/ });
    expect(await fetchBlockNumber(rpcOf([first.url]))).toEqual(ZERO);
  });

  test('it is asked again after the endpoint was down', async () => {
    const rpc = rpcOf([first.url]);
    expect(await fetchBlockNumber(rpc)).toEqual(ZERO);
    await first.down();
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'endpointDown' } });
    await first.up();
    first.set({ chainId: 5 });
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'wrongChain' } });
  });
});

describe('untrusted answers', () => {
  test('an answer over the bound is not read to its end', async () => {
    const rpc = rpcOf([first.url], { limits: { maxBytes: 1_000 } });
    expect(await fetchBlock(rpc, 'latest')).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
  });

  test('the reader hears which field of an answer is wrong', async () => {
    const block = await node.call<Record<string, unknown>>('eth_getBlockByNumber', ['0x0', false]);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 3, result: { ...block, gasUsed: '-1' } });
    const rpc = rpcOf([first.url]);
    await fetchBlockNumber(rpc);
    first.set({ fault: { kind: 'body', body } });
    expect(await fetchBlock(rpc, 0)).toMatchObject({
      ok: false,
      error: { code: 'badAnswer', attempts: [{ outcome: 'the field gasUsed is not what it should be' }] },
    });
  });

  test('an error that is not known is passed on in its own words', async () => {
    first.set({ fault: { kind: 'rpcError', code: -32000, message: 'genesis is not traceable' } });
    expect(await fetchBlockNumber(rpcOf([first.url]))).toMatchObject({
      ok: false,
      error: {
        code: 'badAnswer',
        message: 'first answers eth_blockNumber with an error.',
        raw: 'genesis is not traceable (code -32000)',
      },
    });
  });

  test('the key in a URL stays out of every text', async () => {
    const url = `${first.url}/v3/0123456789abcdef0123456789abcdef?token=hunter2hunter2`;
    first.set({ fault: { kind: 'rpcError', code: -1, message: `no access at ${url} with hunter2hunter2` } });
    const text = JSON.stringify(await fetchBlockNumber(rpcOf([url])));
    expect(text).toContain('no access at');
    expect(text).not.toMatch(/0123456789abcdef|hunter2/);
  });
});

test('every call is metered, with its share of the bytes', async () => {
  const metered: MeteredCall[] = [];
  const rpc = rpcOf([first.url], { meter: (call) => metered.push(call) });
  await Promise.all([fetchBlockNumber(rpc), fetchBlock(rpc, 'latest')]);
  expect(metered.map(({ method }) => method).toSorted()).toEqual([
    'eth_blockNumber',
    'eth_chainId',
    'eth_getBlockByNumber',
  ]);
  for (const call of metered) {
    expect(call).toMatchObject({ networkId: 31337, endpoint: 'first', ok: true, rateLimited: false });
    expect(call.milliseconds).toBeGreaterThan(0);
    expect(call.bytes).toBeGreaterThan(10);
  }
});
