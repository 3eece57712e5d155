/** What the settings page shows and does about storage: sizes, clearing, and asking the browser not to evict. */

import { dropScreens, sizeOfScreens } from '../cache-storage/kept-screens';
import { withDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import type { RangedKind } from '../rows/block-range-row';
import { virtualRowKeys } from '../virtual/virtual-rows';
import { estimateSize } from './estimate-size';
import { COMPANION_TABLES } from './eviction';
import { readTotals } from './storage-totals';
import { LEDGER_TABLES } from './use-ledger';

/** Kinds with a running total. Compiler runs count as build output. */
const COUNTED = ['traces', 'transactions', 'lists', 'blocks', 'contracts'] as const;
const OTHERS = [
  'labels',
  'tokenLists',
  'rowNotes',
  'projects',
  'watches',
  'simulations',
  'testProjects',
  'verificationDrafts',
  'artifacts',
  'signatures',
  'preferences',
  'networks',
  'endpoints',
  'callCounts',
  'visits',
] as const;

/** The tables of an index beside blocks and transactions. `packedLists` also has the transactions of each address. */
const INDEXED = ['packedLists', 'addressIds', 'tokens', 'indexProgress'] as const;

/** What the reader can clear, each by itself. First screens go with whatever is cleared: they show it. */
export type StorageKind = (typeof COUNTED)[number] | (typeof OTHERS)[number] | 'screens';

export type StorageSize = {
  kind: StorageKind;
  records: number;
  /** Estimated. */
  bytes: number;
};

export type StorageUsage = {
  sizes: readonly StorageSize[];
  /** What the browser says this site uses and may use, bytes; absent where it does not say. */
  browser?: { usage: number; quota: number };
  /** Whether the browser promised not to evict; absent where it does not say. */
  persisted?: boolean;
};

/**
 * Records and bytes of each kind. Kinds that can be fetched again have running totals; the rows of all other kinds are
 * read. Observable by live queries.
 */
export async function readStorageUsage(): Promise<StorageUsage> {
  const sizes = await withDatabase<readonly StorageSize[]>([], async (db) => [
    ...(await countedSizes(db)),
    ...(await Promise.all(OTHERS.map((kind) => sizeOf(db, kind, tablesOf(kind))))),
  ]);
  const screens = await sizeOfScreens();
  const manager = storageManager();
  const estimate = await manager?.estimate?.();
  const persisted = await manager?.persisted?.();
  return {
    sizes: [...sizes, { kind: 'screens', ...screens }],
    ...(estimate?.usage === undefined || estimate.quota === undefined
      ? {}
      : { browser: { usage: estimate.usage, quota: estimate.quota } }),
    ...(persisted === undefined ? {} : { persisted }),
  };
}

/**
 * Asks the browser not to evict what is kept. Returns whether it promised that; false outside a page, which alone can
 * ask.
 */
export async function requestPersistence(): Promise<boolean> {
  const manager = storageManager();
  if ((await manager?.persisted?.()) === true) return true;
  return (await manager?.persist?.()) ?? false;
}

/** Deletes everything of the given kinds, except the rows by which virtual networks are found. */
export async function clearStorage(kinds: readonly StorageKind[]): Promise<void> {
  await dropScreens();
  const tables = new Set([...kinds.flatMap(tablesOf), 'blockRanges', 'virtualNetworks', ...LEDGER_TABLES]);
  await withDatabase(undefined, (db) =>
    db.transaction('rw', [...tables], async () => {
      for (const kind of kinds) {
        for (const table of tablesOf(kind)) {
          await clearTable(db, table);
          await db.uses.where('[table+usedAt]').between([table, 0], [table, Number.POSITIVE_INFINITY]).delete();
          await db.storageTotals.delete(table);
        }
        if (kind === 'blocks' || kind === 'lists') await forgetRanges(db, kind);
      }
    }),
  );
}

async function clearTable(db: LoupeDatabase, table: string): Promise<void> {
  const virtual = await virtualRowKeys(db, table);
  if (virtual.size === 0) return db.table(table).clear();
  const keys = await db.table(table).toCollection().primaryKeys();
  await db.table(table).bulkDelete(keys.filter((key) => !virtual.has(key)));
}

async function forgetRanges(db: LoupeDatabase, kind: RangedKind): Promise<void> {
  await db.storageTotals.delete(kind);
  await db.blockRanges.toCollection().modify({ [kind]: { records: 0, bytes: 0 } });
}

async function countedSizes(db: LoupeDatabase): Promise<readonly StorageSize[]> {
  const totals = await readTotals(db);
  return COUNTED.map((kind) => ({ kind, ...(totals.get(kind) ?? { records: 0, bytes: 0 }) }));
}

/**
 * The size of a kind: the records of the table with its name, and the bytes of all its tables, without the rows by which
 * virtual networks are found. Reads all rows.
 */
async function sizeOf(db: LoupeDatabase, kind: StorageKind, tables: readonly string[]): Promise<StorageSize> {
  const virtual = await virtualRowKeys(db, kind);
  let records = 0;
  let bytes = 0;
  for (const table of tables) {
    await db.table(table).each((row: unknown, { primaryKey }) => {
      if (virtual.has(primaryKey)) return;
      if (table === kind) records += 1;
      bytes += estimateSize(row);
    });
  }
  return { kind, records, bytes };
}

/** The tables of a kind, its main table first. */
function tablesOf(kind: StorageKind): readonly string[] {
  if (kind === 'screens') return [];
  if (kind === 'artifacts') return ['artifacts', 'artifactSources', 'compilations'];
  if (kind === 'tokenLists') return ['tokenLists', 'listedTokens'];
  if (kind === 'visits') return ['visits', 'addressVisits'];
  if (kind === 'projects') return ['projects', 'projectAccounts', 'projectItems'];
  if (kind === 'watches') return ['watches', 'watchMatches', 'watchProgress'];
  if (kind === 'testProjects') return ['testProjects', 'testFiles'];
  if (kind === 'contracts') return ['contracts', 'contractSources'];
  // The index starts anew when its blocks or its rows are cleared.
  if (kind === 'blocks') return ['blocks', 'blockSummaries', 'indexProgress'];
  if (kind === 'lists') return ['transactionSummaries', ...INDEXED];
  return kind === 'traces' || kind === 'transactions' ? [kind, ...COMPANION_TABLES[kind]] : [kind];
}

type Manager = {
  estimate?: () => Promise<{ usage?: number; quota?: number }>;
  persisted?: () => Promise<boolean>;
  persist?: () => Promise<boolean>;
};

/** The browser's storage manager; absent on insecure origins and outside browsers. */
function storageManager(): Manager | undefined {
  return (globalThis as { navigator?: { storage?: Manager } }).navigator?.storage;
}
