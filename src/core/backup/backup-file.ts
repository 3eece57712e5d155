/**
 * The file in which all local data travels: lines of JSON. The first line says what the file is; each other line is the
 * name of a table and one of its rows, spelled as `spell.ts` says; the last line states how many rows there are and the
 * digest of all lines before it, so that a file that was cut or changed is refused. It is written and read line by line,
 * however long.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { bytesToHex } from '../chain/hex';
import { parseJson } from '../values/json-fields';
import { fail, ok, type Result } from '../values/result';
import { spellValue, unspellValue } from './spell';

/** Bytes of a file, and characters of a line: a trace of a million steps stays below. */
export const MAX_BACKUP_BYTES = 500_000_000;
const MAX_LINE = 200_000_000;
/** Rows of a file. */
const MAX_ROWS = 2_000_000;

const FORMAT = 'loupe backup';
/** Version 1 had no last line. */
const VERSION = 2;
const head = v.object({ format: v.literal(FORMAT), version: v.number(), createdAt: v.number() });
type Head = v.InferOutput<typeof head>;
const endSchema = v.object({ rows: v.number(), sha256: v.string() });
type End = v.InferOutput<typeof endSchema>;

/** A row of a table, as it is stored. */
export type BackupRow = { table: string; row: unknown };

export type BackupFile = {
  /** Milliseconds since the epoch. */
  createdAt: number;
  rows: readonly BackupRow[];
  /** Lines that could not be read, so that their rows are missing. */
  damaged: number;
};

/** The lines of a file, in the order in which they are written: the head, each row, the end. */
export class BackupLines {
  #rows = 0;
  readonly #digest = sha256.create();

  /** The first line. `createdAt` in milliseconds since the epoch. */
  head(createdAt: number): string {
    return this.#count(JSON.stringify({ format: FORMAT, version: VERSION, createdAt }));
  }

  row({ table, row }: BackupRow): string {
    this.#rows++;
    return this.#count(JSON.stringify([table, spellValue(row)]));
  }

  /** The last line. */
  end(): string {
    return `${JSON.stringify({ rows: this.#rows, sha256: bytesToHex(this.#digest.digest()) })}\n`;
  }

  #count(text: string): string {
    const line = `${text}\n`;
    this.#digest.update(utf8ToBytes(line));
    return line;
  }
}

const CUT =
  'The backup is cut off: its last line is missing, and with it an unknown part of the data. Nothing was taken.';
const CHANGED =
  'The file is not as Loupe wrote it: its content does not have the digest in its last line. Nothing was taken.';

/**
 * Reads a file piece by piece as text; the error is one sentence. Lines that are damaged are counted and left out. A
 * file of version 1 has no end, so what is missing of it is not noticed.
 */
export async function parseBackup(pieces: AsyncIterable<string>): Promise<Result<BackupFile, string>> {
  const rows: BackupRow[] = [];
  const digest = sha256.create();
  let read: Head | undefined;
  let damaged = 0;
  let end: End | undefined;
  for await (const line of linesOf(pieces)) {
    if (line === undefined) return fail('A line of the file is longer than any that Loupe writes.');
    if (end !== undefined) return fail(CHANGED);
    if (read === undefined) {
      const head = readHead(line);
      if (!head.ok) return head;
      read = head.value;
    } else {
      end = read.version === 1 ? undefined : readEnd(line);
      if (end !== undefined) continue;
      const row = readRow(line);
      if (row === undefined) damaged++;
      else rows.push(row);
    }
    digest.update(utf8ToBytes(`${line}\n`));
    if (rows.length > MAX_ROWS) return fail(`The file has more than ${MAX_ROWS} rows.`);
  }
  if (read === undefined) return fail('The file is empty.');
  const { version, createdAt } = read;
  if (version > 1 && end === undefined) return fail(CUT);
  if (end !== undefined && (end.rows !== rows.length + damaged || end.sha256 !== bytesToHex(digest.digest()))) {
    return fail(CHANGED);
  }
  return ok({ createdAt, rows, damaged });
}

function readHead(line: string): Result<Head, string> {
  const read = v.safeParse(head, parseJson(line));
  if (!read.success) return fail('The file is not a backup of Loupe.');
  const { version } = read.output;
  if (version !== 1 && version !== VERSION) {
    return fail(
      `The file is of version ${version}, which a newer Loupe wrote; this one reads up to version ${VERSION}.`,
    );
  }
  return ok(read.output);
}

/** Undefined where the line is another one. */
function readEnd(line: string): End | undefined {
  const read = line.startsWith('{') ? v.safeParse(endSchema, parseJson(line)) : undefined;
  return read?.success === true ? read.output : undefined;
}

function readRow(line: string): BackupRow | undefined {
  const parsed = parseJson(line);
  if (!Array.isArray(parsed) || parsed.length !== 2 || typeof parsed[0] !== 'string') return undefined;
  const row = unspellValue(parsed[1]);
  return row.ok ? { table: parsed[0], row: row.value } : undefined;
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
