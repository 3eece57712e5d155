/** Solidity sources of npm packages, as the compiler takes them. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';

const MODULES = resolve(import.meta.dirname, '../../node_modules');

/** Returns the file of a package and all that it imports. */
export function packageSources(path: string, found: Record<string, { content: string }> = {}) {
  if (found[path] !== undefined) return found;
  const content = readFileSync(join(MODULES, path), 'utf8');
  found[path] = { content };
  for (const [, imported = ''] of content.matchAll(/from "([^"]+)"/g))
    packageSources(imported.startsWith('.') ? posix.join(dirname(path), imported) : imported, found);
  return found;
}
