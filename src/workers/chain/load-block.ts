/**
 * Blocks with their transactions, and with receipts where the endpoint gives
 * them: from IndexedDB at once where all of a block is kept, from an endpoint
 * when asked or needed.
 */
import { type BlockTag, parseBlockTag } from '../../core/chain/parse';
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { summarizeTransaction, type TransactionSummary } from '../../core/chain/summaries';
import type { Transaction } from '../../core/chain/transaction';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readBlock, readBlockByNumber } from '../../db/chain/blocks';
import { saveBlock } from '../../db/chain/save-block';
import { readTransactionSummaries } from '../../db/chain/transaction-summaries';
import { MAX_PAGE_ROWS } from '../../db/list-page';
import { fetchBlockWithReceipts } from '../../net/block-receipts';
import { fetchBlock, fetchFullBlock } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { BlockPage } from './chain.api';
import type { Chains } from './chains';

/** Loads the kept block when all of it is kept and `refresh` does not forbid it, else the endpoint's; where that fails, as much as is kept. */
export async function loadBlock(
  chains: Chains,
  networkId: NetworkId,
  at: number | Hash | BlockTag,
  refresh: boolean,
  signal: AbortSignal,
): Promise<Result<BlockPage, Failure>> {
  const kept = refresh || isTag(at) ? undefined : await readKeptPage(networkId, at);
  if (kept?.transactions.every(({ summary }) => summary !== undefined)) return ok(kept);
  const fetched = await fetchPage(chains, networkId, at, signal);
  if (fetched.ok || kept === undefined || signal.aborted || fetched.error.code === 'notFound') return fetched;
  return ok({ ...kept, failure: fetched.error });
}

async function fetchPage(
  chains: Chains,
  networkId: NetworkId,
  at: number | Hash | BlockTag,
  signal: AbortSignal,
): Promise<Result<BlockPage, Failure>> {
  const rpc = await chains.rpc(networkId);
  const full = await (at === 'pending' ? fetchPending(rpc, signal) : fetchBlockWithReceipts(rpc, at, { signal }));
  if (!full.ok) return full;
  const { block, transactions, receipts } = full.value;
  const byHash = new Map(receipts.ok ? receipts.value.map((receipt) => [receipt.transactionHash, receipt]) : []);
  const listed = transactions.map((transaction) => {
    const receipt = byHash.get(transaction.hash);
    return { summary: summarizeTransaction(transaction, receipt, block.timestamp), logs: receipt?.logs ?? [] };
  });
  const fetchedAt = Date.now();
  const { hash, number } = block;
  if (hash !== undefined && number !== undefined) {
    const keep = () =>
      chains.scheduler.run('kept', () => saveBlock({ networkId, hash, number, block, fetchedAt }, listed));
    if (at !== hash) void keep();
    else void chains.scheduler.run('next', async () => void ((await isOfChain(rpc, number, hash)) && keep()));
  }
  const shown = listed.map(({ summary }, index) => ({ hash: summary.hash, index, summary }));
  return ok({ block, transactions: shown, origin: 'endpoint', fetchedAt });
}

/**
 * Whether the endpoint has this block at its height. It may have blocks by their hashes that the chain replaced, and to
 * keep one of those would take the chain's own block, and all that follow it, out of the lists.
 */
async function isOfChain(rpc: Rpc, number: number, hash: Hash): Promise<boolean> {
  const there = await fetchBlock(rpc.lane('next'), number);
  return there.ok && there.value.hash === hash;
}

function isTag(at: number | Hash | BlockTag): at is BlockTag {
  return typeof at === 'string' && parseBlockTag(at) !== undefined;
}

/**
 * Fetches the block that the node would mine next, without receipts. Some nodes say the hash that it would have, which
 * names nothing on the chain; others answer with the newest block that is mined.
 */
async function fetchPending(rpc: Rpc, signal: AbortSignal): ReturnType<typeof fetchBlockWithReceipts> {
  const [pending, newest] = await Promise.all([
    fetchFullBlock(rpc, 'pending', { signal }),
    fetchBlock(rpc, 'latest', { signal }),
  ]);
  if (!pending.ok) return pending;
  const { hash, ...block } = pending.value.block;
  if (newest.ok && newest.value.hash === hash && hash !== undefined) {
    return fetchBlockWithReceipts(rpc, hash, { signal });
  }
  return ok({ block, transactions: pending.value.transactions.map(withoutPlace), receipts: ok([]) });
}

/** Nodes say where in the block they would put it. */
function withoutPlace({ blockHash: _, blockNumber: __, index: ___, ...transaction }: Transaction): Transaction {
  return transaction;
}

/** The kept block; transactions that are not listed have their hash alone. */
async function readKeptPage(networkId: NetworkId, at: number | Hash): Promise<BlockPage | undefined> {
  const kept = await (typeof at === 'number' ? readBlockByNumber(networkId, at) : readBlock(networkId, at));
  if (kept === undefined) return undefined;
  const { block, fetchedAt } = kept;
  const summaries = await readSummariesOf(kept);
  const transactions = block.transactions.map((hash, index) => {
    const summary = summaries.get(hash);
    return { hash, index, ...(summary && { summary }) };
  });
  return { block, transactions, origin: 'cache', fetchedAt };
}

/** Returns the kept summaries of the transactions of this very block, by hash. */
async function readSummariesOf({
  networkId,
  number,
  hash,
}: {
  networkId: NetworkId;
  number: number;
  hash: Hash;
}): Promise<ReadonlyMap<Hash, TransactionSummary>> {
  const found = new Map<Hash, TransactionSummary>();
  let cursor: string | undefined;
  do {
    const page = await readTransactionSummaries(networkId, { block: number, cursor, limit: MAX_PAGE_ROWS });
    for (const summary of page.rows) if (summary.blockHash === hash) found.set(summary.hash, summary);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
