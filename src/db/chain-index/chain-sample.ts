/** The newest blocks that the index has without a gap, and their transactions, for charts. */
import type { NetworkId } from '../../core/chain/primitives';
import type { BlockSummary, TransactionSummary } from '../../core/chain/summaries';
import { withDatabase } from '../database';
import { fromBlockSummaryRow } from '../rows/block-summary-row';
import { readableRows } from '../rows/fields';
import { fromTransactionSummaryRow } from '../rows/stored-summary';
import { readIndexProgress } from './index-progress';

/** More than a day of blocks that are twelve seconds apart. Reading them takes a tenth of a second. */
const MAX_BLOCKS = 10_000;
/** Only the newest transactions are read. Charts count older ones by their blocks and take no prices from them. */
const MAX_TRANSACTIONS = 20_000;

export type ChainSample = { blocks: readonly BlockSummary[]; transactions: readonly TransactionSummary[] };

/** Reads the sample of a network: blocks ascending, transactions newest first. Both are empty where the index has no block. */
export async function readChainSample(networkId: NetworkId): Promise<ChainSample> {
  const top = (await readIndexProgress(networkId))?.spans.at(-1);
  const nothing: ChainSample = { blocks: [], transactions: [] };
  if (top === undefined) return nothing;
  const first = Math.max(top.first, top.last - MAX_BLOCKS + 1);
  return withDatabase(nothing, async (db) => {
    const blocks = db.blockSummaries
      .where('[networkId+number]')
      .between([networkId, first], [networkId, top.last], true, true);
    const transactions = db.transactionSummaries
      .where('[networkId+blockNumber+index]')
      .between([networkId, first, 0], [networkId, top.last, Number.POSITIVE_INFINITY])
      .reverse()
      .limit(MAX_TRANSACTIONS);
    const [blockRows, transactionRows] = await Promise.all([blocks.toArray(), transactions.toArray()]);
    return {
      blocks: readableRows(blockRows, fromBlockSummaryRow),
      transactions: readableRows(transactionRows, fromTransactionSummaryRow),
    };
  });
}
