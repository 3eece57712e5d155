import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Said behind the path of a file, or of a folder. */
export const UNREADABLE = 'the file is not there, or cannot be read.';

/** Bytes of what has no length, a pipe or a device, at most: some have no end. */
const MOST = 1 << 29;
const CHUNK = 1 << 20;

/** Reads a file; undefined where it is not there, is a folder, has no end, or is somebody else's. */
export function readBytes(file: string): Buffer | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file) : readToEnd(file);
  } catch {
    return undefined;
  }
}

function readToEnd(file: string): Buffer | undefined {
  const from = openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; size < MOST; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(from, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      size += length;
    }
    return undefined;
  } finally {
    closeSync(from);
  }
}

/** Reads the text of a file; undefined as in `readBytes`. */
export function readText(file: string): string | undefined {
  return readBytes(file)?.toString('utf8');
}
