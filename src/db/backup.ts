/** Writing a backup: what of the reader's own data there is, and the rows of it that go into a file. */
import type { IndexableType } from 'dexie';
import { type BackupRow, backupHead, backupLine } from '../core/backup/backup-file';
import type { NetworkId } from '../core/chain/primitives';
import { virtualUrl } from '../core/virtual/virtual-url';
import { BACKUP_KIND_NAMES, type BackupKind, kindOfTable, tablesOfKind } from './backup-kinds';
import { withDatabase } from './database';
import type { LoupeDatabase } from './loupe-database';
import { endpointRowId } from './rows/endpoint-row';

/** Rows that are read at once: those of most tables are small, a trace may have megabytes. */
const CHUNK = 2_000;
const CHUNK_OF_LARGE = 20;
const LARGE: ReadonlySet<string> = new Set(['traces', 'simulations', 'compilations', 'artifactSources']);

export type BackupChoice = {
  kinds: ReadonlySet<BackupKind>;
  /** Keys, endpoints whose address may hold one, and addresses that watches call. */
  secrets: boolean;
};

/** How many rows there are of each kind, in all of its tables. Observable by live queries. */
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

/** The file as pieces of text; undefined where the browser refuses storage. Damaged rows stay behind. */
export function writeBackup({ kinds, secrets }: BackupChoice, now: number): Promise<readonly string[] | undefined> {
  return withDatabase<readonly string[] | undefined>(undefined, async (db) => {
    const pieces = [backupHead(now)];
    for (const kind of kinds) {
      for (const table of tablesOfKind(kind)) {
        for await (const rows of rowsOf(db, table)) {
          const lines = rows.flatMap((row) => lineOf({ table, row }, secrets));
          pieces.push(lines.join(''));
        }
      }
    }
    return pieces;
  });
}

function lineOf({ table, row }: BackupRow, secrets: boolean): string[] {
  const checked = kindOfTable(table)?.check(row);
  const leaving = checked === undefined || secrets ? checked : withoutSecrets(table, checked);
  return leaving === undefined ? [] : [backupLine({ table, row: leaving })];
}

/** A row without what only its reader may know; undefined where nothing of it may leave. */
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

/** Whether there is more in a URL than the place of a server: providers put keys into the path, the query or the user. */
export function mayHoldKey(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username, password } = new URL(url);
  return pathname.length > 1 || [search, hash, username, password].some((part) => part !== '');
}

/** All rows of a table that are the reader's, by ranges of keys: reading rows one by one takes several times as long. */
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
 * The keys of a table's rows. Of compiler runs those that are in the ledger of use were fetched, and can be again. What
 * names a virtual network stays with it: elsewhere there is none to be found behind the name.
 */
export async function ownKeys(db: LoupeDatabase, table: string): Promise<IndexableType[]> {
  const keys: IndexableType[] = await db.table(table).toCollection().primaryKeys();
  if (table === 'networks' || table === 'endpoints') {
    const virtual = await db.virtualNetworks.toCollection().primaryKeys();
    const names = new Set<unknown>(
      virtual.flatMap((id) => [id, endpointRowId({ networkId: id as NetworkId, url: virtualUrl(id as NetworkId) })]),
    );
    return keys.filter((key) => !names.has(key));
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
