/** Transactions of development nodes of the OP Stack and of Celo, executed again: all balances to the wei. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { ViewedState } from '../../../../src/core/evm/state/view';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { type Anvil, startAnvil } from '../../../helpers/anvil';
import { sendMined } from '../../../helpers/mined';
import { verifiedReplay } from '../../../helpers/replays';
import { rpcOf } from '../../../helpers/rpc';
import { opTransactions, setL1Block, VAULTS } from './op-transactions';

/** By default as many as show every kind; the long suite sends two hundred. */
const COUNT = 20;

describe.each([
  ['Isthmus', ['--network', 'optimism', '--hardfork', 'isthmus'], 10],
  ['Celo', ['--celo'], 42220],
] as const)('a node of %s', (name, args, chainId) => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await startAnvil({ chainId, args });
    if (name !== 'Celo') await setL1Block(anvil);
  });
  afterAll(() => anvil?.stop());

  test('gives the receipts and balances that executing gives', async () => {
    const networkId = chainId as NetworkId;
    const rpc = rpcOf([anvil.url], { networkId });
    const found: string[] = [];
    for (const sent of opTransactions(1, COUNT, name === 'Celo')) {
      const { transactionHash: hash } = await sendMined(anvil, sent);
      const [transaction, receipt] = await Promise.all([fetchTransaction(rpc, hash), fetchReceipt(rpc, hash)]);
      if (!transaction.ok || !receipt.ok)
        throw new Error([transaction, receipt].map((answer) => (answer.ok ? '' : answer.error.message)).join(' '));
      const block = await fetchBlock(rpc, receipt.value.blockHash);
      if (!block.ok) throw new Error(block.error.message);
      const signal = new AbortController().signal;
      const job = { rpc, network: { id: networkId, name }, block: block.value, transaction: transaction.value, signal };
      const prestate = { use: 'never', reason: 'Its blocks have one transaction.' } as const;
      const { replay } = await verifiedReplay({ ...job, receipt: receipt.value, prestate });
      const view = new ViewedState(replay.execution.state);
      const touched: Address[] = [transaction.value.from, block.value.miner, ...(name === 'Celo' ? [] : VAULTS)];
      if (transaction.value.to) touched.push(transaction.value.to);
      for (const address of touched) {
        if (!view.requireAccount(hexToBytes(address))) continue; // a deposit pays no fees
        const stated = await anvil.call<Hex>('eth_getBalance', [address, 'latest']);
        if (view.balance(hexToBytes(address)) !== BigInt(stated))
          found.push(
            `${transaction.value.type} ${hash}: ${address} ${view.balance(hexToBytes(address))}, not ${BigInt(stated)}`,
          );
      }
    }
    expect(found).toEqual([]);
  });
});

test('the transactions are of every kind, and no two are the same', () => {
  const sent = opTransactions(1, COUNT, false) as { type?: string }[];
  expect(sent.filter(({ type }) => type === '0x7e')).toHaveLength(5);
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(COUNT);
});
