/** Which parts of the source import each other in circles, types counted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../../src');
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;
const COMMENT = /\/\*.*?\*\//gs;

/**
 * The rooms below `folder` (a path in src) that import one another in a circle, or lie between two circles, each with
 * those rooms it imports. `roomOf` answers the room of a file, named by its path below `folder`. Empty when the rooms
 * stand one above the other.
 */
export function importCircles(folder: string, roomOf: (file: string) => string): Record<string, Set<string>> {
  const root = join(SRC, folder);
  const below = new Map<string, Set<string>>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const room = roomOf(name);
    const imported = below.get(room) ?? new Set<string>();
    below.set(room, imported);
    const code = readFileSync(join(root, name), 'utf8').replace(COMMENT, '');
    for (const [, specifier] of code.matchAll(IMPORT)) {
      const base = join(dirname(join(root, name)), specifier ?? '');
      const target = [`${base}.ts`, `${base}.tsx`].find(existsSync);
      if (target === undefined || !target.startsWith(`${root}/`)) continue;
      const other = roomOf(relative(root, target));
      if (other !== room) imported.add(other);
    }
  }
  // Takes away what imports nothing that is left, until nothing can be taken.
  for (let ground = ['']; ground.length > 0; ) {
    ground = [...below].filter(([, rooms]) => [...rooms].every((other) => !below.has(other))).map(([room]) => room);
    for (const room of ground) below.delete(room);
  }
  return Object.fromEntries(below);
}
