import { rename, writeFile } from 'node:fs/promises';

/** Writes a file in one step, so that nobody reads half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  await writeFile(partial, text);
  await rename(partial, path);
}
