/** A project's folder as the files that `readProject` reads. Nothing outside of the folder is read or written. */

import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { StartFailure } from '../devnet/start-failure';
import { MAX_BUILD_OUTPUT_BYTES } from '../src/core/contract/build-output/build-output-size';
import { type Chosen, pathsOf } from '../src/core/testing/configuration';
import { CONFIGURATION, type ProjectFile } from '../src/core/testing/project-file';
import { utf8Text } from '../src/core/text/utf8';
import { filesBelow } from './files-below';
import { readBytes, UNREADABLE } from './read-file';

/** Where Hardhat's builds leave their output, below the root. */
const ARTIFACTS = 'artifacts';

/** Returns the configuration of a project in the folder, what it extends, the files of the build and the list of those that are current. */
export async function projectFiles(root: string, chosen: Chosen = { profile: 'default' }): Promise<ProjectFile[]> {
  const text = readable(root, CONFIGURATION);
  const { out, cache, base } = pathsOf(text && utf8Text(text), chosen);
  const alone = [CONFIGURATION, base, cache].flatMap((path) =>
    path === undefined || readable(root, path) === undefined ? [] : [path],
  );
  const paths = [...alone, ...[...new Set([out, ARTIFACTS])].flatMap((folder) => below(root, folder))];
  return paths.map((path) => ({
    path,
    read: async () => readable(root, path) ?? cannotRead(path, UNREADABLE),
    changedAt: statSync(join(root, path)).mtimeMs,
  }));
}

/** Returns the bytes of a file of the project; undefined where there is none in the folder. Throws a `StartFailure` where it cannot be read. */
function readable(root: string, path: string): Uint8Array | undefined {
  const wanted = fileInside(root, path);
  const read = wanted === undefined ? undefined : readBytes(wanted);
  return read?.ok === false ? cannotRead(path, read.error) : read?.value;
}

function cannotRead(path: string, why: string): never {
  throw new StartFailure(`${path}: ${why}`);
}

/** Folders that links lead to are not entered, but for the output itself: their files are elsewhere, or here a second time. */
function below(root: string, folder: string): string[] {
  const from = join(root, folder);
  if (!existsSync(from) || !isInside(root, from)) return [];
  const { files, refused } = filesBelow(from);
  const [first] = refused;
  if (first !== undefined) cannotRead(relative(root, first), UNREADABLE);
  return files
    .filter(({ path, size }) => path.endsWith('.json') && size <= MAX_BUILD_OUTPUT_BYTES && isInside(root, path))
    .map(({ path }) => relative(root, path).split(sep).join('/'))
    .filter((path) => !path.includes('/cache/'));
}

/** Returns the bytes of a file in the folder; undefined where there is none that can be read, or where a link or a path leads out of it. */
export async function readInside(root: string, path: string): Promise<Uint8Array | undefined> {
  const wanted = fileInside(root, path);
  const read = wanted === undefined ? undefined : readBytes(wanted);
  return read?.ok ? read.value : undefined;
}

/** Returns the text of a file in the folder; '' as `readInside` returns undefined. */
export async function textInside(root: string, path: string): Promise<string> {
  const bytes = await readInside(root, path);
  return bytes === undefined ? '' : utf8Text(bytes);
}

/** Returns where a file in the folder is; undefined as in `readInside`, but for one that cannot be read. */
function fileInside(root: string, path: string): string | undefined {
  const wanted = resolve(root, path);
  const isFile = existsSync(wanted) && statSync(wanted).isFile();
  return isFile && isInside(root, wanted) ? wanted : undefined;
}

/** Names what is in a folder below the root, folders with a slash behind; undefined where there is none that can be read, or where it lies outside. */
export async function listInside(root: string, path: string): Promise<readonly string[] | undefined> {
  const wanted = resolve(root, path);
  if (!existsSync(wanted) || !statSync(wanted).isDirectory()) return undefined;
  if (!isInside(root, wanted)) return undefined;
  try {
    return readdirSync(wanted, { withFileTypes: true }).map((one) => (one.isDirectory() ? `${one.name}/` : one.name));
  } catch {
    return undefined;
  }
}

/** Writes a file below the root and the folders that it needs; false where a link leads out of the folder, or where it cannot be written. */
export function writeInside(root: string, path: string, text: string): boolean {
  try {
    const folder = dirname(join(root, path));
    if (!isInside(root, standing(folder))) return false;
    mkdirSync(folder, { recursive: true });
    const isLink = lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink && !isInside(root, join(root, path))) return false;
    writeFileSync(join(root, path), text);
    return true;
  } catch {
    return false;
  }
}

/** The folder, or the nearest one around it that is there. */
function standing(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? standing(dirname(folder)) : folder;
}

/** Whether what is at a path lies in the folder, wherever links lead. */
function isInside(root: string, path: string): boolean {
  const inside = relative(realpathSync(root), realpathSync(path));
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
