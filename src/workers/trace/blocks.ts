/** Blocks with their transactions, and with receipts where the endpoint gives them. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { saveBlock } from '../../db/blocks';
import { fetchBlockReceipts, fetchFullBlock } from '../../net/chain-reader';
import type { Chains } from './chains';
import type { BlockPage } from './trace.api';

export async function loadBlock(
  chains: Chains,
  networkId: NetworkId,
  at: number | Hash | 'latest',
  signal: AbortSignal,
): Promise<Result<BlockPage, Failure>> {
  const rpc = await chains.rpc(networkId);
  const full = await fetchFullBlock(rpc, at, { signal });
  if (!full.ok) return full;
  const { block: plain, transactions } = full.value;
  if (plain.hash !== undefined && plain.number !== undefined) {
    await saveBlock({ networkId, hash: plain.hash, number: plain.number, block: plain, fetchedAt: Date.now() });
  }
  const receipts = await fetchBlockReceipts(rpc, plain, { signal });
  const byHash = new Map(receipts.ok ? receipts.value.map((receipt) => [receipt.transactionHash, receipt]) : []);
  return ok({
    block: plain,
    transactions: transactions.map((transaction) => {
      const receipt = byHash.get(transaction.hash);
      return receipt === undefined ? transaction : { ...transaction, receipt };
    }),
  });
}
