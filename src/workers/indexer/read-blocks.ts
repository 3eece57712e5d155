/** Blocks with their receipts from an endpoint, as the index writes them. */
import type { BlockCalls } from '../../core/chain/internal-call';
import type { Span } from '../../core/chain/spans';
import { summarizeBlock, summarizeTransaction } from '../../core/chain/summaries';
import type { Receipt } from '../../core/chain/transaction';
import { readBlockTransfers } from '../../core/tokens/token-transfers';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { IndexedBlock } from '../../db/chain-index/index-blocks';
import { fetchBlockReceipts, MOVED } from '../../net/block-receipts';
import { fetchFullBlock } from '../../net/chain-reader';
import type { FullBlock } from '../../net/rpc/block-schema';
import type { Rpc } from '../../net/rpc/rpc';
import type { BlockTracer } from './block-tracer';
import type { TokenAt, TokenBook } from './token-book';

/**
 * What is learned of a network beside its blocks: its tokens and, where the reader wants it, the calls inside of
 * transactions.
 */
export type Learning = { tokens: TokenBook; tracer: BlockTracer | undefined };

/** Reads the blocks of a span, ascending. Fails where the chain changes between two answers. */
export async function readBlocks(
  rpc: Rpc,
  { first, last }: Span,
  { tokens, tracer }: Learning,
  signal: AbortSignal,
): Promise<Result<readonly IndexedBlock[], Failure>> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const answers = await Promise.all(numbers.map((number) => readBlock(rpc, number, tracer, signal)));
  const blocks: BlockWithReceipts[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    if (blocks.length > 0 && answer.value.full.block.parentHash !== blocks.at(-1)?.full.block.hash) return fail(MOVED);
    blocks.push(answer.value);
  }
  const tokenAt = await tokens.learn(
    rpc,
    blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs)),
    signal,
  );
  return ok(blocks.map((block) => toIndexedBlock(block, tokenAt)).filter((block) => block !== undefined));
}

type BlockWithReceipts = { full: FullBlock; receipts: readonly Receipt[]; calls: BlockCalls | undefined };

async function readBlock(
  rpc: Rpc,
  number: number,
  tracer: BlockTracer | undefined,
  signal: AbortSignal,
): Promise<Result<BlockWithReceipts, Failure>> {
  const full = await fetchFullBlock(rpc, number, { signal });
  if (!full.ok) return full;
  const { block } = full.value;
  const [receipts, calls] = await Promise.all([
    fetchBlockReceipts(rpc, block, { signal }),
    tracer?.read(rpc, block, signal) ?? ok(undefined),
  ]);
  if (!receipts.ok) return receipts;
  if (!calls.ok) return calls;
  return ok({ full: full.value, receipts: receipts.value, calls: calls.value });
}

function toIndexedBlock({ full, receipts, calls }: BlockWithReceipts, tokenAt: TokenAt): IndexedBlock | undefined {
  const { block, transactions } = full;
  const summary = summarizeBlock(block);
  if (summary === undefined) return undefined;
  return {
    summary,
    transactions: transactions.map((transaction, at) => ({
      summary: summarizeTransaction(transaction, receipts[at], block.timestamp),
      logs: receipts[at]?.logs ?? [],
    })),
    transfers: readBlockTransfers(summary.number, receipts, tokenAt),
    ...(calls !== undefined && { calls }),
  };
}
