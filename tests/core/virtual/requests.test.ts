/** Requests as text, and methods that are easily asked the wrong thing: what a virtual network answers. */
import { describe, expect, it as test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { answerText } from '../../../src/core/virtual/rpc/answer-batch';
import { toldOf } from '../../../src/core/virtual/rpc/filters';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';

const [ALICE, BOB, CAROL] = [...TEST_ACCOUNTS.keys()] as [Address, Address, Address];
/** A creation that logs nothing but the topic 1. */
const LOGS_ONE: Hex = '0x60015f5fa1';
const topic = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

async function newNode() {
  const chain = await createEmptyChain(7357, [ALICE, BOB, CAROL], () => 1_900_000_000);
  const node = new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test');
  const door = new RpcDoor(node);
  const call = <T>(method: string, ...params: unknown[]) => door.request(method, params) as Promise<T>;
  const answer = async (body: unknown) => {
    const text = await answerText(JSON.stringify(body), (method, params) => door.request(method, params));
    return text === '' ? undefined : JSON.parse(text);
  };
  return { chain, node, call, answer };
}

describe('a request', () => {
  const asked = { jsonrpc: '2.0', method: 'eth_chainId' };

  test('without an id is carried out and not answered', async () => {
    const { answer, chain } = await newNode();
    expect(await answer({ jsonrpc: '2.0', method: 'evm_mine' })).toBeUndefined();
    expect(chain.number).toBe(1);
    expect(await answer([asked])).toBeUndefined();
    expect(await answer([asked, { ...asked, id: 7 }])).toEqual([{ jsonrpc: '2.0', id: 7, result: '0x1cbd' }]);
  });

  test('with null for an id or for its parameters is answered', async () => {
    const { answer } = await newNode();
    expect(await answer({ ...asked, id: null, params: null })).toEqual({ jsonrpc: '2.0', id: null, result: '0x1cbd' });
  });

  test('that is none is refused with the code for it', async () => {
    const { answer } = await newNode();
    const codeOf = async (body: unknown) => (await answer(body)).error.code;
    expect(await codeOf('eth_chainId')).toBe(-32600);
    expect(await codeOf({ ...asked, id: [[1]] })).toBe(-32600);
    expect(await codeOf({ ...asked, id: 1, params: {} })).toBe(-32602);
  });
});

describe('a transaction', () => {
  test('with a gap before its nonce waits, and makes no block', async () => {
    const { call } = await newNode();
    await call('eth_sendTransaction', { from: ALICE, to: BOB, nonce: '0x1' });
    expect(await call('eth_blockNumber')).toBe('0x0');
    await call('evm_setAutomine', true);
    expect(await call('eth_blockNumber')).toBe('0x0');
    await call('eth_sendTransaction', { from: ALICE, to: BOB, nonce: '0x0' });
    expect([await call('eth_blockNumber'), (await call<{ queued: Hex }>('txpool_status')).queued]).toEqual([
      '0x1',
      '0x0',
    ]);
  });

  test('whose sender cannot pay any more makes no empty blocks behind those of others', async () => {
    const { call } = await newNode();
    await call('evm_setAutomine', false);
    await call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await call('anvil_setBalance', ALICE, '0x0');
    await call('evm_setAutomine', true);
    await call('eth_sendTransaction', { from: CAROL, to: BOB, value: '0x1' });
    expect([await call('eth_blockNumber'), (await call<{ pending: Hex }>('txpool_status')).pending]).toEqual([
      '0x1',
      '0x1',
    ]);
  });

  test('without a price pays the base fee that is set for the next block', async () => {
    const { call } = await newNode();
    const fee = 100_000_000_000n;
    await call('hardhat_setNextBlockBaseFeePerGas', `0x${fee.toString(16)}`);
    expect(BigInt(await call<Hex>('eth_gasPrice'))).toBeGreaterThan(fee);
    expect(BigInt(await call<Hex>('eth_baseFee'))).toBe(fee);
    const hash = await call('eth_sendTransaction', { from: ALICE, to: BOB });
    expect(await call('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', blockNumber: '0x1' });
  });

  test('that is filled in can be asked about as it is', async () => {
    const { call } = await newNode();
    const request = { from: ALICE, to: BOB };
    const { tx } = await call<{ tx: object }>('eth_fillTransaction', request);
    expect(tx).toMatchObject({ type: '0x2', gasPrice: null });
    expect(await call('eth_estimateGas', tx)).toBe('0x5208');
    const legacy = await call<{ tx: object }>('eth_fillTransaction', { ...request, gasPrice: '0xba43b7400' });
    expect(legacy.tx).toMatchObject({ type: '0x0', gasPrice: '0xba43b7400' });
    expect(await call('eth_estimateGas', legacy.tx)).toBe('0x5208');
  });

  test('of a type that only the chain itself makes is refused as go-ethereum refuses it', async () => {
    const { call } = await newNode();
    const refused = { code: -32000, message: 'transaction type not supported' };
    const deposit = { type: '0x7e', from: ALICE, to: BOB, mint: '0x1', sourceHash: `0x${'11'.repeat(32)}` };
    await expect(call('eth_sendTransaction', deposit)).rejects.toMatchObject(refused);
    for (const type of ['7e', '7b', '68', '7f'])
      await expect(call('eth_sendRawTransaction', `0x${type}c0`)).rejects.toMatchObject(refused);
    await expect(call('eth_sendRawTransaction', '0x02c0')).rejects.toMatchObject({ code: -32602 });
  });

  test('that is to pay in a token is refused, and does not pay in ether instead', async () => {
    const { call } = await newNode();
    const request = { from: ALICE, to: BOB, feeCurrency: '0x765de816845861e75a25fca122bb6898b8b1282a' };
    for (const method of ['eth_sendTransaction', 'eth_signTransaction', 'eth_estimateGas'])
      await expect(call(method, request)).rejects.toThrow('fees in a token (feeCurrency) are not taken here');
    expect(await call('eth_blockNumber')).toBe('0x0');
    expect(await call('eth_estimateGas', { ...request, feeCurrency: null })).toBe('0x5208');
  });

  test('for another chain is neither sent nor signed', async () => {
    const { call } = await newNode();
    for (const method of ['eth_sendTransaction', 'eth_signTransaction'])
      await expect(call(method, { from: ALICE, to: BOB, chainId: '0x1' })).rejects.toThrow('invalid chain id');
    expect(await call('eth_sendTransaction', { from: ALICE, to: BOB, chainId: '0x1cbd' })).toMatch(/^0x/);
  });
});

test('a call has so much gas at most that it is over in seconds', async () => {
  const { call } = await newNode();
  // Returns the gas that is left.
  const asked = { data: '0x5a5f5260205ff3', gas: '0x1fffffffffffff' };
  expect(BigInt(await call<Hex>('eth_call', asked))).toBeLessThan(500_000_000n);
  const endless = { gasLimit: '0x1fffffffffffff' };
  expect(BigInt(await call<Hex>('eth_call', { data: asked.data }, 'latest', {}, endless))).toBeLessThan(500_000_000n);
});

test('evm_mine makes as many blocks as it is told, the first at its time', async () => {
  const { call, chain } = await newNode();
  await call('evm_mine', { timestamp: 2_000_000_000, blocks: 3 });
  expect([chain.number, chain.blockAt(1)?.block.timestamp]).toEqual([3, 2_000_000_000]);
});

describe('logs', () => {
  test('of an empty list of addresses, and of topics that may be null, are those of anybody', async () => {
    const { call } = await newNode();
    await call('eth_sendTransaction', { from: ALICE, data: LOGS_ONE });
    const found = async (filter: object) =>
      (await call<unknown[]>('eth_getLogs', { fromBlock: '0x0', ...filter })).length;
    expect(await found({ address: [] })).toBe(1);
    expect(await found({ topics: [[]] })).toBe(1);
    expect(await found({ topics: [[null, topic(2)]] })).toBe(1);
    expect(await found({ topics: [topic(1), null] })).toBe(1);
    expect(await found({ topics: [[topic(2)]] })).toBe(0);
    expect(await found({ address: [BOB] })).toBe(0);
  });

  test('of filters that nobody asks for any more make room for new ones', async () => {
    const { call, node } = await newNode();
    const asked = await call('eth_newBlockFilter');
    const forgotten = await call('eth_newBlockFilter');
    for (let more = 2; more < 1_000; more++) await call('eth_newBlockFilter');
    await call('eth_getFilterChanges', asked);
    await call('eth_newBlockFilter');
    await call('evm_mine');
    expect(await call('eth_getFilterChanges', asked)).toHaveLength(1);
    await expect(call('eth_getFilterChanges', forgotten)).rejects.toThrow('filter not found');
    expect([node.filters.size, node.listeners.size]).toEqual([1_000, 1_000]);
  });
});

test('what is no switch, and more topics than a log has, are refused as Anvil does', async () => {
  const { call, node } = await newNode();
  await expect(call('evm_setAutomine', 'x')).rejects.toMatchObject({ code: -32602 });
  expect(node.isAutomatic).toBe(true);
  const topics = [null, null, null, null, null];
  await expect(call('eth_getLogs', { topics })).rejects.toMatchObject({ code: -32602 });
  expect(await call('eth_getLogs', { topics: topics.slice(1) })).toEqual([]);
});

test('a slot that is no whole number from zero on is refused', async () => {
  const { call } = await newNode();
  for (const slot of [-1, 1.5])
    await expect(call('eth_getStorageAt', ALICE, slot, 'latest')).rejects.toMatchObject({ code: -32602 });
});

test('a balance and a nonce that no account can have are refused, and nothing is set', async () => {
  const { call } = await newNode();
  const before = await call('eth_getBalance', ALICE, 'latest');
  const most = `0x${'f'.repeat(64)}`;
  for (const method of ['anvil_addBalance', 'tenderly_addBalance'])
    await expect(call(method, ALICE, most)).rejects.toMatchObject({ code: -32602 });
  expect(await call('eth_getBalance', ALICE, 'latest')).toBe(before);
  await expect(call('anvil_setNonce', ALICE, `0x1${'0'.repeat(16)}`)).rejects.toMatchObject({ code: -32602 });
  expect([await call('eth_getTransactionCount', ALICE, 'latest'), await call('eth_blockNumber')]).toEqual([
    '0x0',
    '0x0',
  ]);
  await call('eth_sendTransaction', { from: ALICE, to: BOB });
  expect(await call('eth_blockNumber')).toBe('0x1');
});

test('blocks stay where what is to be in their place cannot be', async () => {
  const { call, chain } = await newNode();
  await call('anvil_mine', 3);
  const head = chain.head.block.hash;
  const stranger = `0x${'77'.repeat(20)}`;
  for (const pair of [
    [{ from: ALICE, to: BOB }, 2],
    [{ from: stranger, to: BOB }, 0],
    ['0x12', 0],
  ])
    await expect(call('anvil_reorg', 2, [pair])).rejects.toMatchObject({ code: -32602 });
  expect(chain.head.block.hash).toBe(head);
  await call('anvil_reorg', 2, [[{ from: ALICE, to: BOB }, 1]]);
  expect([2, 3].map((number) => chain.blockAt(number)?.transactions.length)).toEqual([0, 1]);
});

test('who watches what waits is told hashes, or whole transactions where it asks for them', async () => {
  const { call, node } = await newNode();
  const told: Record<string, unknown[]> = { hashes: [], whole: [] };
  const [hashes, whole] = [toldOf('newPendingTransactions', undefined), toldOf('newPendingTransactions', true)];
  node.listeners.add((event) => {
    told.hashes?.push(...hashes(event));
    told.whole?.push(...whole(event));
  });
  const hash = await call<Hex>('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x5' });
  expect(told.hashes).toEqual([hash]);
  expect(told.whole).toMatchObject([{ hash, from: ALICE, to: BOB, value: '0x5', blockHash: null }]);
});
