/** Virtual networks as pages list them. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { withDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromVirtualBlockRow } from '../rows/virtual-block-row';
import { fromVirtualNetworkRow, type KeptVirtualNetwork } from '../rows/virtual-network-row';
import { estimateSize } from '../storage/estimate-size';
import { blocksOf, readsOf } from './virtual-networks';

/** Reads all virtual networks, newest first. */
export function readVirtualNetworks(): Promise<readonly KeptVirtualNetwork[]> {
  return withDatabase<readonly KeptVirtualNetwork[]>([], async (db) => {
    const rows = await db.virtualNetworks.toArray();
    return [...readableRows(rows, fromVirtualNetworkRow)].sort((a, b) => b.createdAt - a.createdAt);
  });
}

/** A block as the page of its network lists it. */
export type VirtualBlockEntry = {
  number: number;
  hash: Hash;
  timestamp: number;
  gasUsed: number;
  transactions: readonly Hash[];
  /** Number of changes by hand after the block. */
  byHand: number;
};

/** Reads the newest blocks of a virtual network, newest first, without the parent's block that a fork began at. */
export function readNewestVirtualBlocks(id: NetworkId, limit: number): Promise<readonly VirtualBlockEntry[]> {
  return withDatabase<readonly VirtualBlockEntry[]>([], async (db) => {
    const forkedAt = fromVirtualNetworkRow(await db.virtualNetworks.get(id))?.parent?.number;
    const rows = await blocksOf(db, id).reverse().limit(limit).toArray();
    return readableRows(rows, fromVirtualBlockRow).flatMap(({ sealed, changes }) => {
      const { number, hash, timestamp, gasUsed, transactions } = sealed.block;
      // A block that is not the first has one change of its own, before what was set by hand.
      const byHand = number === 0 ? changes.length : changes.length - 1;
      return number === forkedAt ? [] : [{ number, hash, timestamp, gasUsed, transactions, byHand }];
    });
  });
}

/** Bytes that are kept of a virtual network, estimated from their content. */
export type VirtualSize = { blocks: number; changes: number; reads: number };

/** Reads the size of a virtual network; 0 where it is not kept. Reads all its rows. */
export function readVirtualSize(id: NetworkId): Promise<VirtualSize> {
  return withDatabase<VirtualSize>({ blocks: 0, changes: 0, reads: 0 }, async (db) => {
    const size = { blocks: 0, changes: 0, reads: 0 };
    await blocksOf(db, id).each(({ changes, ...block }) => {
      size.blocks += estimateSize(block);
      size.changes += estimateSize(changes);
    });
    const row = await db.virtualNetworks.get(id);
    size.changes += estimateSize(row?.base ?? []);
    for (const reads of row === undefined ? [] : await readsOf(db, row)) size.reads += estimateSize(reads);
    return size;
  });
}
