/**
 * What the home page and the transaction page make a reader load before they
 * show content, from the files in `dist`: the entry, the page's own chunk and
 * the start of the worker it asks, each with all they import statically. And
 * what a transaction page loads until its tree stands: also the chunks that
 * make the rows and draw them.
 *
 * `npx tsx tools/budget.ts` prints it and fails over the budget. What the
 * network really carries is measured by `npm run bench -- page`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

/** Bytes of gzipped JavaScript per page, 1 kB = 1,000 bytes. */
export const BUDGET = 160_000;

/** The same for a transaction page until its tree stands. */
const TREE_BUDGET = 290_000;

/** What a part of the worker that is loaded when it is wanted brings along, beyond what the tree has, on average. */
const PART_BUDGET = 28_000;

const PAGES = [
  { name: 'home page', route: 'src/app/routes/{-$network}/index.tsx', chunk: 'home' },
  { name: 'transaction page', route: 'src/app/routes/{-$network}/tx/$hash/route.tsx', chunk: 'transaction-page' },
];
/** The worker that both pages ask before they show content. */
const WORKER = 'engine.worker';
/** The chunk that draws the rows, and those of the worker that make them, loaded in any case. */
const TREE = { chunk: '_call-tree-', worker: /\/(trace|contracts|replay)-[\w-]{8}\.js$/ };

/** One entry of Vite's manifest, as far as it is read here. */
export type ManifestChunk = {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  src?: string;
};
export type Manifest = Record<string, ManifestChunk>;

/** Returns the files (paths under `dist`) that `starts` (manifest keys) load statically, each once, in order of meeting. */
export function staticFiles(manifest: Manifest, starts: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const start of starts) visit(start);
  return [...seen].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'));
}

const STATIC_IMPORT = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g;
const LATER_IMPORT = /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g;
const ANY_IMPORT = /\b(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g;

/** Returns the files a built module loads statically, itself included; or all that it may load. Workers are not in the manifest, so their code is read. */
export function importedFiles(read: (file: string) => string, start: string, imports = STATIC_IMPORT): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, target] of read(file).matchAll(imports)) {
      visit(normalize(join(dirname(file), target ?? '')));
    }
  };
  visit(start);
  return [...seen];
}

export type PageWeight = { name: string; bytes: number; budget: number; files: { file: string; bytes: number }[] };

/** Weighs each page of the build in `dist`, heaviest file first. Throws when the build is not as expected. */
export function weighPages(dist: string): PageWeight[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  // The entry loads the app in parts, all of them before anything is rendered.
  const entries = Object.keys(manifest)
    .filter((key) => manifest[key]?.isEntry)
    .flatMap((key) => [key, ...(manifest[key]?.dynamicImports ?? [])]);
  const worker = readdirSync(join(dist, 'assets')).filter((name) => name.startsWith(WORKER) && name.endsWith('.js'));
  if (worker.length !== 1) throw new Error(`Expected one ${WORKER} in the build, found ${worker.length}.`);
  const workerStart = join('assets', worker[0] ?? '');
  const workerFiles = importedFiles(read, workerStart);
  const weigh = (name: string, budget: number, files: Iterable<string>): PageWeight => {
    const weighed = [...new Set(files)]
      .map((file) => ({ file, bytes: gzipSync(read(file), { level: 6 }).length }))
      .sort((a, b) => b.bytes - a.bytes);
    return { name, budget, bytes: weighed.reduce((sum, { bytes }) => sum + bytes, 0), files: weighed };
  };

  const pages = PAGES.map(({ name, route, chunk }) => {
    // The router's plugin splits a route's component into a chunk of its own: one that is named after the file and the
    // part, or the one that the build's configuration names (vite.config.ts).
    const chunks = Object.keys(manifest).filter(
      (key) => (key.startsWith(route) && key !== route) || (chunk !== undefined && key.startsWith(`_${chunk}-`)),
    );
    if (chunks.length === 0) throw new Error(`The build has no chunk for ${route}.`);
    return weigh(name, BUDGET, [...staticFiles(manifest, [...entries, ...chunks]), ...workerFiles]);
  });
  const drawing = Object.keys(manifest).filter((key) => key.startsWith(TREE.chunk));
  const making = importedFiles(read, workerStart, ANY_IMPORT).filter((file) => TREE.worker.test(file));
  if (drawing.length === 0 || making.length !== 3) throw new Error('The build has not the chunks of the call tree.');
  const until = [...staticFiles(manifest, drawing), ...making.flatMap((file) => importedFiles(read, file))];
  const content = pages.at(-1)?.files.map(({ file }) => file) ?? [];
  const tree = weigh('transaction page until its tree stands', TREE_BUDGET, [...content, ...until]);
  return [...pages, tree, partsOf(tree, importedFiles(read, workerStart, ANY_IMPORT))];

  /** The parts of the worker, each with what it loads statically; the weights are shares of the average. */
  function partsOf(loaded: PageWeight, all: readonly string[]): PageWeight {
    const present = new Set(loaded.files.map(({ file }) => file));
    const named = all.flatMap((file) =>
      [...read(file).matchAll(LATER_IMPORT)].map(([, target]) => join(dirname(file), target ?? '')),
    );
    const parts = [...new Set(named)].map((file) => importedFiles(read, file).filter((each) => !present.has(each)));
    const share = ({ bytes }: PageWeight) => bytes / parts.length;
    const weighed = parts.map((files) => ({ file: files[0] ?? '', bytes: share(weigh('', 0, files)) }));
    const bytes = weighed.reduce((sum, each) => sum + each.bytes, 0);
    return {
      name: 'part of the worker, on average',
      budget: PART_BUDGET,
      bytes,
      files: weighed.sort((a, b) => b.bytes - a.bytes),
    };
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  for (const page of weighPages(resolve(import.meta.dirname, '../dist'))) {
    const over = page.bytes > page.budget;
    console.log(
      `${page.name}: ${(page.bytes / 1000).toFixed(1)} kB of JavaScript, gzipped, in ${page.files.length} files, ${over ? 'OVER' : 'within'} ${page.budget / 1000} kB`,
    );
    for (const { file, bytes } of page.files.slice(0, over ? 12 : 4)) {
      console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${basename(file)}`);
    }
    if (over) process.exitCode = 1;
  }
}
