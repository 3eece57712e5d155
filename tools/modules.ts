import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports the modules of a folder, by file name without `.ts`, in alphabetical order. An absent folder has none. */
export async function importFolder(folder: string): Promise<{ file: string; exports: Record<string, unknown> }[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  return Promise.all(
    names.map(async (name) => ({
      file: basename(name, '.ts'),
      exports: (await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>,
    })),
  );
}
