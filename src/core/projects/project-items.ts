/** What belongs to one project or none, and travels with it: simulations, virtual networks and private verifications. */
import type { BackupRow } from '../backup/backup-file';
import type { Hex } from '../chain/primitives';

export const ITEM_KINDS = ['simulation', 'network', 'verification'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** `id`: of a simulation its own, of a virtual network its chain id in decimal, of a verification the digest of what was compiled, or of the code that an ABI was given for. */
export type ProjectItem = { kind: ItemKind; id: string };

/** The tables that hold what an item is. Their rows are the stored ones, and checked as such where they are kept. */
export const ITEM_TABLES = [
  'simulations',
  'networks',
  'virtualNetworks',
  'virtualBlocks',
  'parentReads',
  'compilations',
  'artifacts',
  'watches',
] as const;

/** Watches travel, too. The project that one is of stands in the watch itself; `id` is its own. */
export const CARRIED_KINDS = [...ITEM_KINDS, 'watch'] as const;
export type CarriedKind = (typeof CARRIED_KINDS)[number];

/** An item with all that it takes to have it elsewhere. */
export type CarriedItem = { kind: CarriedKind; id: string; name: string; rows: readonly BackupRow[] };

/** A verification as it travels: the compiler run, standard JSON in and out, gzip over UTF-8. */
export type CarriedRun = { id: string; name: string; version: string; input: ArrayBuffer; output: ArrayBuffer };

/** An ABI that was given for code, as it travels: JSON, and the runtime code. `name` says where it was given, `contract` is what it was called. */
export type CarriedAbi = { id: string; name: string; contract: string; text: string; code: Hex };

/** Items of one project: its page reads them all. */
export const MAX_ITEMS = 500;
