/** Transactions of development nodes of the OP Stack and of Celo, executed again: all balances to the wei. */
import { expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { replayKept } from '../../../../src/workers/trace/replay/replay-transaction';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { sendMined } from '../../../helpers/mined';
import { verifiedReplay } from '../../../helpers/replays';
import { rpcOf } from '../../../helpers/rpc';
import { differingBalances, OP_NODES, opTransactions } from './op-transactions';

/** As many as show every kind; the long suite sends two hundred. */
const COUNT = 20;

test.each(['isthmus', 'celo'] as const)('a node of %s has the balances that executing gives', async (name) => {
  expect(await differingBalances(name, COUNT)).toEqual([]);
});

test('the transactions are of every kind, and no two are the same', () => {
  const sent = opTransactions(1, COUNT, false) as { type?: string }[];
  expect(sent.filter(({ type }) => type === '0x7e')).toHaveLength(5);
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(COUNT);
});

test('what was kept of a node goes by its rules when it is opened again, not by the schedule of its chain', async () => {
  const network = { id: OP_NODES.isthmus.chainId as NetworkId, name: 'the node' };
  const anvil = await OP_NODES.isthmus.start();
  try {
    // CLZ, which OP Mainnet has had since Karst, and Isthmus has not.
    const sent = { from: ANVIL_ACCOUNTS[0], data: '0x60001e00', gas: '0x30d40' };
    const { transactionHash: hash } = await sendMined(anvil, sent);
    const rpc = rpcOf([anvil.url], { networkId: network.id });
    const [transaction, receipt] = await Promise.all([fetchTransaction(rpc, hash), fetchReceipt(rpc, hash)]);
    if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
    expect(receipt.value.status).toBe('failed');
    const block = await fetchBlock(rpc, receipt.value.blockHash);
    if (!block.ok) throw new Error(block.error.message);
    const { signal } = new AbortController();
    const job = { network, block: block.value, transaction: transaction.value, receipt: receipt.value, signal };
    const { witness, origin, checked } = await verifiedReplay({ ...job, rpc });
    const { rules } = checked;
    expect(rules).toMatchObject({ family: 'opStack', hardfork: expect.stringMatching(/^isthmus$/i) });
    const again = await replayKept(job, witness, origin, 0, rules);
    expect(again.ok && again.value.checked.rules).toEqual(rules);
    const scheduled = rules && { fork: rules.fork, family: 'opStack' as const };
    expect(await replayKept(job, witness, origin, 0, scheduled)).toMatchObject({ ok: false });
  } finally {
    await anvil.stop();
  }
});
