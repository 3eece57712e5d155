import { readFileSync } from 'node:fs';

/** Reads the text of a file; undefined where it is not there, is a folder, or is somebody else's. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
