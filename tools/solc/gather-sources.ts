/** The sources of a compilation from files: those named, and all that they import. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

export type Sources = Record<string, { content: string }>;

/**
 * Reads the units and all that they import. `pathOf` returns the file of a source unit; line ends are those of Unix,
 * since sources are hashed into the code.
 */
export async function gatherSources(units: readonly string[], pathOf: (unit: string) => string): Promise<Sources> {
  const sources: Sources = {};
  for (const unit of units) await addSource(unit, sources, pathOf);
  return sources;
}

async function addSource(unit: string, sources: Sources, pathOf: (unit: string) => string): Promise<void> {
  if (sources[unit] !== undefined) return;
  const content = (await readFile(pathOf(unit), 'utf8')).replaceAll('\r\n', '\n');
  sources[unit] = { content };
  for (const [, imported = ''] of content.matchAll(/^\s*import\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm))
    await addSource(imported.startsWith('.') ? posix.join(posix.dirname(unit), imported) : imported, sources, pathOf);
}
