/** Folders of the reader's disk, where the browser can open them (File System Access API). */

/** Returns whether the browser can open folders for writing (File System Access API). */
export function canOpenFolders(): boolean {
  return 'showDirectoryPicker' in globalThis;
}

/**
 * Asks the reader for a folder, with leave to read it or to write into it; undefined where they chose none. The browser
 * remembers the last place for each `id`.
 */
export async function chooseFolder(
  id: string,
  mode: 'read' | 'readwrite',
): Promise<FileSystemDirectoryHandle | undefined> {
  const { showDirectoryPicker } = globalThis as {
    showDirectoryPicker?: (options: object) => Promise<FileSystemDirectoryHandle>;
  };
  try {
    return await showDirectoryPicker?.({ id, mode });
  } catch {
    return undefined; // the reader closed the dialog, or gave no leave
  }
}

/**
 * Milliseconds between two looks at a folder whose changes nobody tells of. A look reads one file, which takes a few
 * milliseconds, and what git or a colleague wrote should show while the reader still turns to this window.
 */
const INTERVAL = 3_000;

/** The observer of the File System Observer API, which not every browser has. */
type Observer = {
  observe: (folder: FileSystemDirectoryHandle, options: { recursive: boolean }) => Promise<void>;
  disconnect: () => void;
};

/**
 * Calls `onChange` when the folder, or one inside of it, may have changed: at once where the browser tells of it, and in an interval, because
 * not every drive tells the browser. Returns what ends it.
 */
export function followFolder(folder: FileSystemDirectoryHandle, onChange: () => void): () => void {
  const { FileSystemObserver } = globalThis as { FileSystemObserver?: new (onChange: () => void) => Observer };
  const observer = FileSystemObserver && new FileSystemObserver(onChange);
  observer?.observe(folder, { recursive: true }).catch(() => {}); // the interval is left
  const timer = setInterval(onChange, INTERVAL);
  return () => {
    clearInterval(timer);
    observer?.disconnect();
  };
}
