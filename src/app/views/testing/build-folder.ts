/** The files of a build in a folder: what was dropped or chosen, or what a folder that the browser opened has. */
import { type ProjectPaths, pathsOf } from '../../../core/testing/configuration';
import { CONFIGURATION, isProjectFile } from '../../../core/testing/project-file';
import type { TestFile } from '../../../workers/testing/testing.api';
import type { PickedFile, Wanted } from '../../ui/dropped-files';

/** Where Hardhat's builds leave their output. */
const ARTIFACTS = 'artifacts';
const CONFIGURATIONS = /(^|\/)(foundry\.toml|hardhat\.config\.[cm]?[jt]s)$/;
/** More files than the build of any project has. */
const MAX_FILES = 20_000;
/** Profile of `foundry.toml` that is read, as the worker reads it. */
const CHOSEN = { profile: 'default' };

/** What is read of a folder that was dropped or chosen: `out` may lie in any of its folders, and a base of the configuration right in a dependency. */
export const BUILD_FILES: Wanted = {
  isFile: (path) => CONFIGURATIONS.test(path) || /\.(json|toml)$/.test(path),
  isFolder: (path) => !/\/(\.git|node_modules|lib\/[^/]+\/[^/]+)$/.test(path),
  most: MAX_FILES,
};

/** `root` is the path of the project below what was picked, '' or with a slash behind it. */
export type BuildFolder = { name: string; root: string; files: readonly TestFile[] };

/** Returns the files of a build among those that were picked, with paths from the project's root; undefined where there is none. */
export async function buildOf(picked: readonly PickedFile[]): Promise<BuildFolder | undefined> {
  const placed = withFolders(picked);
  const configuration = configurationIn(placed.map(({ path }) => path));
  const text = await placed.find(({ path }) => path === configuration && path.endsWith(CONFIGURATION))?.file.text();
  const paths = pathsOf(text, CHOSEN);
  const root = configuration?.slice(0, configuration.lastIndexOf('/') + 1) ?? rootOf(placed.map(({ path }) => path));
  const files = placed
    .filter(({ path }) => path.startsWith(root))
    .map(({ path, file }) => ({ path: path.slice(root.length), file }))
    .filter(({ path }) => isProjectFile(path, paths));
  if (!files.some(({ path }) => path.endsWith('.json') && path !== paths.cache)) return undefined;
  return { name: root.split('/').at(-2) ?? 'Project', root, files };
}

/** Files that are chosen one by one have no folder: their JSON is taken for output of the build. */
function withFolders(picked: readonly PickedFile[]): readonly PickedFile[] {
  if (picked.some(({ path }) => path.includes('/'))) return picked;
  return picked.map(({ path, file }) => ({ path: path.endsWith('.json') ? `out/${path}` : path, file }));
}

function outermost(paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
}

function configurationIn(paths: readonly string[]): string | undefined {
  return outermost(paths.filter((path) => CONFIGURATIONS.test(path)));
}

/** Returns the folder that has the outermost folder of a build; '' or with a slash at its end. */
function rootOf(paths: readonly string[]): string {
  return outermost(paths.flatMap((path) => /^(|.*?\/)(?:out|artifacts)\/.*\.json$/.exec(path)?.[1] ?? [])) ?? '';
}

/** Reads the list of a build's files in a folder; contents are read later. Rejects where the browser refuses. */
export async function readBuildFolder(folder: FileSystemDirectoryHandle): Promise<BuildFolder> {
  const configuration = await fileIn(folder, CONFIGURATION);
  const paths = pathsOf(await configuration?.text(), CHOSEN);
  let count = 0;
  // A build has hundreds of folders with a file or two: they are read side by side.
  const walk = async (inner: FileSystemDirectoryHandle, path: string): Promise<TestFile[]> => {
    const found: Promise<TestFile[]>[] = [];
    for await (const entry of inner.values()) {
      const below = `${path}${entry.name}`;
      if (entry.kind === 'file') {
        const isTaken = below !== CONFIGURATION && isProjectFile(below, paths) && count++ < MAX_FILES;
        if (isTaken) found.push(entry.getFile().then((file) => [{ path: below, file }]));
      } else if (entry.kind === 'directory' && isOnTheWay(`${below}/`, paths)) found.push(walk(entry, `${below}/`));
    }
    return (await Promise.all(found)).flat();
  };
  const own = configuration === undefined ? [] : [{ path: CONFIGURATION, file: configuration }];
  return { name: folder.name, root: '', files: [...own, ...(await walk(folder, ''))] };
}

/** Returns the project's folder in the one that was dropped; undefined where the browser finds none. */
export async function projectFolder(
  dropped: FileSystemDirectoryHandle | undefined,
  root: string,
): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    let folder = dropped;
    for (const name of root.split('/').slice(1, -1)) folder = await folder?.getDirectoryHandle(name);
    return root === '' ? undefined : folder;
  } catch {
    return undefined; // it was moved meanwhile
  }
}

/** Whether a folder has files that are read, or leads to one that does. */
function isOnTheWay(folder: string, { out, cache, base }: ProjectPaths): boolean {
  return (
    [out, ARTIFACTS].some((output) => folder.startsWith(`${output}/`)) ||
    [out, ARTIFACTS, cache, base].some((path) => path?.startsWith(folder))
  );
}

async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  for await (const entry of folder.values()) if (entry.kind === 'file' && entry.name === name) return entry.getFile();
  return undefined;
}
