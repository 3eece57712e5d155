/** Transactions of Celo that pay in a token (CIP-64), on a virtual network of its rules. */
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { serializeTransaction } from 'viem/celo';
import { expect, it as test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { CELO } from '../../../src/core/evm/families/celo';
import { MANTLE } from '../../../src/core/evm/families/mantle';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { fromVirtualBlockRow, toVirtualBlockRow } from '../../../src/db/rows/virtual-block-row';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
const SIGNER = privateKeyToAccount(TEST_ACCOUNTS.get(ALICE) as Hex);
const NOW = 1_900_000_000;
const DIRECTORY = '0x15f344b9e6c3cb6f0376a36a64928b13f62c6276';
const CURRENCY = `0x${'cc'.repeat(20)}` as Address;
const UNWILLING = `0x${'ee'.repeat(20)}` as Address;
/** Answers getExchangeRate(address) with 10 to 2, and getCurrencyConfig(address) with an oracle and 50,000 gas. */
const DIRECTORY_CODE =
  '0x60003560e01c63efb7601d14601f57600160005261c35060205260406000f35b600a600052600260205260406000f3';
/** Emits its calldata. */
const CURRENCY_CODE = '0x366000600037366000a000';

async function newNode(family = CELO, id = 42220) {
  const rules = family.rulesAt({ id: id as NetworkId, name: family.name }, { timestamp: NOW });
  if (!rules.ok) throw new Error(rules.error);
  const chain = await createEmptyChain(id, [ALICE, BOB], () => NOW, rules.value);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  const call = <T>(method: string, ...params: unknown[]) => door.request(method, params) as Promise<T>;
  await call('anvil_setCode', DIRECTORY, DIRECTORY_CODE);
  await call('anvil_setCode', CURRENCY, CURRENCY_CODE);
  await call('anvil_setCode', UNWILLING, '0x60006000fd');
  return { chain, call };
}

/** As viem signs it. */
function signed(more: object): Promise<Hex> {
  const transaction = {
    ...{ type: 'cip64', chainId: 42220, nonce: 0, to: BOB, value: 3n, gas: 100_000n },
    ...{ feeCurrency: CURRENCY, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 5n },
    ...more,
  } as const;
  return SIGNER.signTransaction(transaction as never, { serializer: serializeTransaction as never });
}

test('what is signed to pay in a token is sent, and pays in it', async () => {
  const { call, chain } = await newNode();
  const before = BigInt(await call<Hex>('eth_getBalance', ALICE, 'latest'));
  const raw = await signed({});
  const hash = await call<Hash>('eth_sendRawTransaction', raw);
  expect(hash).toBe(keccak256(raw));
  const base = (await call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false)).baseFeePerGas;
  const inToken = BigInt(base) * 5n;
  // A tip of five in the token, of which five are one of the chain's own coin.
  expect(await call('eth_feeHistory', '0x1', 'latest', [50])).toMatchObject({ reward: [['0x1']] });
  const receipt = await call<{ logs: object[] }>('eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({
    ...{ status: '0x1', type: '0x7b', gasUsed: `0x${(71_000).toString(16)}` },
    ...{ baseFee: `0x${inToken.toString(16)}`, effectiveGasPrice: `0x${(inToken + 5n).toString(16)}` },
  });
  // The token was told to take and to share out the fees.
  expect(receipt.logs).toMatchObject([{ address: CURRENCY }, { address: CURRENCY }]);
  expect(BigInt(await call<Hex>('eth_getBalance', ALICE, 'latest'))).toBe(before - 3n);
  expect(await call('eth_getTransactionByHash', hash)).toMatchObject({ type: '0x7b', feeCurrency: CURRENCY });
  expect(await call('debug_getRawTransaction', hash)).toBe(raw);
  expect(await call('debug_getRawReceipts', 'latest')).toEqual([expect.stringMatching(/^0x7b/)]);
  // It is kept, and read again.
  const kept = { sealed: chain.head, changes: [] };
  expect(fromVirtualBlockRow(toVirtualBlockRow(chain.networkId, kept))?.sealed.transactions).toEqual(
    chain.head.transactions,
  );
});

test.each([
  ['the token takes nothing', { feeCurrency: UNWILLING }, 'does not take the fees'],
  ['it pays less than the base fee', { maxFeePerGas: 6n }, 'max fee per gas less than block base fee'],
  ['it is signed for another chain', { chainId: 1 }, 'invalid chain id'],
])('it is refused where %s', async (_, more, sentence) => {
  const { call } = await newNode();
  await expect(call('eth_sendRawTransaction', await signed(more))).rejects.toThrow(sentence);
  expect(await call('eth_blockNumber')).toBe('0x0');
});

test('prices and gas are asked for with the token', async () => {
  const { call } = await newNode();
  const [own, inToken] = [await call<Hex>('eth_gasPrice'), await call<Hex>('eth_gasPrice', CURRENCY)];
  expect(BigInt(inToken)).toBe(BigInt(own) * 5n);
  expect(BigInt(await call<Hex>('eth_maxPriorityFeePerGas', CURRENCY))).toBe(
    BigInt(await call<Hex>('eth_maxPriorityFeePerGas')) * 5n,
  );
  const request = { from: ALICE, to: BOB, feeCurrency: CURRENCY };
  expect(await call('eth_estimateGas', request)).toBe(`0x${(71_000).toString(16)}`);
});

test('a test account sends it without being asked for more', async () => {
  const { call } = await newNode();
  const hash = await call('eth_sendTransaction', { from: ALICE, to: BOB, feeCurrency: CURRENCY });
  expect(await call('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', type: '0x7b' });
});

test('a transaction that its chain does not have is refused when it is sent, and does not wait for ever', async () => {
  const { call } = await newNode(MANTLE, 5000);
  await expect(call('eth_sendRawTransaction', await signed({ chainId: 5000 }))).rejects.toMatchObject({
    code: -32000,
    message: 'transaction type not supported',
  });
  const blobs = { from: ALICE, to: BOB, blobVersionedHashes: [`0x01${'00'.repeat(31)}`] };
  await expect(call('eth_sendTransaction', blobs)).rejects.toThrow('no transactions of type 0x3');
  await expect(call('eth_estimateGas', { from: ALICE, to: BOB, feeCurrency: CURRENCY })).rejects.toThrow(
    'not taken here',
  );
});
