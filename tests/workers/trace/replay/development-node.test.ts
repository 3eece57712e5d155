/** A development node that was given the id of a public chain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { blockMaker } from '../../../../src/core/evm/rules/chain-rules';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { type Anvil, startAnvil } from '../../../helpers/anvil';
import { sendMined } from '../../../helpers/mined';
import { verifiedReplay } from '../../../helpers/replays';
import { rpcOf } from '../../../helpers/rpc';

const MAINNET = { id: 1 as NetworkId, name: 'Ethereum' };

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: MAINNET.id });
});
afterAll(() => anvil?.stop());

test('what it signs for an account without its key is not refused', async () => {
  const from = `0x${'5e'.repeat(20)}`;
  await anvil.call('anvil_impersonateAccount', [from]);
  await anvil.call('anvil_setBalance', [from, '0xde0b6b3a7640000']);
  const { transactionHash } = await sendMined(anvil, { from, to: from, value: '0x1' });
  const rpc = rpcOf([anvil.url], { networkId: MAINNET.id });
  const [transaction, receipt] = await Promise.all([
    fetchTransaction(rpc, transactionHash),
    fetchReceipt(rpc, transactionHash),
  ]);
  if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
  const block = await fetchBlock(rpc, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  const replayed = await verifiedReplay({
    rpc,
    network: MAINNET,
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
  });
  expect(replayed.checked.unchecked.join(' ')).toMatch(/sign/);
});

test('blocks that it took from the chain are the chain’s', () => {
  const stated = { isDevelopment: true, since: 100 };
  const makerAt = (number: number) => blockMaker(MAINNET, { number, timestamp: 1_700_000_000 }, stated);
  expect([makerAt(99), makerAt(100)]).toEqual(['ethereum', 'development']);
  expect(blockMaker(MAINNET, { number: 100, timestamp: 1_700_000_000 })).toBe('ethereum');
});
