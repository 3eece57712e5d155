/** Restores a backup: compares it with what is here, then writes its rows, all of them or none. */

import type { IndexableType } from 'dexie';
import type { BackupRow } from '../../core/backup/backup-file';
import { spellValue } from '../../core/backup/spell';
import type { NetworkId } from '../../core/chain/primitives';
import { isFields } from '../../core/values/json-fields';
import { withDatabase, writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { estimateSize } from '../storage/estimate-size';
import { forgetUses, LEDGER_TABLES, NOWHERE, recordUses } from '../storage/use-ledger';
import { ownKeys } from './backup';
import { type BackupKind, kindOfTable, tablesOfKind } from './backup-kinds';

/** The numbers of rows that a backup has of one kind, over all tables of the kind. */
export type BackupPart = {
  kind: BackupKind;
  /** Rows that are not here. */
  added: number;
  /** Rows that are here with the same content. */
  same: number;
  /** Rows that are here with other content. */
  differing: number;
  /** Rows that Loupe would not write; they are left out. */
  damaged: number;
};

/**
 * What happens to rows that are here: `keepMine` leaves them, `takeTheirs` overwrites those that the backup has, too,
 * and `replace` first deletes all rows of the kinds that are restored.
 */
export type RestoreWay = 'keepMine' | 'takeTheirs' | 'replace';

type Checked = { kind: BackupKind; table: string; row: object };

/**
 * Compares a backup with what is here. Kinds of which it has nothing are left out, and rows of tables that no backup
 * has are not counted.
 */
export function compareBackup(rows: readonly BackupRow[]): Promise<readonly BackupPart[]> {
  return withDatabase<readonly BackupPart[]>([], async (db) => {
    const parts = new Map<BackupKind, BackupPart>();
    const partOf = (kind: BackupKind) => {
      const part = parts.get(kind) ?? { kind, added: 0, same: 0, differing: 0, damaged: 0 };
      parts.set(kind, part);
      return part;
    };
    const { checked, damaged } = checkRows(rows);
    for (const kind of damaged) partOf(kind).damaged++;
    for (const [table, own] of byTable(checked)) {
      const here = await keysHere(db, table);
      const known = own.filter(({ row }) => here.has(nameOf(keyOf(db, table, row))));
      if (own[0] !== undefined) partOf(own[0].kind).added += own.length - known.length;
      for (let at = 0; at < known.length; at += COMPARED) {
        const some = known.slice(at, at + COMPARED);
        const kept = await db.table(table).bulkGet(some.map(({ row }) => keyOf(db, table, row)));
        some.forEach(({ kind, row }, index) => {
          const part = partOf(kind);
          if (kept[index] === undefined) part.added++;
          else if (textOf(kept[index]) === textOf(row)) part.same++;
          else part.differing++;
        });
      }
    }
    return [...parts.values()];
  });
}

/**
 * Writes the rows of the given kinds in one transaction. Returns how many were written, undefined when storage refused.
 */
export async function takeBackup(
  rows: readonly BackupRow[],
  kinds: ReadonlySet<BackupKind>,
  way: RestoreWay,
): Promise<number | undefined> {
  const checked = checkRows(rows).checked.filter(({ kind }) => kinds.has(kind));
  const tables = [...kinds].flatMap(tablesOfKind);
  let written = 0;
  if (tables.length === 0) return 0;
  const isKept = await writeDatabase((db) =>
    // `ownKeys` reads `virtualNetworks`. A restored trace deletes its row of `firstScreenCache`, which another trace
    // made.
    db.transaction('rw', [...tables, 'virtualNetworks', ...LEDGER_TABLES, 'firstScreenCache'], async () => {
      written = 0;
      for (const table of way === 'replace' ? tables : []) await deleteOwn(db, table);
      for (const [table, own] of byTable(checked)) {
        const here = way === 'keepMine' ? await keysHere(db, table) : NO_KEYS;
        const taken = own.map(({ row }) => row).filter((row) => !here.has(nameOf(keyOf(db, table, row))));
        await db.table(table).bulkPut(taken);
        await enterInLedger(db, table, taken);
        // A run of the reader's is never evicted, though one with its id was fetched here before.
        if (table === 'compilations')
          await forgetUses(
            db,
            table,
            own.map(({ row }) => [NOWHERE, String(keyOf(db, table, row))] as const),
          );
        written += taken.length;
      }
    }),
  );
  return isKept ? written : undefined;
}

/** Number of rows that are compared at a time. */
const COMPARED = 500;
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * The keys of a table as texts. One read of all keys takes the place of a read per row, which takes seconds for
 * thousands.
 */
async function keysHere(db: LoupeDatabase, table: string): Promise<ReadonlySet<string>> {
  const keys: IndexableType[] = await db.table(table).toCollection().primaryKeys();
  return new Set(keys.map(nameOf));
}

function nameOf(key: IndexableType): string {
  return JSON.stringify(key);
}

/** The tables of a backup that are in the ledger of use, so that restored rows can be evicted like fetched ones. */
const IN_LEDGER = ['traces', 'transactions'] as const;

async function enterInLedger(db: LoupeDatabase, table: string, rows: readonly object[]): Promise<void> {
  const entered = IN_LEDGER.find((each) => each === table);
  if (entered === undefined) return;
  const entries = rows.map((row) => ({ key: keyOf(db, table, row) as [NetworkId, string], size: estimateSize(row) }));
  await recordUses(db, entered, entries);
  if (entered === 'traces') await db.firstScreenCache.bulkDelete(entries.map(({ key }) => key));
}

async function deleteOwn(db: LoupeDatabase, table: string): Promise<void> {
  const keys = await ownKeys(db, table);
  await db.table(table).bulkDelete(keys);
  const entered = IN_LEDGER.find((each) => each === table);
  if (entered !== undefined) await forgetUses(db, entered, keys as [NetworkId, string][]);
}

function checkRows(rows: readonly BackupRow[]): { checked: Checked[]; damaged: BackupKind[] } {
  const checked: Checked[] = [];
  const damaged: BackupKind[] = [];
  for (const { table, row } of rows) {
    const known = kindOfTable(table);
    const sound = known?.check(row);
    if (known === undefined) continue;
    if (sound === undefined) damaged.push(known.kind);
    else checked.push({ kind: known.kind, table, row: sound });
  }
  return { checked, damaged };
}

function byTable(rows: readonly Checked[]): ReadonlyMap<string, readonly Checked[]> {
  const tables = new Map<string, Checked[]>();
  for (const each of rows) {
    const own = tables.get(each.table);
    if (own === undefined) tables.set(each.table, [each]);
    else own.push(each);
  }
  return tables;
}

/** The primary key of a row. The tables of a backup have it in fields of their rows. */
function keyOf(db: LoupeDatabase, table: string, row: object): IndexableType {
  const path = db.table(table).schema.primKey.keyPath;
  const field = (name: string) => Reflect.get(row, name);
  return Array.isArray(path) ? path.map(field) : field(String(path));
}

/** A row as JSON with its fields in a fixed order, so that equal rows have equal texts. */
function textOf(row: unknown): string {
  return JSON.stringify(spellValue(row), (_, value: unknown) =>
    isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
