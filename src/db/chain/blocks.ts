/** Mined blocks by hash, as an endpoint stated them, and the chain's block at each height. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { BlockSummary } from '../../core/chain/summaries';
import { withDatabase } from '../database';
import { boundedLimit, type ListPage, type PageRequest, pageOf, parseCursor } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { fromBlockRow, type KeptBlock } from '../rows/block-row';
import { fromBlockSummaryRow } from '../rows/block-summary-row';

/**
 * Who stated that a block is the chain's: an endpoint of the network, or a trace file, which replaces nothing that is
 * kept.
 */
export type StatedBy = 'endpoint' | 'traceFile';

/** Reads the kept block with this hash, or undefined. */
export async function readBlock(networkId: NetworkId, hash: Hash): Promise<KeptBlock | undefined> {
  return fromBlockRow(await withDatabase(undefined, (db) => db.blocks.get([networkId, hash])));
}

/** Reads the kept block that an endpoint last stated at this height, or undefined. */
export async function readBlockByNumber(networkId: NetworkId, number: number): Promise<KeptBlock | undefined> {
  const row = await withDatabase(undefined, async (db) => {
    const summary = await db.blockSummaries.get([networkId, number]);
    return summary && db.blocks.get([networkId, summary.hash]);
  });
  return fromBlockRow(row);
}

/** Reads the listed blocks of a network, newest first. Observable by live queries. */
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

/** Deletes the blocks from `first` on, `end` not included. The caller changes the sizes of the range. */
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
