/** Mined blocks: as an endpoint stated them, by hash, and the chain's block at each height. */
import type { Hash, NetworkId } from '../core/chain/primitives';
import { type BlockSummary, summarizeBlock, type TransactionSummary } from '../core/chain/summaries';
import type { Log } from '../core/chain/transaction';
import { HEIGHT_TABLES, settleHeights } from './block-heights';
import { type BlockChange, recordBlockChanges } from './block-ranges';
import { withDatabase, writeDatabase } from './database';
import { estimateSize } from './estimate-size';
import { boundedLimit, type ListPage, type PageRequest, pageOf, parseCursor } from './list-page';
import type { LoupeDatabase } from './loupe-database';
import { fromBlockRow, type KeptBlock, toBlockRow } from './rows/block-row';
import { fromBlockSummaryRow, toBlockSummaryRow } from './rows/block-summary-row';
import { toTransactionSummaryRow } from './rows/transaction-summary-row';
import { putSummaries } from './transaction-summaries';
import { transferParties } from './transfer-parties';

/** Who said that a block is the chain's: an endpoint of the network, or a trace file, which replaces nothing. */
export type StatedBy = 'endpoint' | 'traceFile';

/** The kept block with this hash, or undefined. */
export async function readBlock(networkId: NetworkId, hash: Hash): Promise<KeptBlock | undefined> {
  return fromBlockRow(await withDatabase(undefined, (db) => db.blocks.get([networkId, hash])));
}

/** The kept block that was the chain's at this height when an endpoint said so last, or undefined. */
export async function readBlockByNumber(networkId: NetworkId, number: number): Promise<KeptBlock | undefined> {
  const row = await withDatabase(undefined, async (db) => {
    const summary = await db.blockSummaries.get([networkId, number]);
    return summary && db.blocks.get([networkId, summary.hash]);
  });
  return fromBlockRow(row);
}

/**
 * The blocks of the network that were seen, newest first. Observable by live queries.
 *
 * @internal Read by tests; no page shows it yet.
 */
export function readBlockSummaries(networkId: NetworkId, request: PageRequest): Promise<ListPage<BlockSummary>> {
  return withDatabase<ListPage<BlockSummary>>({ rows: [] }, async (db) => {
    const limit = boundedLimit(request.limit);
    const before = parseCursor(request.cursor)?.blockNumber ?? Number.POSITIVE_INFINITY;
    const found = await db.blockSummaries
      .where('[networkId+number]')
      .between([networkId, 0], [networkId, before], true, false)
      .reverse()
      .limit(limit + 1)
      .toArray();
    const { rows, ...next } = pageOf(
      found.map((row) => ({ row, blockNumber: row.number, index: 0 })),
      limit,
    );
    return { rows: rows.map(({ row }) => fromBlockSummaryRow(row)).filter((row) => row !== undefined), ...next };
  });
}

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
 * refused. Idempotent. Blocks come in the order of the chain where one follows another.
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

/** Keeps a block; whether it counts as the chain's at its height. */
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

/** Deletes the blocks of a range. The ledger of ranges is the caller's to change. */
export async function deleteBlocksOfRange(
  db: LoupeDatabase,
  networkId: NetworkId,
  first: number,
  end: number,
): Promise<void> {
  const keys: [[number, number], [number, number]] = [
    [networkId, first],
    [networkId, end],
  ];
  await db.blocks
    .where('[networkId+number]')
    .between(...keys, true, false)
    .delete();
  await db.blockSummaries
    .where('[networkId+number]')
    .between(...keys, true, false)
    .delete();
}
