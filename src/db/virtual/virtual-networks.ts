/**
 * Virtual networks. Each has a row with its settings and its standing, and a row per block. Both are changed in one
 * transaction.
 */
import type { Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { ChainBlock } from '../../core/virtual/chain-keeper';
import type { ParentReads } from '../../core/virtual/remembered-source';
import { virtualUrl } from '../../core/virtual/virtual-url';
import { withDatabase, writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { toEndpointRow } from '../rows/endpoint-row';
import { readableRows } from '../rows/fields';
import { toNetworkRow } from '../rows/network-row';
import {
  fromParentReadsRow,
  joinReads,
  type ParentReadsRow,
  placeOf,
  placeOfFile,
  toParentReadsRow,
} from '../rows/parent-reads-row';
import { fromVirtualBlockRow, toVirtualBlockRow } from '../rows/virtual-block-row';
import { fromVirtualNetworkRow, type KeptVirtualNetwork, toVirtualNetworkRow } from '../rows/virtual-network-row';

/** What is written at once: the blocks that are new or changed, and what was read of the parent. */
export type VirtualWrite = { kept: KeptVirtualNetwork; blocks: readonly ChainBlock[]; reads: ParentReads | undefined };

/** Reads the kept virtual network with this id, or undefined. */
export async function readVirtualNetwork(id: NetworkId): Promise<KeptVirtualNetwork | undefined> {
  return fromVirtualNetworkRow(await withDatabase(undefined, (db) => db.virtualNetworks.get(id)));
}

/**
 * Reads the blocks of a virtual network, in ascending order. Blocks after a damaged one are left out, because they
 * depend on it.
 */
export function readVirtualBlocks(id: NetworkId): Promise<readonly ChainBlock[]> {
  return withDatabase<readonly ChainBlock[]>([], async (db) => {
    const blocks: ChainBlock[] = [];
    for (const stored of await blocksOf(db, id).toArray()) {
      const block = fromVirtualBlockRow(stored);
      if (block === undefined) break;
      blocks.push(block);
    }
    return blocks;
  });
}

/** Reads the state of the parent's block, at which a fork began, as far as it was read in this browser. */
export function readParentReads(parent: NonNullable<KeptVirtualNetwork['parent']>): Promise<readonly ParentReads[]> {
  return withDatabase<readonly ParentReads[]>([], async (db) => {
    const rows = await db.parentReads.where('place').equals(placeOf(parent)).toArray();
    return readableRows(rows, fromParentReadsRow);
  });
}

/** Reads the state of its parent's block that a network knows. When a thing has two values, the last counts. */
export function readKnownReads(kept: KeptVirtualNetwork): Promise<readonly ParentReads[]> {
  return withDatabase<readonly ParentReads[]>([], async (db) =>
    readableRows(await readsOf(db, kept), fromParentReadsRow),
  );
}

/**
 * Reads a network with all its blocks and the state that was read of its parent, in one transaction; undefined where
 * it does not exist or is damaged.
 */
export function readWholeNetwork(id: NetworkId): Promise<VirtualWrite | undefined> {
  return withDatabase<VirtualWrite | undefined>(undefined, (db) =>
    db.transaction('r', tablesOf(db), async () => {
      const kept = fromVirtualNetworkRow(await db.virtualNetworks.get(id));
      if (kept === undefined) return undefined;
      const rows = await blocksOf(db, id).toArray();
      const blocks = rows.flatMap((row) => fromVirtualBlockRow(row) ?? []);
      if (blocks.length !== rows.length) return undefined;
      if (kept.parent === undefined) return { kept, blocks, reads: undefined };
      return { kept, blocks, reads: joinReads(readableRows(await readsOf(db, kept), fromParentReadsRow)) };
    }),
  );
}

/**
 * Keeps a new network, and makes it one of the reader's; false when storage refused. What was read of the parent comes
 * from the parent itself, and is shared, or from a file, and is known to this network alone.
 */
export function createVirtualNetwork(
  write: VirtualWrite,
  network: Network,
  readsFrom: 'parent' | 'file',
): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', [...tablesOf(db), db.networks, db.endpoints], async () => {
      await put(db, write, readsFrom);
      await db.networks.put(toNetworkRow(network, write.kept.createdAt));
      await db.endpoints.put(
        toEndpointRow({
          networkId: network.id,
          url: virtualUrl(network.id),
          name: 'this browser',
          origin: 'reader',
          enabled: true,
          priority: 0,
        }),
      );
    }),
  );
}

/** The result of a write: `gone` when the network was deleted. */
export type Written = 'written' | 'gone' | 'refused';

/**
 * Keeps what changed, all of it or nothing. Deletes blocks above the head, blocks below a new fork point, and what a
 * file said of the parent once the network was forked again.
 */
export async function writeVirtualNetwork(write: VirtualWrite): Promise<Written> {
  let written: Written = 'written';
  const isDone = await writeDatabase((db) =>
    db.transaction('rw', tablesOf(db), async () => {
      const { networkId, createdAt, head, parent, forkedAgain } = write.kept;
      const before = await db.virtualNetworks.get(networkId);
      // A network that was created later under the same chain id is another network.
      if (before?.createdAt !== createdAt) {
        written = 'gone';
        return;
      }
      await put(db, write, 'parent');
      if (before.forkedAgain?.at !== forkedAgain?.at) await readsOfFile(db, networkId).delete();
      if (parent !== undefined && before.parent !== undefined && placeOf(before.parent) !== placeOf(parent)) {
        await db.virtualBlocks.where('[networkId+number]').between([networkId, 0], [networkId, parent.number]).delete();
        await dropUnusedReads(db, before.parent);
      }
      await db.virtualBlocks
        .where('[networkId+number]')
        .between([networkId, head.number + 1], [networkId, Number.POSITIVE_INFINITY])
        .delete();
    }),
  );
  return isDone ? written : 'refused';
}

/** Deletes a network with all its blocks, its endpoint, and what was read for it alone; false when storage refused. */
export function deleteVirtualNetwork(id: NetworkId): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', [...tablesOf(db), db.networks, db.endpoints, db.projectItems], async () => {
      await db.projectItems.delete(['network', String(id)]);
      const parent = fromVirtualNetworkRow(await db.virtualNetworks.get(id))?.parent;
      await db.virtualNetworks.delete(id);
      await blocksOf(db, id).delete();
      await db.networks.delete(id);
      await db.endpoints.where('networkId').equals(id).delete();
      await readsOfFile(db, id).delete();
      if (parent !== undefined) await dropUnusedReads(db, parent);
    }),
  );
}

/** Deletes what was read here of a parent's block at which no network begins any more. */
async function dropUnusedReads(db: LoupeDatabase, parent: NonNullable<KeptVirtualNetwork['parent']>): Promise<void> {
  const place = placeOf(parent);
  const networks = await db.virtualNetworks.toArray();
  if (networks.some((other) => other.parent !== undefined && placeOf(other.parent) === place)) return;
  await db.parentReads.where('place').equals(place).delete();
}

function tablesOf(db: LoupeDatabase) {
  return [db.virtualNetworks, db.virtualBlocks, db.parentReads];
}

/** Returns the rows of the blocks of a network, in ascending order. */
export function blocksOf(db: LoupeDatabase, id: NetworkId) {
  return db.virtualBlocks.where('[networkId+number]').between([id, 0], [id, Number.POSITIVE_INFINITY]);
}

/** Returns the rows of what a network knows of its parent: what was read here, then what its file said. */
export async function readsOf(
  db: LoupeDatabase,
  { networkId, parent }: Pick<KeptVirtualNetwork, 'networkId' | 'parent'>,
): Promise<readonly ParentReadsRow[]> {
  if (parent === undefined) return [];
  const readHere = await db.parentReads.where('place').equals(placeOf(parent)).toArray();
  return [...readHere, ...(await readsOfFile(db, networkId).toArray())];
}

function readsOfFile(db: LoupeDatabase, id: NetworkId) {
  return db.parentReads.where('place').equals(placeOfFile(id));
}

async function put(
  db: LoupeDatabase,
  { kept, blocks, reads }: VirtualWrite,
  readsFrom: 'parent' | 'file',
): Promise<void> {
  await db.virtualNetworks.put(toVirtualNetworkRow(kept));
  if (blocks.length > 0) {
    await db.virtualBlocks.bulkPut(blocks.map((block) => toVirtualBlockRow(kept.networkId, block)));
  }
  if (reads === undefined || kept.parent === undefined) return;
  const place = readsFrom === 'file' ? placeOfFile(kept.networkId) : placeOf(kept.parent);
  await db.parentReads.put(toParentReadsRow(crypto.randomUUID(), place, reads));
}
