/** Receipts of a block whose endpoint leaves fields out: what lists show of them is what an honest endpoint states. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Block, Receipt } from '../../src/core/chain/transaction';
import { fetchBlockReceipts } from '../../src/net/block-receipts';
import { fetchBlock } from '../../src/net/chain-reader';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { rpcOf } from '../helpers/rpc';

type Fields = Record<string, unknown>;
let node: Anvil;
let proxy: FaultProxy;
let block: Block;
let honest: readonly Receipt[];

beforeAll(async () => {
  node = await startAnvil({ args: ['--no-mining'] });
  const [from, to] = ANVIL_ACCOUNTS;
  for (const data of ['0x', '0x1234', '0x123456'])
    await node.call('eth_sendTransaction', [{ from, to, data, value: '0x1', gas: '0x10000' }]);
  await node.call('evm_mine');
  proxy = await startFaultProxy(node.url);
  const answer = await fetchBlock(rpcOf([node.url]), 1);
  if (!answer.ok) throw new Error(answer.error.message);
  block = answer.value;
  const receipts = await fetchBlockReceipts(rpcOf([node.url]), block);
  if (!receipts.ok) throw new Error(receipts.error.message);
  honest = receipts.value;
  expect(honest).toHaveLength(3);
});
beforeEach(() => proxy.set({}));
afterAll(async () => {
  await proxy?.stop();
  await node?.stop();
});

/** Lets the proxy change every receipt that it answers. */
const changing = (change: (receipt: Fields, index: number) => Fields) =>
  proxy.set({
    lie: (method, _, result) => {
      if (method === 'eth_getTransactionReceipt')
        return change(result as Fields, Number((result as Fields).transactionIndex));
      return method === 'eth_getBlockReceipts' ? (result as Fields[]).map(change) : result;
    },
  });

test.each(['transactionHash', 'blockHash', 'blockNumber', 'transactionIndex', 'from', 'gasUsed'])(
  'without %s the receipts are those of an honest endpoint',
  async (field) => {
    changing(({ [field]: _, ...others }) => others);
    expect(await fetchBlockReceipts(rpcOf([proxy.url]), block)).toEqual({ ok: true, value: honest });
  },
);

test('two fields at once', async () => {
  changing(({ from: _, gasUsed: __, ...others }) => others);
  expect(await fetchBlockReceipts(rpcOf([proxy.url]), block)).toEqual({ ok: true, value: honest });
});

test.each<[string, (receipt: Fields, index: number) => Fields]>([
  ['no gas and no sum', ({ gasUsed: _, cumulativeGasUsed: __, ...others }) => others],
  [
    'no logs, though its filter has some',
    ({ logs: _, ...others }) => ({ ...others, logsBloom: `0x1${'0'.repeat(511)}` }),
  ],
  ['another block', ({ from: _, ...others }) => ({ ...others, blockNumber: '0x7' })],
  ['another place', ({ from: _, ...others }) => ({ ...others, transactionIndex: '0x9' })],
])('nothing is made up of a receipt with %s', async (_, change) => {
  changing(change);
  expect((await fetchBlockReceipts(rpcOf([proxy.url]), block)).ok).toBe(false);
});
