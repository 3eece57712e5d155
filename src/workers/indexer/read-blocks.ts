/** Blocks with their receipts from an endpoint, as the index writes them. */
import type { Span } from '../../core/chain/spans';
import { summarizeBlock, summarizeTransaction } from '../../core/chain/summaries';
import type { Receipt } from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { readBlockTransfers } from '../../core/tokens/token-transfers';
import type { IndexedBlock } from '../../db/index-blocks';
import { fetchBlockReceipts, fetchFullBlock } from '../../net/chain-reader';
import type { FullBlock } from '../../net/rpc/block-schema';
import type { Rpc } from '../../net/rpc/rpc';
import type { TokenBook } from './token-book';

/** The blocks of a span, ascending. Fails where the chain changes between two answers. */
export async function readBlocks(
  rpc: Rpc,
  { first, last }: Span,
  tokens: TokenBook,
  signal: AbortSignal,
): Promise<Result<readonly IndexedBlock[], Failure>> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const answers = await Promise.all(numbers.map((number) => readBlock(rpc, number, signal)));
  const blocks: BlockWithReceipts[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    if (blocks.length > 0 && answer.value.full.block.parentHash !== blocks.at(-1)?.full.block.hash) return fail(MOVED);
    blocks.push(answer.value);
  }
  await tokens.learn(
    rpc,
    blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs)),
    signal,
  );
  return ok(blocks.map((block) => toIndexedBlock(block, tokens)).filter((block) => block !== undefined));
}

type BlockWithReceipts = { full: FullBlock; receipts: readonly Receipt[] };

const MOVED = failure('badAnswer', 'The chain was reorganised while its blocks were read.');

async function readBlock(rpc: Rpc, number: number, signal: AbortSignal): Promise<Result<BlockWithReceipts, Failure>> {
  const full = await fetchFullBlock(rpc, number, { signal });
  if (!full.ok) return full;
  const { block } = full.value;
  const receipts = await fetchBlockReceipts(rpc, block, { signal });
  if (!receipts.ok) return receipts;
  const isItsOwn = receipts.value.every(({ blockHash }) => blockHash === block.hash);
  return isItsOwn ? ok({ full: full.value, receipts: receipts.value }) : fail(MOVED);
}

function toIndexedBlock({ full, receipts }: BlockWithReceipts, tokens: TokenBook): IndexedBlock | undefined {
  const { block, transactions } = full;
  const summary = summarizeBlock(block);
  if (summary === undefined) return undefined;
  return {
    summary,
    transactions: transactions.map((transaction, at) => ({
      summary: summarizeTransaction(transaction, receipts[at], block.timestamp),
      logs: receipts[at]?.logs ?? [],
    })),
    transfers: readBlockTransfers(summary.number, receipts, (address) => tokens.isWrapper(address)),
  };
}
