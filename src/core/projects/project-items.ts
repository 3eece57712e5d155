/** What belongs to one project or none, and travels with it: simulations and virtual networks. */
import type { BackupRow } from '../backup/backup-file';

export const ITEM_KINDS = ['simulation', 'network'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** `id`: of a simulation its own, of a virtual network its chain id in decimal. */
export type ProjectItem = { kind: ItemKind; id: string };

/** The tables that hold what an item is. Their rows are the stored ones, and checked as such where they are kept. */
export const ITEM_TABLES = ['simulations', 'networks', 'virtualNetworks', 'virtualBlocks', 'parentReads'] as const;

/** An item with all that it takes to have it elsewhere. */
export type CarriedItem = ProjectItem & { name: string; rows: readonly BackupRow[] };

/** Items of one project: its page reads them all. */
export const MAX_ITEMS = 500;
