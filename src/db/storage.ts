/** How much is kept, for a settings page: sizes, clearing, and asking the browser not to evict. */
import { withDatabase } from './database';
import { estimateSize } from './estimate-size';
import { besides } from './eviction';
import type { LoupeDatabase } from './loupe-database';
import type { EvictableTable } from './rows/use-row';

/** What the reader can clear, each by itself. */
export type StorageKind =
  | Exclude<EvictableTable, 'compilations'>
  | 'artifacts'
  | 'signatures'
  | 'preferences'
  | 'networks'
  | 'endpoints'
  | 'callCounts'
  | 'labels'
  | 'rowNotes'
  | 'visits';

/** Those that are a kind of their own; compiler runs count among the build output. */
const evictable = ['traces', 'transactions', 'blocks', 'contracts'] as const;
const others = [
  'labels',
  'rowNotes',
  'artifacts',
  'signatures',
  'preferences',
  'networks',
  'endpoints',
  'callCounts',
  'visits',
] as const;

export type StorageSize = { kind: StorageKind; records: number /** Estimated. */; bytes: number };

export type StorageUsage = {
  sizes: readonly StorageSize[];
  /** What the browser says this site uses and may use, bytes; absent where it does not say. */
  browser?: { usage: number; quota: number };
  /** Whether the browser promised not to evict; absent where it does not say. */
  persisted?: boolean;
};

/** Records and bytes of each kind. Reads every imported contract, and otherwise the ledger of use. */
export async function readStorageUsage(): Promise<StorageUsage> {
  const sizes = await withDatabase<readonly StorageSize[]>([], async (db) => [
    ...(await evictableSizes(db)),
    ...(await Promise.all(others.map((kind) => sizeOf(db, kind, tablesOf(kind))))),
  ]);
  const manager = storageManager();
  const estimate = await manager?.estimate?.();
  const persisted = await manager?.persisted?.();
  return {
    sizes,
    ...(estimate?.usage === undefined || estimate.quota === undefined
      ? {}
      : { browser: { usage: estimate.usage, quota: estimate.quota } }),
    ...(persisted === undefined ? {} : { persisted }),
  };
}

/** Asks the browser not to evict what is kept. Only a page can ask; false where it cannot or the browser declines. */
export async function requestPersistence(): Promise<boolean> {
  const manager = storageManager();
  if ((await manager?.persisted?.()) === true) return true;
  return (await manager?.persist?.()) ?? false;
}

/** Deletes everything of the given kinds. */
export function clearStorage(kinds: readonly StorageKind[]): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', [...kinds.flatMap(tablesOf), 'uses'], async () => {
      for (const kind of kinds) {
        for (const table of tablesOf(kind)) {
          await db.table(table).clear();
          await db.uses.where('[table+usedAt]').between([table, 0], [table, Number.POSITIVE_INFINITY]).delete();
        }
      }
    }),
  );
}

async function evictableSizes(db: LoupeDatabase): Promise<readonly StorageSize[]> {
  const sizes = new Map<EvictableTable, StorageSize>(evictable.map((kind) => [kind, { kind, records: 0, bytes: 0 }]));
  await db.uses.each(({ table, size }) => {
    const entry = sizes.get(table);
    if (entry === undefined) return;
    entry.records += 1;
    entry.bytes += size;
  });
  return [...sizes.values()];
}

/** Records of the kind's first table, bytes of all. */
async function sizeOf(db: LoupeDatabase, kind: StorageKind, tables: readonly string[]): Promise<StorageSize> {
  let bytes = 0;
  for (const table of tables) {
    await db.table(table).each((row: unknown) => {
      bytes += estimateSize(row);
    });
  }
  return { kind, records: await db.table(kind).count(), bytes };
}

/** Tables that hold a kind, its own first. */
function tablesOf(kind: StorageKind): readonly string[] {
  if (kind === 'artifacts') return ['artifacts', 'artifactSources', 'compilations'];
  if (kind === 'contracts') return ['contracts', 'contractSources'];
  return kind === 'traces' || kind === 'transactions' ? [kind, ...besides[kind]] : [kind];
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
