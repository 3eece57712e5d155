import { unknown } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchBlock, fetchBlockNumber } from '../../src/net/chain-reader';
import { createEndpointStates } from '../../src/net/rpc/endpoint-state';
import type { Lane } from '../../src/net/rpc/lanes';
import { createPeerGroup } from '../../src/net/rpc/peers';
import { createSlots } from '../../src/net/rpc/request-slots';
import { eventually } from '../helpers/eventually';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { startNode, type TestNode } from '../helpers/node';
import { endpointsOf, rpcOf } from '../helpers/rpc';

/** Milliseconds. */
const DAY = 86_400_000;

/** Lets everything that waits for a promise go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('slots', () => {
  test('the background takes half of them, what is next all but one, the screen all', async () => {
    const slots = createSlots(6, 'node', createPeerGroup()());
    const taken: Lane[] = [];
    for (const lane of ['background', 'next', 'screen'] as const) {
      for (let call = 0; call < 8; call++) void slots.take(lane).then(() => taken.push(lane));
      await settled();
    }
    expect(taken).toEqual(['background', 'background', 'background', 'next', 'next', 'screen']);
  });

  test('the most urgent call that waits goes first, calls of a lane in the order they came', async () => {
    const slots = createSlots(1, 'node', createPeerGroup()());
    const release = await slots.take('background');
    const order: string[] = [];
    const take = (lane: Lane, name: string) =>
      slots.take(lane).then((free) => {
        order.push(name);
        free();
      });
    const calls = [take('background', 'b1'), take('background', 'b2'), take('next', 'n'), take('screen', 's')];
    await settled();
    release();
    await Promise.all(calls);
    expect(order).toEqual(['s', 'n', 'b1', 'b2']);
  });

  test('three tabs together hold no more than one may, and every call comes to its turn', async () => {
    const join = createPeerGroup();
    const tabs = [join(), join(), join()].map((peers) => createSlots(4, 'node', peers));
    let open = 0;
    let most = 0;
    let done = 0;
    const lanes: readonly Lane[] = ['screen', 'next', 'background'];
    const calls = Array.from({ length: 300 }, async (_, index) => {
      const release = await (tabs[index % 3] as (typeof tabs)[number]).take(lanes[(index * 7) % 3] as Lane);
      open++;
      most = Math.max(most, open);
      for (let turn = 0; turn < index % 5; turn++) await settled();
      open--;
      done++;
      release();
      release();
    });
    await Promise.all(calls);
    expect([most, done]).toEqual([4, 300]);
  });
});

describe('one client', () => {
  let node: TestNode;
  let proxy: FaultProxy;
  beforeAll(async () => {
    node = await startNode();
    proxy = await startFaultProxy(node.url);
  });
  afterAll(async () => {
    await proxy.stop();
    await node.stop();
  });
  beforeEach(() => {
    proxy.set({});
    proxy.resetCounts();
  });

  /** Clients of two tabs of one browser. */
  function twoTabs() {
    const join = createPeerGroup();
    const open = () => rpcOf([proxy.url], { states: createEndpointStates(join()) });
    return [open(), open()] as const;
  }

  test('a lane is always the same object, and batches do not mix lanes', async () => {
    const rpc = rpcOf([proxy.url]);
    expect(rpc.lane('background')).toBe(rpc.lane('screen').lane('background'));
    expect(rpc.lane('screen')).toBe(rpc);
    await fetchBlockNumber(rpc);
    proxy.resetCounts();
    await Promise.all([fetchBlock(rpc, 0), fetchBlock(rpc.lane('next'), 0), fetchBlock(rpc.lane('background'), 0)]);
    expect([proxy.requests(), proxy.calls()]).toEqual([3, 3]);
  });

  test('the background waits while a call of the screen is under way', async () => {
    const rpc = rpcOf([proxy.url]);
    await fetchBlockNumber(rpc);
    proxy.set({ hold: /^eth_blockNumber$/ });
    proxy.resetCounts();
    const shown = fetchBlockNumber(rpc);
    await eventually(() => expect(proxy.requests()).toBe(1));
    let kept = false;
    const background = fetchBlock(rpc.lane('background'), 0).then(() => {
      kept = true;
    });
    // A second call of the screen passes the background that waits.
    expect(await fetchBlock(rpc, 0)).toMatchObject({ ok: true });
    expect([kept, proxy.requests()]).toEqual([false, 2]);
    proxy.set({});
    await shown;
    await background;
    expect(proxy.requests()).toBe(3);
  });

  test('two tabs have no more requests open at once than one', async () => {
    const [first, second] = twoTabs();
    proxy.set({ hold: /^eth_getLogs$/ });
    const calls = [first, second].flatMap((rpc) =>
      Array.from({ length: 20 }, () => rpc.request('eth_getLogs', [{}], unknown())),
    );
    await eventually(() => expect(proxy.calls('eth_getLogs')).toBeGreaterThanOrEqual(5));
    await settled();
    proxy.set({});
    expect((await Promise.all(calls)).every((answer) => answer.ok)).toBe(true);
    expect([proxy.calls('eth_getLogs'), proxy.mostConcurrent()]).toEqual([40, 6]);
  });

  test('a rate limit that one tab runs into holds in the others, and in one that is opened later', async () => {
    const join = createPeerGroup();
    const open = () => rpcOf([proxy.url], { states: createEndpointStates(join()), limits: { maxRateLimitWait: 0 } });
    const [first, second] = [open(), open()];
    await Promise.all([fetchBlockNumber(first), fetchBlockNumber(second)]);
    proxy.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '600' } } });
    expect(await fetchBlockNumber(first)).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
    proxy.set({});
    proxy.resetCounts();
    for (const rpc of [second, open()]) {
      expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
    }
    expect(proxy.requests()).toBe(0);
  });

  test('what one tab found out of the chain and of batches is not found out again', async () => {
    proxy.set({ batches: 'refuse' });
    const [first, second] = twoTabs();
    await Promise.all([fetchBlockNumber(first), fetchBlock(first, 0)]);
    proxy.resetCounts();
    await Promise.all([fetchBlockNumber(second), fetchBlock(second, 0)]);
    expect([proxy.requests(), proxy.calls('eth_chainId')]).toEqual([2, 0]);
  });

  test('the background comes back when a rate limit has ended, where the screen gives up', async () => {
    proxy.set({ fault: { kind: 'rateLimit', headers: { 'x-ratelimit-reset': '0.2' } }, times: 5 });
    // Pauses pass at once here; a request may take any time.
    const limits = { maxRateLimitWait: 0, timeout: DAY };
    const rpc = rpcOf([proxy.url], { limits });
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let isDone = false;
    const background = fetchBlockNumber(rpc.lane('background')).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await background).toMatchObject({ ok: true, value: 0 });
    vi.useRealTimers();
  });
});

describe('the chain of an earlier visit', () => {
  const HOUR = 60 * 60_000;
  let node: TestNode;
  let proxy: FaultProxy;
  beforeAll(async () => {
    node = await startNode();
    proxy = await startFaultProxy(node.url);
  });
  afterAll(async () => {
    await proxy.stop();
    await node.stop();
  });

  /** A client that was told when the endpoint was last seen to serve the network. */
  function visit(host: string, servedAt: number) {
    const said: boolean[] = [];
    const endpoints = endpointsOf([proxy.url.replace('127.0.0.1', host)]).map((each) => ({ ...each, servedAt }));
    const rpc = rpcOf([], { endpoints, onServed: (_, serves) => said.push(serves) });
    proxy.set({});
    proxy.resetCounts();
    return { rpc, said };
  }

  test('is believed at first, and asked about behind the calls of the screen', async () => {
    const { rpc, said } = visit('0.0.0.0', Date.now() - HOUR);
    proxy.set({ hold: /^eth_blockNumber$/ });
    const shown = fetchBlockNumber(rpc);
    await eventually(() => expect(proxy.requests()).toBe(1));
    expect(proxy.calls('eth_chainId')).toBe(0);
    proxy.set({});
    expect(await shown).toMatchObject({ ok: true });
    await eventually(() => expect(said).toEqual([true]));
    expect(proxy.calls('eth_chainId')).toBe(1);
  });

  test('an endpoint that serves another one by now is found out', async () => {
    const { rpc, said } = visit('0.0.0.0', Date.now() - HOUR);
    proxy.set({ chainId: 5 });
    await fetchBlockNumber(rpc);
    await eventually(() => expect(said).toEqual([false]));
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'wrongChain' } });
  });

  test.each([
    ['a day ago', '0.0.0.0', 25 * HOUR],
    ['of a node on this machine', '127.0.0.1', HOUR],
  ])('one %s is asked about with the first call', async (_, host, age) => {
    const { rpc } = visit(host, Date.now() - age);
    proxy.set({ chainId: 5 });
    expect(await fetchBlockNumber(rpc)).toMatchObject({ ok: false, error: { code: 'wrongChain' } });
  });
});
