/** Keeps blocks, by hash and at their heights. Pages that only read do not load this. */
import type { NetworkId } from '../../core/chain/primitives';
import { summarizeBlock, type TransactionSummary } from '../../core/chain/summaries';
import type { Log } from '../../core/chain/transaction';
import { transferParties } from '../chain-index/transfer-parties';
import { writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { type KeptBlock, toBlockRow } from '../rows/block-row';
import { toBlockSummaryRow } from '../rows/block-summary-row';
import { toTransactionSummaryRow } from '../rows/transaction-summary-row';
import { type BlockChange, recordBlockChanges } from '../storage/block-ranges';
import { estimateSize } from '../storage/estimate-size';
import { HEIGHT_TABLES, settleHeights } from './block-heights';
import type { StatedBy } from './blocks';
import { putSummaries } from './transaction-summaries';

/** A transaction to list, with the logs of its receipt where they are known. */
export type ListedTransaction = { summary: TransactionSummary; logs: readonly Log[] };

/** Keeps a block and lists its transactions, where they are given; false when storage refused. */
export function saveBlock(
  kept: KeptBlock,
  transactions: readonly ListedTransaction[] = [],
  stated: StatedBy = 'endpoint',
): Promise<boolean> {
  return saveBlocks(kept.networkId, [{ kept, transactions }], stated);
}

/** A block, and the transactions in it that are to be listed: all, or none where they are not known. */
export type BlockToKeep = { kept: KeptBlock; transactions?: readonly ListedTransaction[] };

/**
 * Keeps blocks of one network and lists their transactions, all in one transaction of the database; false when storage
 * refused. Idempotent. Blocks that follow one another must be in ascending order.
 */
export function saveBlocks(
  networkId: NetworkId,
  blocks: readonly BlockToKeep[],
  stated: StatedBy = 'endpoint',
): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', ['blocks', ...HEIGHT_TABLES], async () => {
      for (const { kept, transactions = [] } of blocks) {
        const isListed = await putBlock(db, kept, stated);
        if (!isListed || transactions.length === 0) continue;
        const rows = transactions.map(({ summary, logs }) => toTransactionSummaryRow(summary, transferParties(logs)));
        await putSummaries(db, networkId, rows, Date.now());
      }
    }),
  );
}

/** Keeps a block. Returns whether it counts as the chain's at its height. */
async function putBlock(db: LoupeDatabase, kept: KeptBlock, stated: StatedBy): Promise<boolean> {
  const row = toBlockRow(kept);
  const { networkId, hash, number } = row;
  const summary = summarizeBlock(kept.block);
  const listed = summary && toBlockSummaryRow(summary);
  const before = await db.blocks.get([networkId, hash]);
  await db.blocks.put(row);
  const changes: BlockChange[] = [{ blockNumber: number, records: 1, bytes: estimateSize(row) }];
  // A damaged row may lack its number, but it was of this block.
  if (before !== undefined) changes.push({ blockNumber: number, records: -1, bytes: -estimateSize(before) });
  let isListed = false;
  if (listed !== undefined) {
    if (stated === 'endpoint') await settleHeights(db, listed);
    const atHeight = await db.blockSummaries.get([networkId, number]);
    isListed = atHeight === undefined || atHeight.hash === hash;
    if (isListed) {
      await db.blockSummaries.put(listed);
      const bytes = estimateSize(listed) - (atHeight === undefined ? 0 : estimateSize(atHeight));
      changes.push({ blockNumber: number, records: 0, bytes });
    }
  }
  await recordBlockChanges(db, 'blocks', networkId, changes, Date.now());
  return isListed;
}
