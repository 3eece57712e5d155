/** Files from a drop or a picker, folders walked through, with the path each has below what was dropped. */

export type PickedFile = {
  /** `src/lib/Math.sol`: below the dropped folder's parent, with slashes; the name alone for a single file. */
  path: string;
  file: File;
};

/** Which files are taken, where not all that a folder has are read. */
export type Wanted = {
  isFile: (path: string) => boolean;
  /** Whether the folder is opened; its path has no slash behind it. */
  isFolder: (path: string) => boolean;
  /** Most files that are taken. */
  most: number;
};

/** Without `wanted` all files are taken, but those of dependencies (`node_modules`) only where `dependencies` matches them. */
export type Choice = { dependencies?: RegExp; wanted?: Wanted };

export type Picked = {
  files: readonly PickedFile[];
  /**
   * Number of files beyond `MAX_FILES` that were left out. In folders, only files that were met before the walk ended
   * are counted.
   */
  skipped: number;
  /** The folder that was dropped, where it was one alone and the browser lets it be read again. */
  folder?: FileSystemDirectoryHandle;
};

/** More files than any project has of its own; a folder of dependencies can contain a hundred thousand. */
export const MAX_FILES = 5_000;
/** All files, but for those in folders without sources of the project's own. */
const ALL: Wanted = {
  isFile: () => true,
  isFolder: (path) => !/(^|\/)(\.git|cache)$/.test(path),
  most: MAX_FILES,
};
const DEPENDENCIES = 'node_modules';
/** Folders of dependencies that are opened: a large project has some ten thousand. */
const MAX_FOLDERS = 20_000;

/** Returns the files of a file input, dependencies last. With `webkitdirectory` each file knows its path. */
export function pickedOf(list: Iterable<File> | null, { dependencies, wanted = ALL }: Choice = {}): Picked {
  const own: PickedFile[] = [];
  const others: PickedFile[] = [];
  const { isFile, isFolder, most } = wanted;
  for (const file of list ?? []) {
    const path = file.webkitRelativePath || file.name;
    if (!isFile(path) || !foldersOf(path).every(isFolder)) continue;
    if (wanted !== ALL || !path.split('/').slice(0, -1).includes(DEPENDENCIES)) own.push({ path, file });
    else if (dependencies?.test(path)) others.push({ path, file });
  }
  const all = [...own, ...others];
  return { files: all.slice(0, most), skipped: Math.max(0, all.length - most) };
}

/** Returns the paths of the folders that a path leads through, the outermost first. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** What a drop event had, kept beyond it. */
export type Dropped = {
  files: readonly File[];
  entries: readonly (FileSystemEntry | null)[];
  /** What was dropped, where it was one thing alone and the browser gives handles (File System Access API). */
  handle?: Promise<FileSystemHandle | null> | undefined;
};

type WithHandle = { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Takes the files of a drop. Call it while the drop event is being handled: the browser forgets them after that. */
export function takeDropped({ items, files }: DataTransfer): Dropped {
  const [alone, ...others] = [...items] as (DataTransferItem & WithHandle)[];
  const handle = others.length === 0 ? alone?.getAsFileSystemHandle?.() : undefined;
  return { files: [...files], entries: [...items].map((item) => item.webkitGetAsEntry?.() ?? null), handle };
}

/**
 * Reads the files that were dropped, those in folders too: the folders of one depth side by side, those of dependencies
 * at the end, one after the other.
 */
export async function readDropped({ files: alone, entries, handle }: Dropped, choice: Choice = {}): Promise<Picked> {
  const { dependencies, wanted = ALL } = choice;
  if (entries.every((entry) => entry === null)) return pickedOf(alone, choice);
  const files: Promise<PickedFile>[] = [];
  let skipped = 0;
  const take = (entry: FileSystemFileEntry) => {
    const path = pathOf(entry);
    if (!wanted.isFile(path)) return;
    if (files.length < wanted.most) files.push(fileOf(entry).then((file) => ({ path, file })));
    else skipped++;
  };
  const others: FileSystemDirectoryEntry[] = [];
  let level = entries.filter((entry) => entry !== null);
  while (level.length > 0) {
    for (const entry of level) if (isFile(entry)) take(entry);
    if (files.length >= wanted.most) break;
    const folders = level.filter(isFolder).filter((entry) => wanted.isFolder(pathOf(entry)));
    const isOther = ({ name }: FileSystemEntry) => wanted === ALL && name === DEPENDENCIES;
    others.push(...folders.filter(isOther));
    level = (await Promise.all(folders.filter((entry) => !isOther(entry)).map(entriesOf))).flat();
  }
  const later: FileSystemEntry[] = dependencies === undefined ? [] : others;
  let opened = 0;
  for (let entry = later.shift(); entry !== undefined; entry = later.shift()) {
    if (isFile(entry)) {
      if (dependencies?.test(entry.name)) take(entry);
    } else if (isFolder(entry) && ALL.isFolder(entry.name) && files.length < MAX_FILES && opened++ < MAX_FOLDERS)
      later.push(...(await entriesOf(entry)));
  }
  const dropped = await handle?.catch(() => null); // without a handle the files are there all the same
  const folder = dropped?.kind === 'directory' ? (dropped as FileSystemDirectoryHandle) : undefined;
  return { files: await Promise.all(files), skipped, ...(folder && { folder }) };
}

/** The path from what was dropped. */
function pathOf({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, '');
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader answers at most 100 entries at a time, and none when it is through. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length > MAX_FILES) return all;
    all.push(...some);
  }
}
