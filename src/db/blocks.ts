/** Mined blocks. */
import type { Hash, NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import { estimateSize } from './estimate-size';
import { fromBlockRow, type KeptBlock, toBlockRow } from './rows/block-row';
import { recordUse } from './use-ledger';

/** The kept block with this hash, or undefined. */
export async function readBlock(networkId: NetworkId, hash: Hash): Promise<KeptBlock | undefined> {
  return fromBlockRow(await withDatabase(undefined, (db) => db.blocks.get([networkId, hash])));
}

/** The block with this number that was fetched last, or undefined: after a reorganisation there may be several. */
export function readBlockByNumber(networkId: NetworkId, number: number): Promise<KeptBlock | undefined> {
  return withDatabase(undefined, async (db) => {
    const rows = await db.blocks.where('[networkId+number]').equals([networkId, number]).toArray();
    return fromBlockRow(rows.sort((a, b) => b.fetchedAt - a.fetchedAt)[0]);
  });
}

/** Keeps a block; false when storage refused. */
export function saveBlock(kept: KeptBlock): Promise<boolean> {
  const row = toBlockRow(kept);
  return writeDatabase((db) =>
    db.transaction('rw', db.blocks, db.uses, async () => {
      await db.blocks.put(row);
      await recordUse(db, 'blocks', [row.networkId, row.hash], estimateSize(row));
    }),
  );
}
