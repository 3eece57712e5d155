/** Files from a drop or a picker, folders walked through, with the path each has below what was dropped. */

export type PickedFile = {
  /** `src/lib/Math.sol`: below the dropped folder's parent, with slashes; the name alone for a single file. */
  path: string;
  file: File;
};

export type Picked = {
  files: readonly PickedFile[];
  /**
   * Number of files beyond `MAX_FILES` that were left out. In folders, only files that were met before the walk ended
   * are counted.
   */
  skipped: number;
};

/** More files than any project has of its own; a folder of dependencies can contain a hundred thousand. */
export const MAX_FILES = 5_000;
/** Folders without sources of the project's own, or with so many files that nothing else would be read. */
const SKIPPED_FOLDERS = new Set(['.git', 'cache']);
const DEPENDENCIES = 'node_modules';
/** Folders of dependencies that are opened: a large project has some ten thousand. */
const MAX_FOLDERS = 20_000;

/** Returns the files of a file input, dependencies last. With `webkitdirectory` each file knows its path. `dependencies` says which files of those are wanted. */
export function pickedOf(list: Iterable<File> | null, dependencies?: RegExp): Picked {
  const own: PickedFile[] = [];
  const others: PickedFile[] = [];
  for (const file of list ?? []) {
    const path = file.webkitRelativePath || file.name;
    const folders = path.split('/').slice(0, -1);
    if (folders.some((folder) => SKIPPED_FOLDERS.has(folder))) continue;
    if (!folders.includes(DEPENDENCIES)) own.push({ path, file });
    else if (dependencies?.test(path)) others.push({ path, file });
  }
  const wanted = [...own, ...others];
  return { files: wanted.slice(0, MAX_FILES), skipped: Math.max(0, wanted.length - MAX_FILES) };
}

/** What a drop event had, kept beyond it. */
export type Dropped = { files: readonly File[]; entries: readonly (FileSystemEntry | null)[] };

/** Takes the files of a drop. Call it while the drop event is being handled: the browser forgets them after that. */
export function takeDropped({ items, files }: DataTransfer): Dropped {
  return { files: [...files], entries: [...items].map((item) => item.webkitGetAsEntry?.() ?? null) };
}

/** Reads the files that were dropped, those in folders too. Reads the folders one after the other, those of dependencies last. */
export async function readDropped({ files: alone, entries }: Dropped, dependencies?: RegExp): Promise<Picked> {
  if (entries.every((entry) => entry === null)) return pickedOf(alone, dependencies);
  const files: PickedFile[] = [];
  let skipped = 0;
  const waiting = entries.filter((entry) => entry !== null);
  const later: FileSystemEntry[] = [];
  let opened = 0;
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift() ?? later.shift()) {
    const isDependency = entry.fullPath.split('/').slice(1, -1).includes(DEPENDENCIES);
    if (isDependency && isFile(entry) && !dependencies?.test(entry.name)) continue;
    if (isFile(entry)) {
      if (files.length < MAX_FILES) files.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
      else skipped++;
    } else if (isFolder(entry) && !SKIPPED_FOLDERS.has(entry.name) && files.length < MAX_FILES) {
      const isOwn = !isDependency && entry.name !== DEPENDENCIES;
      if (isOwn) waiting.push(...(await entriesOf(entry)));
      else if (dependencies !== undefined && opened++ < MAX_FOLDERS) later.push(...(await entriesOf(entry)));
    }
  }
  return { files, skipped };
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
