/**
 * Which artefacts of a build are those of its last compilation. forge leaves files of contracts that were renamed or
 * deleted in `out/`, and writes down beside it, in its cache, which ones it made of the sources as they are.
 */

import { readFields, readText } from '../values/json-fields';
import type { ProjectFile } from './project-file';

/**
 * Returns the files without artefacts below `out` that the text of forge's cache file does not name and that are not newer
 * than `cache`, which is that file: a build with `--no-cache` names none. Returns all where the text is none of a cache.
 */
export function withoutOldArtefacts(
  files: readonly ProjectFile[],
  { out, cache, text }: { out: string; cache: ProjectFile; text: string },
): readonly ProjectFile[] {
  const current = currentPaths(text);
  if (current.size === 0) return files;
  const folder = `${out}/`;
  const isNewer = ({ changedAt = 0 }: ProjectFile) => changedAt > (cache.changedAt ?? Number.POSITIVE_INFINITY);
  return files.filter((file) => {
    const { path } = file;
    const isArtefact = path.startsWith(folder) && !path.startsWith(`${folder}build-info/`);
    return !isArtefact || current.has(path.slice(folder.length)) || isNewer(file);
  });
}

/** Paths below `out`, by source, contract, version and profile: `{ "src/A.sol": { artifacts: { A: { "0.8.30": { default: { path } } } } } }`. */
function currentPaths(text: string): ReadonlySet<string> {
  let cache: unknown;
  try {
    cache = JSON.parse(text);
  } catch {
    return new Set();
  }
  const inside = (value: unknown) => Object.values(readFields(value));
  return new Set(
    inside(readFields(cache).files)
      .flatMap((file) => inside(readFields(file).artifacts))
      .flatMap(inside) // versions
      .flatMap(inside) // profiles
      .map((made) => readText(readFields(made).path))
      .filter((path) => path !== ''),
  );
}
