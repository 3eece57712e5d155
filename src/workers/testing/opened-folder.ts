/**
 * Reading in a folder that the reader opened or dropped, for tests: by its handle, which names what is in it and nothing
 * around it. Nothing is written.
 */
import type { TestHost } from '../../core/testing/host';
import type { FolderHandle } from '../../db/rows/test-project-row';

/** Bytes of a file, and names in a folder, that are read at most. */
const MAX_FILE = 100_000_000;
const MAX_NAMES = 20_000;

type Permitted = { queryPermission?(of: { mode: 'read' }): Promise<PermissionState> };
type Listed = { values(): AsyncIterable<FileSystemHandle> };

/** Returns how tests read files in the folder; nothing where there is none, or where the browser gives no leave to read it. Paths begin in the folder. */
export async function readingOf(given: FolderHandle | undefined): Promise<Pick<TestHost, 'readFile' | 'readFolder'>> {
  const folder = given as (FileSystemDirectoryHandle & Permitted) | undefined;
  if (folder === undefined) return {};
  const leave = await folder.queryPermission?.({ mode: 'read' }).catch(() => 'denied');
  if (leave !== undefined && leave !== 'granted') return {};
  return {
    readFile: (path) => readFile(folder, path).catch(() => undefined), // it is not there, or the leave was taken back
    readFolder: (path) => namesIn(folder, path).catch(() => undefined),
  };
}

/** The folder below another; a name that is no name of an entry, as `..`, is refused by the browser. */
async function folderAt(folder: FileSystemDirectoryHandle, names: readonly string[]) {
  let inner = folder;
  for (const name of names) inner = await inner.getDirectoryHandle(name);
  return inner;
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '' && name !== '.');

async function readFile(folder: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | undefined> {
  const names = namesOf(path);
  const name = names.pop();
  if (name === undefined) return undefined;
  const around = await folderAt(folder, names);
  const file = await (await around.getFileHandle(name)).getFile();
  return file.size > MAX_FILE ? undefined : new Uint8Array(await file.arrayBuffer());
}

async function namesIn(folder: FileSystemDirectoryHandle, path: string): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  const inner: FileSystemDirectoryHandle & Partial<Listed> = await folderAt(folder, namesOf(path));
  if (inner.values === undefined) return undefined;
  for await (const { kind, name } of inner.values()) {
    if (names.length >= MAX_NAMES) break;
    names.push(kind === 'directory' ? `${name}/` : name);
  }
  return names;
}
