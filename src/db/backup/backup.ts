/** Writes backups: counts the rows of the reader's own data, and turns them into the text of a file. */
import type { IndexableType } from 'dexie';
import { BackupLines, type BackupRow } from '../../core/backup/backup-file';
import { withDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { virtualRowKeys } from '../virtual/virtual-rows';
import { BACKUP_KIND_NAMES, type BackupKind, kindOfTable, tablesOfKind } from './backup-kinds';

/** Number of rows that are read at once. Most rows are small; a row of the tables in `LARGE` may have megabytes. */
const CHUNK = 2_000;
const CHUNK_OF_LARGE = 20;
const LARGE: ReadonlySet<string> = new Set(['traces', 'simulations', 'compilations', 'artifactSources']);

export type BackupChoice = {
  kinds: ReadonlySet<BackupKind>;
  /** Whether keys, endpoints whose URL may contain a key, and webhooks of watches are included. */
  secrets: boolean;
};

/** Returns the number of rows of each kind, summed over its tables. Observable by live queries. */
export function countBackupRows(): Promise<ReadonlyMap<BackupKind, number>> {
  return withDatabase<ReadonlyMap<BackupKind, number>>(new Map(), async (db) => {
    const counts = await Promise.all(
      BACKUP_KIND_NAMES.map(async (kind): Promise<[BackupKind, number]> => {
        const keys = await Promise.all(tablesOfKind(kind).map((table) => ownKeys(db, table)));
        return [kind, keys.reduce((sum, own) => sum + own.length, 0)];
      }),
    );
    return new Map(counts);
  });
}

/** Writes the text of the backup file in pieces; undefined where the browser refuses storage. Damaged rows are left out. */
export function writeBackup({ kinds, secrets }: BackupChoice, now: number): Promise<readonly string[] | undefined> {
  return withDatabase<readonly string[] | undefined>(undefined, async (db) => {
    const file = new BackupLines();
    const pieces = [file.head(now)];
    for (const kind of kinds) {
      for (const table of tablesOfKind(kind)) {
        for await (const rows of rowsOf(db, table)) {
          const written = rows.flatMap((row) => writtenRow({ table, row }, secrets));
          pieces.push(written.map((row) => file.row({ table, row })).join(''));
        }
      }
    }
    return [...pieces, file.end()];
  });
}

function writtenRow({ table, row }: BackupRow, secrets: boolean): object[] {
  const checked = kindOfTable(table)?.check(row);
  const written = checked === undefined || secrets ? checked : withoutSecrets(table, checked);
  return written === undefined ? [] : [written];
}

/** The row without secrets; undefined where the whole row is secret. */
function withoutSecrets(table: string, row: object): object | undefined {
  if (table === 'endpoints' && 'url' in row && 'origin' in row) {
    return row.origin === 'reader' && mayHoldKey(String(row.url)) ? undefined : row;
  }
  if (table === 'preferences' && 'key' in row)
    return row.key === 'etherscan' || row.key === 'hostedApis' ? undefined : row;
  if (table === 'watches' && 'webhook' in row) {
    const { webhook: _, ...rest } = row;
    return rest;
  }
  return row;
}

/**
 * Returns whether a URL contains more than a scheme, a host and a port: providers put keys into the path, the query
 * or the user name. True for a text that is not a URL.
 */
export function mayHoldKey(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username, password } = new URL(url);
  return pathname.length > 1 || [search, hash, username, password].some((part) => part !== '');
}

/**
 * Yields the reader's own rows of a table in chunks. A table that belongs to the reader as a whole is read by ranges of
 * keys: reading its rows one by one takes several times as long.
 */
async function* rowsOf(db: LoupeDatabase, table: string): AsyncGenerator<readonly unknown[]> {
  const keys = await ownKeys(db, table);
  const isWhole = keys.length === (await db.table(table).count());
  const chunk = LARGE.has(table) ? CHUNK_OF_LARGE : CHUNK;
  for (let at = 0; at < keys.length; at += chunk) {
    const some = keys.slice(at, at + chunk);
    const [first] = some;
    const last = some.at(-1);
    if (!isWhole || first === undefined || last === undefined) yield db.table(table).bulkGet(some);
    else yield db.table(table).where(':id').between(first, last, true, true).toArray();
  }
}

/**
 * Returns the keys of the rows of a table that belong in a backup. Compiler runs in the ledger of use are left out,
 * because they were fetched and can be fetched again. Rows that refer to a virtual network are left out, because no
 * backup contains virtual networks.
 */
export async function ownKeys(db: LoupeDatabase, table: string): Promise<IndexableType[]> {
  const keys: IndexableType[] = await db.table(table).toCollection().primaryKeys();
  if (table === 'networks' || table === 'endpoints') {
    const virtual = await virtualRowKeys(db, table);
    return keys.filter((key) => !virtual.has(key));
  }
  if (table === 'projectItems') return keys.filter((key) => (key as readonly unknown[])[0] !== 'network');
  if (table !== 'compilations') return keys;
  const used = await db.uses
    .where('[table+usedAt]')
    .between(['compilations', 0], ['compilations', Number.POSITIVE_INFINITY])
    .toArray();
  const fetched = new Set(used.map(({ key }) => key[1]));
  return keys.filter((key) => !fetched.has(String(key)));
}
