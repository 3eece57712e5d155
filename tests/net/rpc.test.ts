import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchBlockNumber } from '../../src/net/chain-reader';
import { type Anvil, startAnvil } from '../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { rpcOf } from '../helpers/rpc';

let anvil: Anvil;
let first: FaultProxy;
let second: FaultProxy;

beforeAll(async () => {
  anvil = await startAnvil();
  [first, second] = await Promise.all([startFaultProxy(anvil.url), startFaultProxy(anvil.url)]);
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

test('asks the endpoint of the lowest priority number only, while it answers', async () => {
  const rpc = rpcOf([first.url, second.url]);
  expect(await fetchBlockNumber(rpc)).toEqual({ ok: true, value: 0 });
  expect([first.calls('eth_blockNumber'), second.calls()]).toEqual([1, 0]);
});
