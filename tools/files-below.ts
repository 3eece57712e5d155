/** What of a folder can be looked at: parts of it may be somebody else's, and links may lead nowhere. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type FileBelow = {
  path: string;
  /** Bytes. */
  size: number;
};

/** What is said of a path that links lead away from: it is no file, and nobody is told. */
const NOTHING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/**
 * Returns the files below a folder, and the paths of what is there and cannot be looked at. Folders that links lead to are
 * not entered: their files are elsewhere, or here a second time. A link that leads nowhere is no file.
 */
export function filesBelow(folder: string): { files: FileBelow[]; refused: string[] } {
  const files: FileBelow[] = [];
  const refused: string[] = [];
  const orRefused = <T>(path: string, look: () => T): T | undefined => {
    try {
      return look();
    } catch (thrown) {
      if (!NOTHING.includes((thrown as NodeJS.ErrnoException).code)) refused.push(path);
      return undefined;
    }
  };
  const folders = [folder];
  for (const within of folders) {
    const entries = orRefused(within, () => readdirSync(within, { withFileTypes: true })) ?? [];
    // Of two builds that could name a function the first one does: it is to be the same one on every machine.
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(within, entry.name);
      if (entry.isDirectory()) {
        folders.push(path);
        continue;
      }
      const found = orRefused(path, () => statSync(path));
      if (found?.isFile()) files.push({ path, size: found.size });
    }
  }
  return { files, refused };
}
