/**
 * A development chain under an id that nobody knows: the node's calls are asked for early, because whether the
 * transaction can be executed is not known yet. Calls that nobody reads hold no request slot.
 */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../../src/core/config/runtime-config';
import { DEFAULT_LIMITS } from '../../../../src/net/rpc/limits';
import type { TransactionKey } from '../../../../src/workers/ids';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../../../helpers/contracts';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';

const NETWORK = 1234 as NetworkId;
/** More than there are request slots. */
const COUNT = DEFAULT_LIMITS.concurrency + 2;

let node: TestNode;
let proxy: FaultProxy;
const keys: TransactionKey[] = [];

beforeAll(async () => {
  node = await startNode({ chainId: NETWORK });
  proxy = await startFaultProxy(node.url);
  const to = await deployRuntime(node, ECHO_RUNTIME);
  for (let at = 0; at < COUNT; at++) {
    const { transactionHash } = await sendMined(node, {
      from: ANVIL_ACCOUNTS[0],
      to,
      data: word(at),
      gas: '0x100000',
    });
    keys.push({ networkId: NETWORK, hash: transactionHash });
  }
});
afterAll(async () => {
  await proxy.stop();
  await node.stop();
});
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});

async function start(patience?: Parameters<typeof startEngine>[2]) {
  const config = parseRuntimeConfig({ networks: [{ id: NETWORK, rpcUrls: [proxy.url] }] });
  if (!config.ok) throw new Error(config.error);
  return startEngine([], config.value, patience);
}

test('calls are given up once an execution is shown', async () => {
  const { open } = await start();
  proxy.resetCounts();
  for (const key of keys) expect((await open(key)).source).toBe('replay');
  // Nearly each opening asked for the calls.
  expect(proxy.calls('debug_traceTransaction')).toBeGreaterThan(DEFAULT_LIMITS.concurrency);
});

test('calls are given up when the reader leaves', async () => {
  const { engine, open } = await start();
  for (const key of keys) {
    const job = newJob();
    const ended = await engine.trace.openTransaction(job, key, ({ type }) => {
      if (type === 'record') void engine.trace.cancel(job);
    });
    expect(!ended.ok && ended.error.code).toBe('cancelled');
  }
  expect((await open(keys[0] as TransactionKey)).source).toBe('replay');
});

test('calls are read, and not asked for again, where the execution takes long', async () => {
  const { open } = await start({ state: 0, steps: 0 });
  proxy.set({ hold: /^eth_getCode$/ });
  proxy.resetCounts();
  const { source, replaying } = await open(keys[0] as TransactionKey);
  expect({ source, replaying }).toEqual({ source: 'callTracer', replaying: true });
  expect(proxy.calls('debug_traceTransaction')).toBe(1);
});
