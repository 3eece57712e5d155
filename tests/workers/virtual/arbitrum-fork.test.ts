/** A virtual network that goes on from a chain of Arbitrum: gas for layer 1 is estimated at the price that ArbOS has for it. */
import { brotliCompressSync, constants } from 'node:zlib';
import { hexToBytes } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { makeUp } from '../../../tools/conformance/chains/made-up-block';
import { MADE_UP, type MadeUpFamily } from '../../../tools/conformance/chains/made-up-families';
import { type RecordedNode, startRecordedNode } from '../../../tools/conformance/chains/recorded-node';
import { forkChain } from '../../../tools/rpc/fork';
import { serve } from '../../tools/rpc/served';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
const FORK = 735_711 as NetworkId;
/** Of the block that is forked: its header says the block of layer 1. */
const FORKED = { number: 250_000_000n, timestamp: 1_726_000_000, l1Block: 20_700_000n };
const LATER = FORKED.timestamp + 12_000;
const ARB_BLOCK_NUMBER = '0xa3b1b31d';

let node: RecordedNode;
let fork: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  node = await startRecordedNode(await makeUp(MADE_UP.arbitrum as MadeUpFamily));
  const made = await forkChain(
    node.url,
    undefined,
    () => FORK,
    () => LATER,
  );
  fork = await serve(new VirtualNode(made.chain, TEST_ACCOUNTS, made.parent, 'anvil/loupe'));
  await fork.call('anvil_setBalance', ALICE, '0xde0b6b3a7640000');
});
afterAll(async () => {
  await fork.server.close();
  await node.stop();
});

const balance = async (of: Address) => BigInt(await fork.call<Hex>('eth_getBalance', of, 'latest'));

test('a transaction pays for layer 1 what its bytes compress to, and an estimate covers it', async () => {
  const call = { from: ALICE, to: BOB, value: '0x7', data: `0x${'0123456789abcdef'.repeat(40)}` };
  const estimate = Number(await fork.call<Hex>('eth_estimateGas', call));
  const before = await balance(ALICE);
  const hash = await fork.call<Hash>('eth_sendTransaction', { ...call, gas: `0x${estimate.toString(16)}` });
  const receipt = await fork.call<Record<string, Hex>>('eth_getTransactionReceipt', hash);
  expect(receipt.status).toBe('0x1');
  const [used, posted, price] = ['gasUsed', 'gasUsedForL1', 'effectiveGasPrice'].map((name) =>
    Number(receipt[name]),
  ) as [number, number, number];
  expect(used - posted).toBe(21_000 + 320 * 16);
  const raw = hexToBytes(await fork.call<Hex>('eth_getRawTransactionByHash', hash));
  const compressed = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }).length;
  // The made-up state says what a byte costs: 100 units of gas.
  const exact = compressed * 100;
  expect(Math.abs(posted - exact) / exact).toBeLessThan(0.03);
  expect(estimate).toBeGreaterThan(used);
  expect(estimate).toBeLessThan(used + posted / 2);
  // No tip, and the base fee of the block before.
  expect(price).toBe(10_000_000);
  expect(before - (await balance(ALICE))).toBe(7n + BigInt(used) * BigInt(price));
});

test('blocks of both layers go on', async () => {
  await fork.call('evm_mine');
  const number = BigInt(await fork.call<Hex>('eth_blockNumber'));
  expect(number).toBeGreaterThan(FORKED.number);
  const asked = { to: '0x0000000000000000000000000000000000000064', data: ARB_BLOCK_NUMBER };
  expect(BigInt(await fork.call<Hex>('eth_call', asked, 'latest'))).toBe(number);
  // NUMBER, returned by the code of a creation.
  const answered = await fork.call<Hex>('eth_call', { data: '0x4360005260206000f3' }, 'latest');
  expect(BigInt(answered)).toBe(FORKED.l1Block + 1000n);
});
