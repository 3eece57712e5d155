/** Token amounts set by hand, and a network that begins again. */
import { encodeFunctionData, parseAbi } from 'viem';
import { expect, it as test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { limbsOf } from '../../../src/core/evm/words/words';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { fixedRules, NEWEST_RULES } from '../../../src/core/virtual/rule-schedule';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { VirtualChain } from '../../../src/core/virtual/virtual-chain';

const clock = () => 1_900_000_000;
const TOKEN = `0x${'70'.repeat(20)}` as Address;
const [FIRST, SECOND] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
/** Answers every question with the slot that has the number of the first parameter: a balance for each holder. */
const BALANCES: Hex = '0x600435545f5260205ff3';
const word = (value: bigint | number | Hex) => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const balanceOf = (holder: Address) =>
  encodeFunctionData({ abi: parseAbi(['function balanceOf(address) view returns (uint256)']), args: [holder] });

async function emptyNode() {
  const chain = await createEmptyChain(7357, [...TEST_ACCOUNTS.keys()], clock);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  return { chain, call: <T>(method: string, ...params: unknown[]) => door.request(method, params) as Promise<T> };
}

test('a token amount is written where the token reads it, under the names of both tools', async () => {
  const { call } = await emptyNode();
  await call('anvil_setCode', TOKEN, BALANCES);
  expect(await call('anvil_dealERC20', FIRST, TOKEN, '0x64')).toBeNull();
  expect(await call('eth_call', { to: TOKEN, data: balanceOf(FIRST) }, 'latest')).toBe(word(100));
  expect(await call('eth_getStorageAt', TOKEN, FIRST, 'latest')).toBe(word(100));
  // Tenderly's makes a block, and takes several holders.
  const head = await call<Hex>('eth_blockNumber');
  await call('tenderly_setErc20Balance', TOKEN, [FIRST, SECOND], '0x7');
  expect(await call('eth_call', { to: TOKEN, data: balanceOf(SECOND) }, 'latest')).toBe(word(7));
  expect(BigInt(await call<Hex>('eth_blockNumber'))).toBe(BigInt(head) + 1n);
  await call('anvil_setERC20Allowance', SECOND, FIRST, TOKEN, '0x9');
  expect(await call('eth_call', { to: TOKEN, data: balanceOf(SECOND) }, 'latest')).toBe(word(9));
});

test('what is no token is refused in words, and nothing is changed', async () => {
  const { call } = await emptyNode();
  await expect(call('anvil_dealERC20', FIRST, TOKEN, '0x64')).rejects.toThrow('it does not answer');
  await call('anvil_setCode', TOKEN, '0x5f54600101600a5f5560205ff3');
  await expect(call('anvil_dealERC20', FIRST, TOKEN, '0x64')).rejects.toThrow();
  expect(await call('eth_getStorageAt', TOKEN, '0x0', 'latest')).toBe(word(0));
});

test('reset: an empty network has what it began with and nothing else', async () => {
  const { call, chain } = await emptyNode();
  const genesis = chain.head.block.hash;
  await call('anvil_setBalance', SECOND, '0x1');
  await call('evm_snapshot');
  await call('evm_setAutomine', false);
  await call('eth_sendTransaction', { from: FIRST, to: SECOND, value: '0x5' });
  await call('anvil_mine', '0x3');
  await call('evm_increaseTime', 5_000);
  await call('anvil_impersonateAccount', TOKEN);
  expect(await call('hardhat_reset')).toBe(true);
  expect(chain.head.block.hash).toBe(genesis);
  expect(await call('eth_getBalance', SECOND, 'latest')).toBe('0x21e19e0c9bab2400000');
  expect(await call('anvil_getAutomine')).toBe(true);
  expect(await call('evm_revert', '0x0')).toBe(false);
  expect(chain.now()).toBe(clock());
  await expect(call('eth_sendTransaction', { from: TOKEN, to: FIRST })).rejects.toThrow();
  // It goes on as ever.
  await call('eth_sendTransaction', { from: FIRST, to: SECOND, value: '0x5' });
  expect(await call('eth_blockNumber')).toBe('0x1');
});

test('reset: a fork begins again at its block, and not at another one', async () => {
  const { chain: parent } = await emptyNode();
  const { block } = parent.head;
  const source = {
    account: async () => ({ balance: 3n, nonce: 0, code: '0x' as Hex }),
    slot: async () => word(0) as Hash,
    blockHash: async () => block.hash,
  };
  const chain = new VirtualChain({
    chainId: 7358,
    rules: fixedRules(NEWEST_RULES),
    first: { forkedAt: block, source },
    clock,
  });
  await chain.begin();
  await chain.change(FIRST, (state, account) => state.setBalance(account, limbsOf(10n ** 22n), 0));
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  await door.request('eth_sendTransaction', [{ from: FIRST, to: TOKEN, value: '0x5' }]);
  expect(await door.request('eth_getBalance', [TOKEN, 'latest'])).toBe('0x8');
  await expect(door.request('anvil_reset', [{ forking: { blockNumber: 99 } }])).rejects.toThrow('make a new one');
  expect(await door.request('anvil_reset', [{ forking: { blockNumber: 0 } }])).toBeNull();
  expect(chain.number).toBe(0);
  expect(await door.request('eth_getBalance', [TOKEN, 'latest'])).toBe('0x3');
  expect(await door.request('eth_getBalance', [FIRST, 'latest'])).toBe('0x21e19e0c9bab2400000');
});

test('evm_revert: of a fork only blocks of its own are gone through, however high it began', async () => {
  const { chain: parent } = await emptyNode();
  const chain = new VirtualChain({
    chainId: 7358,
    rules: fixedRules(NEWEST_RULES),
    first: {
      forkedAt: { ...parent.head.block, number: 2 ** 40 },
      source: {
        account: async () => ({ balance: 0n, nonce: 0, code: '0x' as Hex }),
        slot: async () => word(0) as Hash,
        blockHash: async () => parent.head.block.hash,
      },
    },
    clock,
  });
  await chain.begin();
  const node = new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test');
  const door = new RpcDoor(node);
  await door.request('evm_mine');
  const id = await door.request('evm_snapshot');
  await door.request('anvil_mine', ['0x2']);
  const dropped: number[] = [];
  node.listeners.add((event) => {
    if (event.kind === 'dropped') dropped.push(event.sealed.block.number);
  });
  expect(await door.request('evm_revert', [id])).toBe(true);
  expect(dropped).toEqual([2 ** 40 + 3, 2 ** 40 + 2]);
});
