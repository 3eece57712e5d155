/** Blocks that are overridden or simulated: what code in them sees, and that nothing of it stays. */
import { createHash } from 'node:crypto';
import { expect, it as test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { ZERO_HASH } from '../../../src/core/chain/zero-hash';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { fixedRules, NEWEST_RULES } from '../../../src/core/virtual/rule-schedule';
import { type SealedBlock, withdrawalsRootOf } from '../../../src/core/virtual/sealed-block';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { VirtualChain } from '../../../src/core/virtual/virtual-chain';

const [SENDER] = [...TEST_ACCOUNTS.keys()] as [Address];
const CODE = `0x${'c0'.repeat(20)}` as Address;
const BOB = `0x${'b0'.repeat(20)}` as Address;
/** Stores the hash of the block whose number it is called with in slot 0, and returns it. */
const BLOCKHASH: Hex = '0x5f3540805f555f5260205ff3';
/** Returns wei per blob gas. */
const BLOBBASEFEE: Hex = '0x4a5f5260205ff3';
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

test('gas is estimated to be at least the floor of the calldata, so that it can be sent with it', async () => {
  const { call } = await nodeAt(0, '0x');
  const request = { from: SENDER, to: BOB, data: `0x${'01'.repeat(1000)}` };
  const gas = await call<Hex>('eth_estimateGas', request);
  expect(Number(gas)).toBe(21_000 + 40 * 1000); // EIP-7623
  const hash = await call<Hash>('eth_sendTransaction', { ...request, gas });
  expect(await call('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', gasUsed: gas });
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

test('an overridden blob base fee is the one that code sees', async () => {
  const { call } = await nodeAt(0, BLOBBASEFEE);
  const blockOverrides = { blobBaseFee: '0x2a' };
  expect(await call('eth_call', { to: CODE }, 'latest')).toBe(word(1));
  expect(await call('eth_call', { to: CODE }, 'latest', {}, blockOverrides)).toBe(word(42));
  const calls = [{ to: CODE }];
  const simulated = await call('eth_simulateV1', { blockStateCalls: [{ blockOverrides, calls }, { calls }] }, 'latest');
  expect(simulated).toMatchObject([{ calls: [{ returnData: word(42) }] }, { calls: [{ returnData: word(1) }] }]);
});

test('withdrawals are credited at the end of their simulated block, which commits to them', async () => {
  const { call, chain } = await nodeAt(1, '0x73b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0315f5260205ff3');
  const withdrawals = [{ index: '0x1', validatorIndex: '0x2', address: BOB, amount: '0x3' }];
  const calls = [{ to: CODE }];
  const simulated = await call<SealedBlock['block'][]>(
    'eth_simulateV1',
    { blockStateCalls: [{ blockOverrides: { withdrawals }, calls }, { calls }] },
    'latest',
  );
  const withdrawalsRoot = withdrawalsRootOf([{ index: 1, validatorIndex: 2, address: BOB, amount: 3n }]);
  expect(simulated).toMatchObject([
    { withdrawals, withdrawalsRoot, calls: [{ returnData: word(0) }] },
    { withdrawals: [], calls: [{ returnData: word(3_000_000_000) }] },
  ]);
  // The state root is the one of the same balance, set by hand.
  const byHand = await call<SealedBlock['block'][]>(
    'eth_simulateV1',
    { blockStateCalls: [{ calls, stateOverrides: { [BOB]: { balance: '0xb2d05e00' } } }] },
    'latest',
  );
  expect(simulated[0]?.stateRoot).toBe(byHand[0]?.stateRoot);
  expect((await chain.accountNow(BOB)).balance).toBe(0n);
});

test('the beacon root of a simulated block is in its header', async () => {
  const { call } = await nodeAt(0, '0x');
  const beaconRoot = `0x${'be'.repeat(32)}`;
  expect(
    await call('eth_simulateV1', { blockStateCalls: [{ blockOverrides: { beaconRoot } }] }, 'latest'),
  ).toMatchObject([{ parentBeaconBlockRoot: beaconRoot }]);
});

test('a call of its own refuses overrides of what only a whole block has', async () => {
  const { call } = await nodeAt(0, '0x');
  for (const overrides of [{ withdrawals: [] }, { beaconRoot: ZERO_HASH }])
    await expect(call('eth_call', { to: CODE }, 'latest', {}, overrides)).rejects.toThrow('only by eth_simulateV1');
});

test('of two precompiles that are moved to one address the second is there, and neither where it was', async () => {
  const { call } = await nodeAt(0, '0x');
  const [ecrecover, sha256] = [1, 2].map((number) => `0x${number.toString(16).padStart(40, '0')}` as Address);
  const moves = { movePrecompileToAddress: BOB };
  const overrides = { [sha256 as Address]: moves, [ecrecover as Address]: moves };
  const hash = `0x${createHash('sha256').update(Uint8Array.of(1, 2)).digest('hex')}`;
  expect(await call('eth_call', { to: BOB, data: '0x0102' }, 'latest', overrides)).toBe(hash);
  expect(await call('eth_call', { to: sha256, data: '0x0102' }, 'latest', overrides)).toBe('0x');
  // As go-ethereum has it: nothing is moved to where something is overridden.
  await expect(
    call('eth_call', { to: BOB }, 'latest', { [ecrecover as Address]: moves, [BOB]: { balance: '0x1' } }),
  ).rejects.toThrow(/already overridden/);
});
