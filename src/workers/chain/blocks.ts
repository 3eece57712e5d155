/** Blocks with their transactions, and with receipts where the endpoint gives them. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { type Block, headOf } from '../../core/chain/transaction';
import type { Failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { saveBlock } from '../../db/blocks';
import { fetchBlock, fetchBlockReceipts, fetchFullBlock } from '../../net/chain-reader';
import type { BlockPage } from './chain.api';
import type { Chains } from './chains';

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
  const { hash, number } = plain;
  if (hash !== undefined && number !== undefined) {
    const row = { networkId, hash, number, block: plain, fetchedAt: Date.now() };
    chains.backlog.add(() => saveBlock(row));
  }
  const receipts = await fetchBlockReceipts(rpc, plain, { signal });
  const byHash = new Map(receipts.ok ? receipts.value.map((receipt) => [receipt.transactionHash, receipt]) : []);
  return ok({
    block: plain,
    transactions: transactions.map((transaction) => {
      const receipt = byHash.get(transaction.hash);
      return receipt === undefined ? transaction : { ...transaction, receipt: headOf(receipt) };
    }),
  });
}

/** Blocks of one call of `loadBlocks`. */
const most = 100;

/** Blocks from `newest` down without their transactions, asked together so that the transport batches them. */
export async function loadBlocks(
  chains: Chains,
  networkId: NetworkId,
  newest: number,
  count: number,
  signal: AbortSignal,
): Promise<Result<readonly Block[], Failure>> {
  const rpc = await chains.rpc(networkId);
  const length = Math.max(0, Math.min(count, most, newest + 1));
  const numbers = Array.from({ length }, (_, index) => newest - index);
  const answers = await Promise.all(numbers.map((number) => fetchBlock(rpc, number, { signal })));
  const blocks: Block[] = [];
  for (const answer of answers) {
    if (!answer.ok) return fail(answer.error);
    blocks.push(answer.value);
  }
  return ok(blocks);
}
