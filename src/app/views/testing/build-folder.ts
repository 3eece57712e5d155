/** The files of a build in a folder: what was dropped or chosen, or what a folder that the browser opened has. */
import { isProjectFile } from '../../../core/testing/project-file';
import type { TestFile } from '../../../workers/testing/testing.api';
import type { PickedFile } from '../../ui/dropped-files';

/** Folders of a project that have output of its build. */
const BUILD_FOLDERS = ['out', 'artifacts'];
const CONFIGURATIONS = /(^|\/)(foundry\.toml|hardhat\.config\.[cm]?[jt]s)$/;
/** More files than the build of any project has. */
const MAX_FILES = 20_000;

export type BuildFolder = { name: string; files: readonly TestFile[] };

/** Returns the files of a build among those that were picked, with paths from the project's root; undefined where there is none. */
export function buildOf(picked: readonly PickedFile[]): BuildFolder | undefined {
  const placed = withFolders(picked);
  const root = rootOf(placed.map(({ path }) => path));
  const files = placed
    .filter(({ path }) => path.startsWith(root))
    .map(({ path, file }) => ({ path: path.slice(root.length), file }))
    .filter(({ path }) => isProjectFile(path));
  if (!files.some(({ path }) => path.endsWith('.json'))) return undefined;
  return { name: root.split('/').at(-2) ?? 'Project', files };
}

/** Files that are chosen one by one have no folder: their JSON is taken for output of the build. */
function withFolders(picked: readonly PickedFile[]): readonly PickedFile[] {
  if (picked.some(({ path }) => path.includes('/'))) return picked;
  return picked.map(({ path, file }) => ({ path: path.endsWith('.json') ? `out/${path}` : path, file }));
}

/** Returns the folder of the outermost configuration, else the one that has the outermost folder of a build; '' or with a slash at its end. */
function rootOf(paths: readonly string[]): string {
  const outermost = (found: readonly string[]) =>
    found.toSorted((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
  const configuration = outermost(paths.filter((path) => CONFIGURATIONS.test(path)));
  if (configuration !== undefined) return configuration.slice(0, configuration.lastIndexOf('/') + 1);
  const roots = paths.flatMap((path) => /^(|.*?\/)(?:out|artifacts)\/.*\.json$/.exec(path)?.[1] ?? []);
  return outermost(roots) ?? '';
}

/** Reads the list of a build's files in a folder; contents are read later. Rejects where the browser refuses. */
export async function readBuildFolder(folder: FileSystemDirectoryHandle): Promise<BuildFolder> {
  const files: TestFile[] = [];
  const take = async (handle: FileSystemFileHandle, path: string) => {
    if (isProjectFile(path) && files.length < MAX_FILES) files.push({ path, file: await handle.getFile() });
  };
  const walk = async (inner: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const entry of entriesOf(inner)) {
      if (isFileHandle(entry)) await take(entry, `${path}${entry.name}`);
      else if (isFolderHandle(entry)) await walk(entry, `${path}${entry.name}/`);
    }
  };
  for await (const entry of entriesOf(folder)) {
    if (isFileHandle(entry)) await take(entry, entry.name);
    else if (isFolderHandle(entry) && BUILD_FOLDERS.includes(entry.name)) await walk(entry, `${entry.name}/`);
  }
  return { name: folder.name, files };
}

function isFileHandle(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

function isFolderHandle(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}

/** The standard's iteration over a folder, which TypeScript's DOM library lacks. */
function entriesOf(folder: FileSystemDirectoryHandle): AsyncIterable<FileSystemHandle> {
  return (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
}
