import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { Block, ForeignType, Receipt, Transaction } from '../../../src/core/chain/transaction';
import { OP_ENCODING } from '../../../src/core/evm/families/op-stack';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { fetchBlockReceipts } from '../../../src/net/block-receipts';
import { fetchFullBlock } from '../../../src/net/chain-reader';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { rpcOf } from '../../helpers/rpc';

/** Init code that emits one event with a topic. */
const EMITTING = '0x602a60005260ff60206000a160006000f3';

let anvil: Anvil;
let block: Block;
let transactions: readonly Transaction[];
let receipts: readonly Receipt[];
beforeAll(async () => {
  anvil = await startAnvil();
  const [from, to] = ANVIL_ACCOUNTS;
  await anvil.call('evm_setAutomine', [false]);
  const gasPrice = '0x77359400';
  for (let nonce = 0; nonce < 140; nonce++) {
    const fees = nonce % 3 === 0 ? { gasPrice } : { maxFeePerGas: gasPrice, maxPriorityFeePerGas: '0x1' };
    const call = nonce % 4 === 0 ? { data: EMITTING } : { to, value: '0x1' };
    await anvil.call('eth_sendTransaction', [
      { from, nonce: `0x${nonce.toString(16)}`, gas: '0x186a0', ...fees, ...call },
    ]);
  }
  await anvil.call('evm_mine', []);
  const rpc = rpcOf([anvil.url]);
  const full = await fetchFullBlock(rpc, 1);
  if (!full.ok) throw new Error(full.error.message);
  ({ block, transactions } = full.value);
  const all = await fetchBlockReceipts(rpc, block as Block & { number: number });
  if (!all.ok) throw new Error(all.error.message);
  receipts = all.value;
});
afterAll(() => anvil.stop());

test('proves 140 transactions and receipts of a block', () => {
  expect(transactions).toHaveLength(140);
  expect(checkInclusion(block, transactions, receipts)).toEqual({ state: 'proven' });
});

const changed = <T>(list: readonly T[], index: number, change: Partial<T>): readonly T[] =>
  list.map((each, at) => (at === index ? { ...each, ...change } : each));

test.each<[string, (index: number) => readonly [Block, readonly Transaction[], readonly Receipt[]]]>([
  ['a value', (index) => [block, changed(transactions, index, { value: 5n }), receipts]],
  ['a status', (index) => [block, transactions, changed(receipts, index, { status: 'failed' })]],
  ['gas used', (index) => [block, transactions, changed(receipts, index, { gasUsed: 1 })]],
  ['cumulative gas', (index) => [block, transactions, changed(receipts, index, { cumulativeGasUsed: 1 })]],
  [
    'an event',
    (index) => [
      block,
      transactions,
      changed(receipts, index, {
        logs: [{ address: ANVIL_ACCOUNTS[0] as string as Address, topics: [], data: '0x01', logIndex: 0 }],
      }),
    ],
  ],
  ['a missing receipt', (index) => [block, transactions, receipts.toSpliced(index, 1)]],
  ['a missing transaction', (index) => [block, transactions.toSpliced(index, 1), receipts]],
  ['the root', () => [{ ...block, receiptsRoot: `0x${'11'.repeat(32)}` as Hash }, transactions, receipts]],
  ['the bloom', () => [{ ...block, logsBloom: `0x${'00'.repeat(256)}` }, transactions, receipts]],
])('contradicts a block with %s changed', (_, change) => {
  for (const index of [0, 77, 139]) expect(checkInclusion(...change(index)).state).toBe('contradicted');
});

test('a receipt without a field that is encoded proves nothing, and is no lie', () => {
  const { status: _, ...without } = receipts[3] as Receipt;
  const short = receipts.map((each, at) => (at === 3 ? without : each));
  expect(checkInclusion(block, transactions, short)).toMatchObject({ state: 'unknown' });
  // Those of deposits since Canyon, and of payments in a token on Celo (specification, deposits.md; CIP-64).
  const lying = changed(receipts, 4, { logs: [] });
  const leavesOut = OP_ENCODING.leavesOut;
  const deposit = { type: 0x7e as ForeignType };
  expect(leavesOut({ rollup: {} }, deposit)).toBe(true);
  expect(leavesOut({ rollup: { depositReceiptVersion: '0x1' } }, deposit)).toBe(true);
  expect(leavesOut({ rollup: { depositNonce: '0x7', depositReceiptVersion: '0x1' } }, deposit)).toBe(false);
  expect(checkInclusion(block, transactions, lying, { leavesOut })).toMatchObject({ state: 'contradicted' });
  expect(checkInclusion(block, transactions, lying, { leavesOut: () => true })).toMatchObject({ state: 'unknown' });
});

test('a transaction without a price that is encoded proves nothing, and is no lie', () => {
  const at = transactions.findIndex(({ type, maxFeePerGas }) => type === 2 && maxFeePerGas !== undefined);
  const { maxPriorityFeePerGas: _, ...without } = transactions[at] as Transaction;
  const short = transactions.with(at, without as Transaction);
  expect(checkInclusion(block, short, receipts)).toMatchObject({ state: 'unknown' });
  const lying = transactions.with(at, { ...without, maxPriorityFeePerGas: 77n } as Transaction);
  expect(checkInclusion(block, lying, receipts)).toMatchObject({ state: 'contradicted' });
});

test('says nothing of receipts that another header commits to', () => {
  const encoding = { settlesLater: () => 'Later.' };
  expect(checkInclusion({ ...block, receiptsRoot: block.parentHash }, transactions, receipts, encoding)).toEqual({
    state: 'unknown',
    reason: 'Later.',
  });
  const others = { ...block, transactionsRoot: block.parentHash };
  expect(checkInclusion(others, transactions, receipts, encoding)).toMatchObject({ state: 'contradicted' });
});
