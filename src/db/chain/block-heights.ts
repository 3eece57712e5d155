/**
 * Decides which block counts as the chain's at a height. A chain may replace blocks (a reorganisation, a dev chain that
 * starts over). What an endpoint states replaces what was kept at that height, and the rows of the replaced block are
 * deleted from the lists. Records by hash (blocks, transactions, traces) stay until they are asked for again.
 */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { dropScreensSoon } from '../cache-storage/kept-screens';
import { INDEX_TABLES, unindexBlocks } from '../chain-index/index-progress';
import type { LoupeDatabase } from '../loupe-database';
import type { BlockSummaryRow } from '../rows/block-summary-row';
import { recordBlockChanges } from '../storage/block-ranges';
import { estimateSize } from '../storage/estimate-size';
import { removeSummaries, SUMMARY_TABLES, summariesOf } from './transaction-summaries';

/** The tables that a transaction must name to settle heights. */
export const HEIGHT_TABLES = [...new Set([...INDEX_TABLES, ...SUMMARY_TABLES])];

/**
 * Deletes what lists have of blocks with another hash at this height. Call it within a transaction over
 * `HEIGHT_TABLES`.
 */
export async function settleHeight(db: LoupeDatabase, networkId: NetworkId, number: number, hash: Hash): Promise<void> {
  const known = await db.blockSummaries.get([networkId, number]);
  if (known?.hash === hash) return;
  if (known !== undefined) await dropFrom(db, known);
  const rows = await summariesOf(db, networkId, { first: number, last: number });
  const gone = rows.filter(({ blockHash }) => blockHash !== hash);
  await removeSummaries(db, networkId, gone);
  dropScreensSoon(gone.map((row) => row.hash));
}

/**
 * Settles the height of a block. Deletes also a kept block before it that is not its parent, and a kept block after it
 * that is not its child.
 */
export async function settleHeights(db: LoupeDatabase, row: BlockSummaryRow): Promise<void> {
  const { networkId, number, hash, parentHash } = row;
  await settleHeight(db, networkId, number, hash);
  if (number > 0 && (await db.blockSummaries.get([networkId, number - 1])) !== undefined) {
    await settleHeight(db, networkId, number - 1, parentHash);
  }
  const child = await db.blockSummaries.get([networkId, number + 1]);
  if (child !== undefined && child.parentHash !== hash) await dropFrom(db, child);
}

/**
 * Settles the heights of consecutive blocks, in ascending order. Takes two reads, whatever the number of blocks, where
 * nothing that is kept contradicts them. Returns the rows of these blocks that are kept already.
 */
export async function settleHeightsOfAll(
  db: LoupeDatabase,
  rows: readonly BlockSummaryRow[],
): Promise<readonly BlockSummaryRow[]> {
  const [lowest] = rows;
  const highest = rows.at(-1);
  if (lowest === undefined || highest === undefined) return [];
  const { networkId, number: first, parentHash } = lowest;
  const { number: last, hash: lastHash } = highest;
  const hashes = new Map(rows.map(({ number, hash }) => [number, hash])).set(first - 1, parentHash);
  const read = (from: number, to: number) =>
    db.blockSummaries.where('[networkId+number]').between([networkId, from], [networkId, to], true, true).toArray();
  const around = await read(first - 1, last + 1);
  const listed = await summariesOf(db, networkId, { first, last });
  const fits =
    around.every((row) => (row.number > last ? row.parentHash === lastHash : row.hash === hashes.get(row.number))) &&
    listed.every(({ blockNumber, blockHash }) => blockHash === hashes.get(blockNumber));
  if (fits) return around.filter(({ number }) => number >= first && number <= last);
  for (const row of rows) await settleHeights(db, row);
  return read(first, last);
}

/** Deletes a block that the chain no longer has from the lists, and the blocks that follow it without a gap. */
async function dropFrom(db: LoupeDatabase, first: BlockSummaryRow): Promise<void> {
  const { networkId } = first;
  let row: BlockSummaryRow | undefined = first;
  while (row !== undefined) {
    await unindexBlocks(db, networkId, { first: row.number, last: row.number });
    await db.blockSummaries.delete([networkId, row.number]);
    const change = { blockNumber: row.number, records: 0, bytes: -estimateSize(row) };
    await recordBlockChanges(db, 'blocks', networkId, [change], undefined);
    const listed = await summariesOf(db, networkId, { first: row.number, last: row.number });
    await removeSummaries(db, networkId, listed);
    const { hash, number }: BlockSummaryRow = row;
    dropScreensSoon([hash, String(number), ...listed.map((each) => each.hash)]);
    const next: BlockSummaryRow | undefined = await db.blockSummaries.get([networkId, number + 1]);
    row = next?.parentHash === hash ? next : undefined;
  }
}
