/**
 * `npx tsx tools/build-circles.ts` fails where built files import each other in
 * a circle. Which of them runs first then depends on the one a reader comes to
 * first, and what a module needs when it begins may not be there yet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { importedFiles } from './budget';

/** Finds the files, of those named, that import themselves by way of others; `read` answers the code of a file. */
export function findCircles(files: readonly string[], read: (file: string) => string): string[] {
  const imported = new Map(files.map((file) => [file, importedFiles(read, file)]));
  return files.filter((file) =>
    imported.get(file)?.some((other) => other !== file && imported.get(other)?.includes(file)),
  );
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const dist = resolve(import.meta.dirname, '../dist');
  const code = new Map<string, string>();
  for (const name of readdirSync(join(dist, 'assets'))) {
    const file = join('assets', name);
    if (name.endsWith('.js')) code.set(file, readFileSync(join(dist, file), 'utf8'));
  }
  const circles = findCircles([...code.keys()], (file) => code.get(file) ?? '');
  if (circles.length > 0) {
    console.log(`Built files that import each other in a circle: ${circles.map((file) => basename(file)).join(', ')}`);
    process.exitCode = 1;
  } else console.log(`No circle among ${code.size} files.`);
}
