/** Blocks that are overridden or simulated: what code in them sees, and that nothing of it stays. */
import { expect, it as test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { fixedRules, NEWEST_RULES } from '../../../src/core/virtual/rule-schedule';
import { ZERO_HASH } from '../../../src/core/virtual/sealed-block';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { VirtualChain } from '../../../src/core/virtual/virtual-chain';

const [SENDER] = [...TEST_ACCOUNTS.keys()] as [Address];
const CODE = `0x${'c0'.repeat(20)}` as Address;
/** Stores the hash of the block whose number it is called with in slot 0, and returns it. */
const BLOCKHASH: Hex = '0x5f3540805f555f5260205ff3';
const clock = () => 1_900_000_000;
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`;

async function nodeAt(head: number, code: Hex) {
  const chain = await createEmptyChain(7357, [SENDER], clock);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  const call = <T>(method: string, ...params: unknown[]) => door.request(method, params) as Promise<T>;
  await call('anvil_setCode', CODE, code);
  if (head > 0) await call('anvil_mine', head);
  return { chain, call };
}

test.for<[string, unknown[]]>([
  ['eth_call', ['latest', {}, { number: '0x6' }]],
  ['eth_estimateGas', ['latest', {}, { number: '0x6' }]],
  ['debug_traceCall', ['latest', { blockOverrides: { number: '0x6' } }]],
])('%s with another number leaves hashes of blocks as they are', async ([method, params]) => {
  const { call, chain } = await nodeAt(10, BLOCKHASH);
  const hashOf = (number: number) => chain.blockAt(number)?.block.hash;
  const asked = { to: CODE, data: word(5) };
  await call(method, asked, ...params);
  expect(await call('eth_call', asked, 'latest')).toBe(hashOf(5));
  await call('eth_sendTransaction', { from: SENDER, ...asked });
  expect(await call('eth_getStorageAt', CODE, '0x0', 'latest')).toBe(hashOf(5));
  // In the block of that number, too, the block before is the one of the chain.
  expect(await call('eth_call', asked, 'latest', {}, { number: '0x6' })).toBe(hashOf(5));
});

test('hashes of simulated blocks are known in the simulation only', async () => {
  const { call, chain } = await nodeAt(10, BLOCKHASH);
  const calls = [{ to: CODE, input: word(6) }];
  const simulated = await call<{ hash: Hash; calls: { returnData: Hash }[] }[]>(
    'eth_simulateV1',
    { blockStateCalls: [{}, { calls }] },
    '0x5',
  );
  expect(simulated[1]?.calls[0]?.returnData).toBe(simulated[0]?.hash);
  const own = chain.blockAt(6)?.block.hash;
  expect(simulated[0]?.hash).not.toBe(own);
  expect(await call('eth_call', { to: CODE, data: word(6) }, 'latest')).toBe(own);
});

test('a block that is not there yet has no hash, on a fork none of its parent', async () => {
  const { chain: parent } = await nodeAt(0, BLOCKHASH);
  const asked: number[] = [];
  const chain = new VirtualChain({
    chainId: 7358,
    rules: fixedRules(NEWEST_RULES),
    first: {
      forkedAt: { ...parent.head.block, number: 20 },
      source: {
        account: async () => ({ balance: 0n, nonce: 0, code: '0x' as Hex }),
        slot: async () => ZERO_HASH,
        blockHash: async (number) => {
          asked.push(number);
          return word(number) as Hash;
        },
      },
    },
    clock,
  });
  await chain.begin();
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  await door.request('anvil_setCode', [CODE, BLOCKHASH]);
  const hashAt = (number: number) =>
    door.request('eth_call', [{ to: CODE, data: word(number) }, 'latest', {}, { number: '0x1e' }]);
  expect([await hashAt(25), await hashAt(19)]).toEqual([ZERO_HASH, word(19)]);
  expect(asked).toEqual([19]);
});
