/** Transactions in the middle of a block, on plain calls alone: provisional rows, then exact ones. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { chainRules } from '../../../../src/core/evm/rules/chain-rules';
import { readTrace } from '../../../../src/db/traces/traces';
import { fetchBlockAccessList } from '../../../../src/net/block-access-list';
import { createRpc } from '../../../../src/net/rpc/rpc';
import { fetchAccessList } from '../../../../src/net/state-source';
import type { ProvisionalRows } from '../../../../src/workers/trace/replay/replay-job';
import { stateByAccessList } from '../../../../src/workers/trace/replay/state-by-access-list';
import { computeBlockAccessList } from '../../../../tools/block-access-list';
import { type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, saveFar, startEngine } from '../../../helpers/demo-engine';
import { eventually } from '../../../helpers/eventually';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { linesOf, replayJobOf, verifiedReplay } from '../../../helpers/replays';
import { ANVIL_NETWORK, endpointsOf } from '../../../helpers/rpc';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;
const SENDERS = 60;

/** Counts in a slot of each caller's own: sstore(caller, sload(caller) + 1). */
const OWN = { address: `0x${'0e'.repeat(20)}` as Address, code: '0x33546001013355' };
/** Counts in one slot for all, and logs the count. */
const SHARED = { address: `0x${'0f'.repeat(20)}` as Address, code: '0x6000546001018060005560005260206000a0' };

let anvil: Anvil;
let proxy: FaultProxy;
/** In the order of their block: two to the shared counter, the others to their own. */
let hashes: readonly Hash[];
beforeAll(async () => {
  anvil = await startAnvil({ args: ['--accounts', String(SENDERS)] });
  proxy = await startFaultProxy(anvil.url);
  for (const { address, code } of [OWN, SHARED]) await anvil.call('anvil_setCode', [address, code]);
  const senders = await anvil.call<Address[]>('eth_accounts');
  await anvil.call('evm_setAutomine', [false]);
  const sent: Hash[] = [];
  for (const [index, from] of senders.entries()) {
    const gasPrice = `0x${(10n ** 11n - BigInt(index) * 10n ** 8n).toString(16)}`;
    const to = index < 2 ? SHARED.address : OWN.address;
    sent.push(await anvil.call('eth_sendTransaction', [{ from, to, gas: '0x186a0', gasPrice }]));
  }
  await anvil.call('evm_mine');
  const block = await anvil.call<{ transactions: Hash[] }>('eth_getBlockByNumber', ['latest', false]);
  expect(block.transactions).toEqual(sent);
  hashes = sent;
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(() => {
  proxy.set({ refuse: ONLY_PLAIN });
  proxy.resetCounts();
});
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});

async function replayAt(index: number) {
  const provisional: ProvisionalRows[] = [];
  const job = await replayJobOf(anvil.url, hashes[index] as Hash, proxy.url);
  const rpc = createRpc({
    networkId: ANVIL_NETWORK,
    endpoints: endpointsOf([proxy.url]),
    limits: { batchSize: 5_000 },
  });
  const onProvisional = (rows: ProvisionalRows) => provisional.push(rows);
  const replayed = await verifiedReplay({
    ...job,
    rpc,
    prestate: { use: 'never', reason: 'not for this test' },
    onProvisional,
  });
  return { replayed, provisional, block: job.block };
}

test('what does not depend on transactions before it is told provisionally, and is the same in the end', async () => {
  const { replayed, provisional, block } = await replayAt(5);
  expect(replayed.compared.earlier).toBe(5);
  expect(provisional).toHaveLength(1);
  expect(provisional[0]?.blockHash).toBe(block.hash);
  expect(provisional.flatMap(({ trace }) => linesOf(trace))).toEqual(linesOf(replayed.replay.finish()));
});

test('what comes out otherwise on the state of the block before is told only when it is exact', async () => {
  const { replayed, provisional } = await replayAt(1);
  expect(replayed.compared).toMatchObject({ earlier: 1, logs: 1 });
  expect(provisional).toEqual([]);
});

test('the first transaction of a block is exact at once', async () => {
  expect((await replayAt(0)).provisional).toEqual([]);
});

test('a block takes as many round trips however many transactions come before', async () => {
  await replayAt(4);
  const few = proxy.requests();
  proxy.resetCounts();
  const { replayed } = await replayAt(SENDERS - 1);
  expect(replayed.compared.earlier).toBe(SENDERS - 1);
  // Code of many accounts is asked for once more, where it is not known by its hash.
  expect(proxy.requests()).toBeLessThanOrEqual(few + 1);
});

test('provisional rows stand while the exact ones are made, and give way to them where they are', async () => {
  const started = await startEngine([proxy.url]);
  const key = { networkId: ANVIL_NETWORK, hash: hashes[7] as Hash };
  proxy.set({ refuse: ONLY_PLAIN, hold: /^eth_getBlockReceipts$/ });
  const opened = await started.open(key);
  expect(opened).toMatchObject({ source: 'replay', isProvisional: true, replaying: true });
  expect(opened.verification).toBeUndefined();
  proxy.set({ refuse: ONLY_PLAIN });
  await started.engine.settled();
  const replayed = started.events.find((event) => event.type === 'replayed');
  expect(replayed?.summary).toMatchObject({
    replaying: false,
    numbering: opened.numbering,
    rowCount: opened.rowCount,
    verification: { origin: 'rpc', compared: { earlier: 7 }, checked: { isIncluded: true } },
  });
  expect(replayed?.summary.isProvisional).toBeUndefined();
  expect(await readTrace(key)).toMatchObject({ source: 'replay', replay: { verification: { origin: 'rpc' } } });
});

test('where the exact rows cannot be made, the provisional ones stay so, with the reason, and are not kept', async () => {
  const started = await startEngine([proxy.url]);
  const key = { networkId: ANVIL_NETWORK, hash: hashes[7] as Hash };
  // Neither the block with its transactions nor the first of them by itself.
  const withoutFirst = (method: string, params: readonly unknown[], result: unknown) => {
    if (method === 'eth_getBlockByHash' && params[1] === true) return { ...(result as object), transactions: ['0x'] };
    return method === 'eth_getTransactionByHash' && params[0] === hashes[0] ? null : result;
  };
  proxy.set({ refuse: ONLY_PLAIN, lie: withoutFirst });
  const { handle } = await started.open(key);
  await started.engine.settled();
  await eventually(() => expect(started.events.some(({ type }) => type === 'replayed')).toBe(true));
  const replayed = started.events.find((event) => event.type === 'replayed');
  expect(replayed).toMatchObject({ handle, summary: { isProvisional: true, replaying: false } });
  expect(replayed?.summary.skipped.map(({ source }) => source)).toEqual(['cache', 'prestateTracer', 'replay']);
  expect(await readTrace(key)).toBeUndefined();
});

describe('an endpoint that answers access lists of blocks', () => {
  const withList = async (change: (list: readonly unknown[]) => unknown = (list) => list) => {
    const block = await anvil.call<{ hash: Hash }>('eth_getBlockByNumber', ['latest', false]);
    const list = await computeBlockAccessList((method, params) => anvil.call(method, params), block.hash);
    const answer = change(list);
    proxy.set({ refuse: ONLY_PLAIN, own: (method) => (method === 'eth_getBlockAccessList' ? answer : undefined) });
  };
  const replayByList = async (index: number) => {
    const job = await replayJobOf(anvil.url, hashes[index] as Hash, proxy.url);
    const { rpc, transaction, signal } = job;
    const blockAccess = {
      list: fetchBlockAccessList(rpc, transaction.blockHash as Hash),
      probable: fetchAccessList(rpc, transaction, (transaction.blockNumber ?? 0) - 1),
    };
    return verifiedReplay({ ...job, blockAccess, signal, prestate: { use: 'never', reason: 'not for this test' } });
  };

  test.each([1, 2, SENDERS - 1])(
    'transaction %i finds what those before it wrote, without executing them',
    async (index) => {
      await withList();
      const replayed = await replayByList(index);
      expect(replayed.compared).toMatchObject({ earlier: 0, accessList: 'stated' });
      expect(await replayed.read(new AbortController().signal)).toMatch(/which its header does not commit to/);
      expect(proxy.calls('eth_getBlockReceipts')).toBe(0);
      expect(linesOf(replayed.replay.finish())).toEqual(linesOf((await replayAt(index)).replayed.replay.finish()));
    },
  );

  test('a list that leaves out what was written is not gone by: the others are executed', async () => {
    await withList(() => []);
    const { compared } = await replayByList(1);
    expect(compared).toMatchObject({ earlier: 1 });
    expect(compared.accessList).toBeUndefined();
  });

  test('a list that says something else of the transaction itself is not gone by either', async () => {
    type Listed = { balanceChanges: readonly { index: string; value: string }[] };
    const richer = (change: { index: string; value: string }) =>
      change.index === '0x2' ? { ...change, value: '0x1234' } : change;
    await withList((list) =>
      (list as readonly Listed[]).map((account) => ({
        ...account,
        balanceChanges: account.balanceChanges.map(richer),
      })),
    );
    const { compared } = await replayByList(1);
    expect(compared).toMatchObject({ earlier: 1 });
    expect(compared.accessList).toBeUndefined();
  });

  test('a list that the header does not commit to is named', async () => {
    await withList();
    const job = await replayJobOf(anvil.url, hashes[1] as Hash, proxy.url);
    const { rpc, transaction } = job;
    const block = {
      ...job.block,
      number: job.block.number as number,
      blockAccessListHash: `0x${'ab'.repeat(32)}` as Hash,
    };
    const rules = chainRules(job.network, job.block, { isDevelopment: true });
    if (!rules.ok) throw new Error(rules.error);
    const blockAccess = {
      list: fetchBlockAccessList(rpc, transaction.blockHash as Hash),
      probable: fetchAccessList(rpc, transaction, block.number - 1),
    };
    expect(await stateByAccessList(job, block, rules.value, 1, blockAccess)).toEqual({
      ok: true,
      value: { contradiction: expect.stringMatching(/does not have the hash that the header commits to/) },
    });
  });

  test('the whole engine goes by it where a probe found it, and proves inclusion behind the rows', async () => {
    await withList();
    await saveFar(proxy.url);
    const again = await startEngine([proxy.url]);
    const opened = await again.open({ networkId: ANVIL_NETWORK, hash: hashes[7] as Hash });
    expect(opened.verification?.compared).toMatchObject({ accessList: 'stated' });
    await again.engine.settled();
    const proven = again.events.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : []));
    expect(proven.at(-1)).toMatchObject({ isIncluded: true, state: { isProven: false } });
  });
});
