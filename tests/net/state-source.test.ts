import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../src/core/chain/primitives';
import { fetchPrestate, fetchState, needsOf } from '../../src/net/state-source';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { sendMined } from '../helpers/mined';
import { startNode, type TestNode } from '../helpers/node';
import { rpcOf } from '../helpers/rpc';

const [alice, bob] = ANVIL_ACCOUNTS.map((account) => account as Address) as [Address, Address];
const NOBODY = `0x${'12'.repeat(20)}` as Address;
const CONTRACT = `0x${'34'.repeat(20)}` as Address;
const OTHER = `0x${'56'.repeat(20)}` as Address;
const slot = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;

let node: TestNode;
let proxy: FaultProxy;
beforeAll(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
  await node.call('anvil_setCode', [CONTRACT, '0x6001']);
  await node.call('anvil_setCode', [OTHER, '0x6001']);
  await node.call('anvil_setBalance', [OTHER, '0x7']);
  await node.call('anvil_setStorageAt', [CONTRACT, slot(3), slot(9)]);
  await node.call('anvil_mine', ['0x1']);
  await sendMined(node, { from: alice, to: bob, value: '0x5' });
});
afterAll(async () => {
  await proxy?.stop();
  await node?.stop();
});
beforeEach(() => {
  proxy.set({});
  proxy.resetCounts();
});

test('accounts and slots at a block come in one request', async () => {
  const needs = {
    accounts: [bob, NOBODY, CONTRACT],
    slots: [
      { address: CONTRACT, key: slot(3) },
      { address: CONTRACT, key: slot(4) },
    ],
  };
  const known = await fetchState(rpcOf([proxy.url]), 1, needs);
  expect(known).toEqual({
    ok: true,
    value: {
      accounts: [
        { address: bob, balance: 10_000n * 10n ** 18n, nonce: 0, code: '0x' },
        { address: NOBODY, balance: 0n, nonce: 0, code: '0x' },
        { address: CONTRACT, balance: 0n, nonce: 0, code: '0x6001' },
      ],
      slots: [
        { address: CONTRACT, key: slot(3), value: slot(9) },
        { address: CONTRACT, key: slot(4), value: slot(0) },
      ],
    },
  });
  expect(proxy.requests()).toBe(1);
});

describe('many accounts', () => {
  const EMPTY = Array.from(
    { length: 200 },
    (_, index) => `0x${(index + 1_000).toString(16).padStart(40, '0')}` as Address,
  );
  const accounts = [bob, CONTRACT, ...EMPTY, OTHER, alice];
  const read = async (known?: Parameters<typeof fetchState>[4], rpc = rpcOf([proxy.url])) =>
    fetchState(rpc, 2, { accounts, slots: [] }, {}, known);
  const EXPECTED = [
    { address: bob, balance: 10_000n * 10n ** 18n + 5n, nonce: 0, code: '0x' },
    { address: CONTRACT, balance: 0n, nonce: 0, code: '0x6001' },
    ...EMPTY.map((address) => ({ address, balance: 0n, nonce: 0, code: '0x' })),
    { address: OTHER, balance: 7n, nonce: 0, code: '0x6001' },
    { address: alice, balance: expect.any(BigInt), nonce: 1, code: '0x' },
  ];

  test('are read by a program, code that several have once', async () => {
    const known = await read();
    expect(known).toMatchObject({ ok: true, value: { accounts: EXPECTED } });
    expect([proxy.calls('eth_call'), proxy.calls('eth_getCode'), proxy.calls('eth_getBalance')]).toEqual([2, 1, 0]);
    expect(proxy.calls('eth_getTransactionCount')).toBe(accounts.length);
  });

  test('need not be asked for nonces and code that are known, but for the nonce where there is code', async () => {
    const nonces = new Map<Address, number>([...EMPTY, CONTRACT].map((address) => [address, 0]));
    const codes = new Map();
    expect(await read({ nonces, codes })).toMatchObject({ ok: true, value: { accounts: EXPECTED } });
    expect(proxy.calls('eth_getTransactionCount')).toBe(4);
    proxy.resetCounts();
    await read({ nonces, codes });
    expect(proxy.calls('eth_getCode')).toBe(0);
  });

  test('are what they are where the node lets an account of its own pay for calls of nobody', async () => {
    // As EDR does on its chain of the OP Stack: the first of its accounts pays for the data of the call.
    proxy.set({
      lie: (method, [call], result) =>
        method === 'eth_call' && (call as { from?: Address }).from === undefined
          ? `0x${'7'.repeat(64)}${String(result).slice(66)}`
          : result,
    });
    expect(await read(undefined, rpcOf([proxy.url]))).toMatchObject({ ok: true, value: { accounts: EXPECTED } });
    expect([proxy.calls('eth_call'), proxy.calls('eth_getBalance')]).toEqual([2, 0]);
  });

  test('are read one by one where the program is not run, or code does not have its hash', async () => {
    const other = (method: string, _: unknown, result: unknown) =>
      method === 'eth_getCode' && result !== '0x' ? '0x6002' : result;
    for (const behaviour of [{ refuse: /^eth_call$/ }, { lie: other }]) {
      proxy.set(behaviour);
      const rpc = rpcOf([proxy.url]);
      const known = await read(undefined, rpc);
      expect(known.ok && known.value.accounts.map(({ balance }) => balance).slice(0, 2)).toEqual([
        10_000n * 10n ** 18n + 5n,
        0n,
      ]);
      proxy.resetCounts();
      await read(undefined, rpc);
      expect([proxy.calls('eth_call'), proxy.calls('eth_getBalance')]).toEqual([0, accounts.length]);
    }
  });
});

test('slots come in one call for all, once the endpoint was seen to answer it', async () => {
  const rpc = rpcOf([proxy.url]);
  const slots = [3, 4].map((key) => ({ address: CONTRACT, key: slot(key) }));
  const known = await fetchState(rpc, 1, { accounts: [], slots });
  proxy.resetCounts();
  expect(await fetchState(rpc, 1, { accounts: [], slots })).toEqual(known);
  expect([proxy.calls('eth_getStorageValues'), proxy.calls('eth_getStorageAt')]).toEqual([1, 0]);

  const many = Array.from({ length: 1_500 }, (_, key) => ({
    address: key % 2 === 0 ? CONTRACT : NOBODY,
    key: slot(key),
  }));
  const fetched = await fetchState(rpc, 1, { accounts: [], slots: many });
  const expected = many.map((each) => ({ ...each, value: slot(0) }));
  expect(fetched).toMatchObject({ ok: true, value: { slots: expected } });
  expect([proxy.calls('eth_getStorageValues'), proxy.calls('eth_getStorageAt')]).toEqual([3, 0]);
});

test('slots come one by one where the call for all is refused, or answers less', async () => {
  const slots = [3, 4].map((key) => ({ address: CONTRACT, key: slot(key) }));
  const values = [slot(9), slot(0)];
  const behaviours = [
    { refuse: /^eth_getStorageValues$/ },
    { lie: (method: string, _: unknown, result: unknown) => (method === 'eth_getStorageValues' ? {} : result) },
  ];
  for (const behaviour of behaviours) {
    proxy.set(behaviour);
    const rpc = rpcOf([proxy.url]);
    for (let time = 0; time < 2; time++) {
      proxy.resetCounts();
      const known = await fetchState(rpc, 1, { accounts: [], slots });
      expect(known).toMatchObject({ ok: true, value: { slots: values.map((value) => ({ value })) } });
    }
    // It is tried once.
    expect([proxy.calls('eth_getStorageValues'), proxy.calls('eth_getStorageAt')]).toEqual([0, 2]);
  }
});

describe('many slots of an endpoint without a call for all', () => {
  const PRECOMPILE = `0x${'0'.repeat(38)}04` as Address;
  const owners = [CONTRACT, OTHER, NOBODY, bob, PRECOMPILE];
  // Those of an account lie apart, and some are asked for twice.
  const slots = Array.from({ length: 1_500 }, (_, at) => ({
    address: owners[at % owners.length] as Address,
    key: slot(Math.floor(at / owners.length) % 250),
  }));
  const expected = slots.map((each) => ({
    ...each,
    value: each.address === CONTRACT && each.key === slot(3) ? slot(9) : slot(0),
  }));
  const refuse = /^eth_getStorageValues$/;
  const answer = (change: (result: string) => string) => ({
    lie: (method: string, _: readonly unknown[], result: unknown) =>
      method === 'eth_call' ? change(String(result)) : result,
  });
  const read = (rpc: ReturnType<typeof rpcOf>, all = slots) => fetchState(rpc, 1, { accounts: [], slots: all });

  test('come by a program in place of the code, once it read what was stated', async () => {
    proxy.set({ refuse });
    const rpc = rpcOf([proxy.url]);
    expect(await read(rpc)).toEqual({ ok: true, value: { accounts: [], slots: expected } });
    proxy.resetCounts();
    expect(await read(rpc)).toEqual({ ok: true, value: { accounts: [], slots: expected } });
    const precompiles = slots.filter(({ address }) => address === PRECOMPILE).length;
    expect([proxy.calls('eth_call'), proxy.calls('eth_getStorageAt')]).toEqual([2, precompiles]);
  });

  test('come by it from few on where batches carry less', async () => {
    proxy.set({ refuse, batches: 3 });
    const rpc = rpcOf([proxy.url]);
    const unset = slots.filter(({ address }) => address !== PRECOMPILE).slice(0, 29);
    const few = [{ address: CONTRACT, key: slot(3) }, ...unset];
    for (let time = 0; time < 3; time++) {
      proxy.resetCounts();
      expect(await read(rpc, few)).toMatchObject({ ok: true, value: { slots: few.map(({ key }) => ({ key })) } });
    }
    expect([proxy.calls('eth_call'), proxy.requests()]).toEqual([1, 1]);
  });

  test.each<[string, Parameters<FaultProxy['set']>[0]]>([
    ['is refused', { refuse: /^(eth_getStorageValues|eth_call)$/ }],
    ['is not laid over anything', answer(() => '0x')],
    ['reads all as zero', answer((result) => `0x${'0'.repeat(result.length - 2)}`)],
  ])('come one by one where the program %s', async (_what, behaviour) => {
    proxy.set({ refuse, ...behaviour });
    const rpc = rpcOf([proxy.url]);
    for (let time = 0; time < 2; time++) {
      proxy.resetCounts();
      expect(await read(rpc)).toEqual({ ok: true, value: { accounts: [], slots: expected } });
    }
    expect([proxy.calls('eth_call'), proxy.calls('eth_getStorageAt')]).toEqual([0, slots.length]);
  });

  test('come one by one as long as none of those tried is set', async () => {
    proxy.set({ refuse });
    const rpc = rpcOf([proxy.url]);
    const unset = slots.filter(({ address }) => address === NOBODY);
    await read(rpc, unset);
    proxy.resetCounts();
    expect(await read(rpc, unset)).toMatchObject({ ok: true });
    expect(proxy.calls('eth_getStorageAt')).toBe(unset.length);
  });
});

test('a few accounts are read by the program where batches carry less', async () => {
  proxy.set({ batches: 3 });
  const rpc = rpcOf([proxy.url]);
  const accounts = [bob, CONTRACT, OTHER, NOBODY];
  for (let time = 0; time < 3; time++) {
    proxy.resetCounts();
    expect(await fetchState(rpc, 1, { accounts, slots: [] })).toMatchObject({
      ok: true,
      value: { accounts: [{ code: '0x' }, { code: '0x6001' }, { code: '0x6001' }, { balance: 0n }] },
    });
  }
  expect([proxy.calls('eth_call'), proxy.calls('eth_getBalance')]).toEqual([1, 0]);
});

test.each([
  ['required historical state unavailable (reexec=128)'],
  // Of nodes that still have the block (op-geth, BNB Smart Chain, Avalanche).
  ['header not found'],
])('state that no endpoint keeps is said to be missing: %s', async (message) => {
  proxy.set({ fault: { kind: 'rpcError', code: -32000, message }, methods: /^eth_getBalance$/ });
  const known = await fetchState(rpcOf([proxy.url]), 1234, { accounts: [bob], slots: [] });
  expect(known).toMatchObject({
    ok: false,
    error: { code: 'stateUnavailable', raw: expect.stringContaining(message) },
  });
});

test('of an access list that a node made up, so many entries are taken', () => {
  const entries = Array.from({ length: 3000 }, () => ({ address: NOBODY, storageKeys: [slot(1), slot(2)] }));
  const { accounts, slots } = needsOf(entries);
  expect([accounts.length, slots.length]).toEqual([2000, 2000]);
});

test('the state before a transaction, as geth and others write it', async () => {
  const answer = {
    [bob.toUpperCase().replace('X', 'x')]: { balance: '0x7', nonce: 3, code: '0x60', storage: { '0x01': '0x2' } },
    [NOBODY]: { balance: '0x0', nonce: '0x10' },
  };
  proxy.set({ lie: (method, _params, result) => (method === 'eth_chainId' ? result : answer) });
  const known = await fetchPrestate(rpcOf([proxy.url]), await minedHash());
  expect(known).toEqual({
    ok: true,
    value: {
      accounts: [
        { address: bob, balance: 7n, nonce: 3, code: '0x60' },
        { address: NOBODY, balance: 0n, nonce: 16, code: '0x' },
      ],
      slots: [{ address: bob, key: slot(1), value: slot(2) }],
    },
  });
});

test.each([
  ['no accounts', {}],
  ['a list', []],
  ['struct logs', { gas: 21000, failed: false, structLogs: [] }],
  ['an address that is none', { '0x12': { balance: '0x0' } }],
  ['half a nonce', { [NOBODY]: { balance: '0x0', nonce: 1.5 } }],
  ['a balance of more than 256 bits', { [NOBODY]: { balance: `0x1${'0'.repeat(64)}` } }],
  ['a slot that is no word', { [NOBODY]: { storage: { '0x1': 'zz' } } }],
])('%s is no state', async (_what, answer) => {
  const hash = await minedHash();
  proxy.set({ lie: (method, _params, result) => (method === 'eth_chainId' ? result : answer) });
  expect(await fetchPrestate(rpcOf([proxy.url]), hash)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});

async function minedHash(): Promise<Hash> {
  const block = await node.call<{ transactions: Hash[] }>('eth_getBlockByNumber', ['latest', false]);
  return block.transactions[0] as Hash;
}
