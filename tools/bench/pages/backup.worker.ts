/// <reference lib="webworker" />
/** Fills a profile, writes all of it into a file, and reads the file into an empty database, as the settings do. */
import { expose } from 'comlink';
import Dexie from 'dexie';
import { type BackupRow, parseBackup } from '../../../src/core/backup/backup-file';
import { spellValue } from '../../../src/core/backup/spell';
import { writeBackup } from '../../../src/db/backup/backup';
import { BACKUP_KIND_NAMES, type BackupKind, tablesOfKind } from '../../../src/db/backup/backup-kinds';
import { compareBackup, takeBackup } from '../../../src/db/backup/restore';
import { closeDatabase, DATABASE_NAME, withDatabase, writeDatabase } from '../../../src/db/database';
import type { LoupeDatabase } from '../../../src/db/loupe-database';
import { declareVersions } from '../../../src/db/versions';
import { LABELS, madeUpProfile } from '../workload/made-up-profile';

const ALL: ReadonlySet<BackupKind> = new Set(BACKUP_KIND_NAMES);
const TABLES = BACKUP_KIND_NAMES.flatMap(tablesOfKind);
const COPY = 'copy';
/** Rows of one read of the copy. */
const CHUNK = 2_000;
/** Traces are copied in fewer at a time. */
const LARGE_CHUNK = 20;

let file: Blob | undefined;

const worker = {
  /** Writes the profile; the number of its rows. */
  async fill(): Promise<number> {
    let written = 0;
    for (const [table, rows] of madeUpProfile()) {
      await writeDatabase((db) => db.table(table).bulkPut([...rows]));
      written += rows.length;
    }
    return written;
  },

  /** Milliseconds of copying every row into another database, table by table: what moving the data costs at least. */
  async copy(): Promise<number> {
    await Dexie.delete(COPY);
    const copy = new Dexie(COPY);
    declareVersions(copy);
    await copy.open();
    const start = performance.now();
    await withDatabase(undefined, async (db) => {
      for (const table of TABLES) await copyTable(db, copy, table);
    });
    const milliseconds = performance.now() - start;
    copy.close();
    await Dexie.delete(COPY);
    return milliseconds;
  },

  /** Milliseconds of writing the file, and its bytes. */
  async backUp(): Promise<{ milliseconds: number; bytes: number }> {
    const start = performance.now();
    const pieces = await writeBackup({ kinds: ALL, secrets: true }, 1);
    if (pieces === undefined) throw new Error('Storage refused the backup.');
    file = new Blob([...pieces]);
    return { milliseconds: performance.now() - start, bytes: file.size };
  },

  /** Empties the database, then: milliseconds of reading the file, comparing and taking it, and whether every row is as it was. */
  async restore(): Promise<{ reading: number; comparing: number; taking: number; isEqual: boolean }> {
    const before = await digests();
    closeDatabase();
    await Dexie.delete(DATABASE_NAME);
    await writeDatabase(async () => undefined);
    const start = performance.now();
    const rows = await readFile();
    const read = performance.now();
    await compareBackup(rows);
    const compared = performance.now();
    if ((await takeBackup(rows, ALL, 'keepMine')) === undefined) throw new Error('Storage refused the rows.');
    const taken = performance.now();
    const after = await digests();
    const isEqual =
      before.length > LABELS && before.length === after.length && before.every((one, at) => one === after[at]);
    return { reading: read - start, comparing: compared - read, taking: taken - compared, isEqual };
  },
};
export type BackupWorker = typeof worker;

async function copyTable(db: LoupeDatabase, copy: Dexie, table: string): Promise<void> {
  const keys = await db.table(table).toCollection().primaryKeys();
  const chunk = table === 'traces' ? LARGE_CHUNK : CHUNK;
  for (let at = 0; at < keys.length; at += chunk) {
    const last = keys[Math.min(at + chunk, keys.length) - 1];
    const rows = await db.table(table).where(':id').between(keys[at], last, true, true).toArray();
    await copy.table(table).bulkPut(rows);
  }
}

async function readFile(): Promise<readonly BackupRow[]> {
  const stream = (file ?? new Blob()).stream().pipeThrough(new TextDecoderStream());
  const reader = stream.getReader();
  const parsed = await parseBackup(
    (async function* () {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    })(),
  );
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.rows;
}

/** Each row of all tables in few characters, in the order of keys. */
async function digests(): Promise<string[]> {
  const found: string[] = [];
  await withDatabase(undefined, async (db) => {
    for (const table of TABLES) {
      for (const row of await db.table(table).toArray()) found.push(`${table} ${digestOf(textOf(row))}`);
    }
  });
  return found;
}

/** A row as text, whatever the order of its fields. */
function textOf(row: unknown): string {
  return JSON.stringify(spellValue(row), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** FNV-1a with 32 bits, and the length. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length} ${hash >>> 0}`;
}

expose(worker);
