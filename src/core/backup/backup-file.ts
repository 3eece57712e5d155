/**
 * The file in which all local data travels: lines of JSON. The first line says what the file is; each other line is the
 * name of a table and one of its rows, spelled as `spell.ts` says. So it is written and read line by line, however long.
 */
import * as v from 'valibot';
import { fail, ok, type Result } from '../values/result';
import { spellValue, unspellValue } from './spell';

/** Bytes of a file, and characters of a line: a trace of a million steps stays below. */
export const MAX_BACKUP_BYTES = 500_000_000;
const MAX_LINE = 200_000_000;
/** Rows of a file. */
const MAX_ROWS = 2_000_000;

const FORMAT = 'loupe backup';
const head = v.object({ format: v.literal(FORMAT), version: v.number(), createdAt: v.number() });

/** A row of a table, as it is stored. */
export type BackupRow = { table: string; row: unknown };

export type BackupFile = {
  /** Milliseconds since the epoch. */
  createdAt: number;
  rows: readonly BackupRow[];
  /** Lines that could not be read, so that their rows are missing. */
  damaged: number;
};

/** Returns the first line of a file. */
export function backupHead(createdAt: number): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, createdAt })}\n`;
}

/** Returns the line of a row. */
export function backupLine({ table, row }: BackupRow): string {
  return `${JSON.stringify([table, spellValue(row)])}\n`;
}

/** Reads a file piece by piece as text; the error is one sentence. Lines that are damaged are counted and left out. */
export async function parseBackup(pieces: AsyncIterable<string>): Promise<Result<BackupFile, string>> {
  const rows: BackupRow[] = [];
  let createdAt: number | undefined;
  let damaged = 0;
  for await (const line of linesOf(pieces)) {
    if (line === undefined) return fail('A line of the file is longer than any that Loupe writes.');
    if (createdAt === undefined) {
      const read = readHead(line);
      if (!read.ok) return read;
      createdAt = read.value;
      continue;
    }
    const row = readRow(line);
    if (row === undefined) damaged++;
    else rows.push(row);
    if (rows.length > MAX_ROWS) return fail(`The file has more than ${MAX_ROWS} rows.`);
  }
  return createdAt === undefined ? fail('The file is empty.') : ok({ createdAt, rows, damaged });
}

function readHead(line: string): Result<number, string> {
  const read = v.safeParse(head, parseJson(line));
  if (!read.success) return fail('The file holds no backup of Loupe.');
  const { version, createdAt } = read.output;
  if (version !== 1) {
    return fail(`The file is of version ${version}, which a newer Loupe wrote; this one reads version 1.`);
  }
  return ok(createdAt);
}

function readRow(line: string): BackupRow | undefined {
  const parsed = parseJson(line);
  if (!Array.isArray(parsed) || parsed.length !== 2 || typeof parsed[0] !== 'string') return undefined;
  const row = unspellValue(parsed[1]);
  return row.ok ? { table: parsed[0], row: row.value } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines that are not empty; undefined, and nothing behind, where one is too long. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  // What is there of the last line, in parts: a long one would be searched for its end again with every piece.
  let parts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      const line = parts.join('') + piece.slice(from, end);
      if (line !== '') yield line;
      parts = [];
      length = 0;
      from = end + 1;
    }
    parts.push(piece.slice(from));
    length += piece.length - from;
    if (length > MAX_LINE) {
      yield undefined;
      return;
    }
  }
  if (length > 0) yield parts.join('');
}
