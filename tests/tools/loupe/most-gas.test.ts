/** Limits of gas that a number of JavaScript rounds, of a node without a limit of gas: as the node states them, everywhere. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { blockToRpc, transactionToRpc } from '../../../src/core/chain/rpc-form';
import { headerForm } from '../../../src/core/virtual/rpc/forms';
import { fetchBlock, fetchTransaction } from '../../../src/net/chain-reader';
import { answered } from '../../../tools/conformance/chains/answered';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';
import { type MinedReceipt, sendMined } from '../../helpers/mined';
import { rpcOf } from '../../helpers/rpc';

/** 2^62 + 12,345: as a number it is 4,611,686,018,427,400,192. */
const GAS = 2n ** 62n + 12_345n;
let anvil: Anvil;
let mined: MinedReceipt;

beforeAll(async () => {
  anvil = await startAnvil({ args: ['--disable-block-gas-limit', '--base-fee', '0', '--gas-price', '0'] });
  const [from, to] = ANVIL_ACCOUNTS;
  await sendMined(anvil, { from, to });
  mined = await sendMined(anvil, { from, to, gasPrice: '0x0', gas: `0x${GAS.toString(16)}` });
});
afterAll(() => anvil.stop());

test('what loupe says of a transaction has its limit of gas, and the hash is that of its fields', async () => {
  const { out, err } = await loupe(['tx', mined.transactionHash, '--json', '--rpc', anvil.url]);
  const facts = JSON.parse(out);
  expectForm('tx', facts);
  expect([err, facts.gasLimit, facts.proof.doubt]).toEqual(['', String(GAS), undefined]);
  const text = await loupe(['tx', mined.transactionHash, '--rpc', anvil.url]);
  expect(text.out).toContain('21,000 of 4,611,686,018,427,400,249 gas');
});

test('blocks and transactions that are read are written as the node states them', async () => {
  const rpc = rpcOf([anvil.url]);
  const stated = await anvil.call<{ gasLimit: string }>('eth_getBlockByHash', [mined.blockHash, false]);
  const block = answered(await fetchBlock(rpc, mined.blockHash as Hash));
  expect(BigInt(stated.gasLimit)).toBe(2n ** 64n - 1n);
  // A virtual network hands on the header of the block that it forks.
  for (const form of [blockToRpc(block), headerForm({ block: { ...block, number: 2, hash: mined.blockHash } })]) {
    expect(form).toMatchObject({ gasLimit: stated.gasLimit });
    expect(form).not.toHaveProperty('exact');
  }
  const transaction = answered(await fetchTransaction(rpc, mined.transactionHash));
  expect(transactionToRpc(transaction)).toMatchObject({ gas: `0x${GAS.toString(16)}` });
});

test('a limit of a system transaction that was kept rounded is written as nodes in Go state it', async () => {
  const { exact: _, ...kept } = answered(await fetchTransaction(rpcOf([anvil.url]), mined.transactionHash));
  const rounded = { ...kept, gas: Number(2n ** 63n - 1n) };
  expect(transactionToRpc(rounded)).toMatchObject({ gas: '0x7fffffffffffffff' });
});
