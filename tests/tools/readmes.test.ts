/** Documents that name folders and files which are gone mislead; so every path they name must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const FILE = /\.(ts|tsx|md|json|sol|css|html|svg|png)$/;
/** Made by commands or by the reader, so absent in a fresh checkout. */
const MADE = /^(\.?\/)?(dist|out|node_modules|\.cache|\.\.\/shared)(\/|$)/;

/** The paths `markdown` names: link targets, and `code` that ends in a file name or a slash, or starts with a folder. */
function namedPaths(markdown: string, isFolder: (name: string) => boolean): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^\w+:/.test(target));
  const code = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, text]) => text ?? '')
    .filter((text) => /^\.{0,2}[\w{}$./-]+$/.test(text) && !text.startsWith('/'))
    .filter(
      (text) => text.endsWith('/') || FILE.test(text) || (text.includes('/') && isFolder(text.split('/')[0] ?? '')),
    );
  return [...links, ...code].filter((path) => !MADE.test(path));
}

function documents(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', '.git', '.cache'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? documents(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

describe('documents name only what exists', () => {
  test.each(documents(root).map((path) => [relative(root, path), path]))('%s', (_, path) => {
    const bases = [dirname(path), root];
    const isFolder = (name: string) => bases.some((base) => existsSync(join(base, name)));
    const gone = namedPaths(readFileSync(path, 'utf8'), isFolder).filter(
      (named) => !bases.some((base) => existsSync(join(base, named))),
    );
    expect(gone).toEqual([]);
  });
});

test('a path that is gone is found, words with a slash are not paths', () => {
  const text = 'See [x](docs/gone.md) and `src/gone/`, `rpc/gone.ts`, `application/json`, `src/core`, https `a/b`.';
  expect(namedPaths(text, (name) => name === 'src')).toEqual(['docs/gone.md', 'src/gone/', 'rpc/gone.ts', 'src/core']);
});

/** What git leaves where a merge was not brought to its end, also once a formatter has made Markdown of it. */
const MERGE_MARKS = /^\s*(<{7}|>{7}|\|{7}|(> ){7})/m;

test('no document has marks of a merge', () => {
  const marked = documents(root).filter((path) => MERGE_MARKS.test(readFileSync(path, 'utf8')));
  expect(marked.map((path) => relative(root, path))).toEqual([]);
  expect(['<<<<<<< HEAD', '> > > > > > > topic', '> a quotation'].map((line) => MERGE_MARKS.test(line))).toEqual([
    true,
    true,
    false,
  ]);
});
