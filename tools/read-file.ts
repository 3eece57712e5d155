import { readFileSync } from 'node:fs';

/** Said behind the path of a file, or of a folder. */
export const UNREADABLE = 'the file is not there, or cannot be read.';

/** Reads a file; undefined where it is not there, is a folder, or is somebody else's. */
export function readBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Reads the text of a file; undefined as in `readBytes`. */
export function readText(file: string): string | undefined {
  return readBytes(file)?.toString('utf8');
}
