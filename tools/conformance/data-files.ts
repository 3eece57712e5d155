/** Reading of recorded data: JSON files, plain or gzipped. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Reads the JSON value of a file, inflated when its name ends in .gz. */
export function readJson(path: string): unknown {
  const bytes = readFileSync(path);
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}

/** Returns the paths of the JSON data files in `folder` and below, relative to it, sorted; manifests are no data. */
export function listJson(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.json(\.gz)?$/.test(path) && !/(^|[/\\])manifest\.json(\.gz)?$/.test(path))
    .sort();
}

/** Finds the path of the file that is called `name` or `name` with .gz in `folder`, or undefined. */
export function findJson(folder: string, name: string): string | undefined {
  const found = readdirSync(folder).find((file) => file === name || file === `${name}.gz`);
  return found && join(folder, found);
}
