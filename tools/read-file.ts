import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { formatInteger } from '../src/core/format/counts';
import { fail, ok, type Result } from '../src/core/values/result';

/** Said behind the path of a file, or of a folder. */
export const UNREADABLE = 'the file is not there, or cannot be read.';

/** Bytes of a file at most. What has no length, a pipe or a device, may have no end. */
const MOST = 1 << 29;
const CHUNK = 1 << 20;

/** Reads a file. The error, which is said behind its path, is that it is not there, is a folder, is too large, has no end, or is somebody else's. */
export function readBytes(file: string): Result<Buffer, string> {
  try {
    const stated = statSync(file);
    if (!stated.isFile()) return readToEnd(file);
    if (stated.size <= MOST) return ok(readFileSync(file));
    return fail(`the file has ${formatInteger(stated.size)} bytes, and at most ${formatInteger(MOST)} are read.`);
  } catch {
    return fail(UNREADABLE);
  }
}

function readToEnd(file: string): Result<Buffer, string> {
  const from = openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; size <= MOST; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(from, chunk);
      if (length === 0) return ok(Buffer.concat(chunks));
      chunks.push(chunk.subarray(0, length));
      size += length;
    }
    return fail(`the file does not end, and at most ${formatInteger(MOST)} bytes are read.`);
  } finally {
    closeSync(from);
  }
}

/** Reads the text of a file, of whose UTF-8 or UTF-16 a byte order mark is no part; the error is as of `readBytes`. */
export function readText(file: string): Result<string, string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const [first, second] = bytes.value;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return ok(new TextDecoder(encoding).decode(bytes.value));
  } catch {
    return fail('the file is longer than a text may be.');
  }
}
