/** Links in answers of `loupe mcp`: each leads to a page of the app, at a place that its address may name. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { parseSearch } from '../../src/app/search-text';
import { diffParameters } from '../../src/app/views/diff/diff-parameters';
import { transactionParameters } from '../../src/app/views/transaction/transaction-parameters';

const app = resolve(import.meta.dirname, '../../src/app');
const read = (path: string) => readFileSync(resolve(app, path), 'utf8');
/** The addresses that the router has pages at. */
const PATHS = [...(/ {2}to:\n((?: {4}\| '.*'\n?)*)/.exec(read('routeTree.gen.ts'))?.[1] ?? '').matchAll(/'(.+)'/g)].map(
  ([, path = '']) => path,
);
/** Paths with the most fixed segments first, as the router takes them. */
const BY_WORDS = PATHS.toSorted((a, b) => a.split('$').length - b.split('$').length);
const TABS = [...read('views/transaction/tabs.ts').matchAll(/^ {4}path: '(.+)',/gm)].map(([, tab]) => tab);

/** For each page, the search parameters that it reads. */
const SEARCH: Readonly<Record<string, (written: Record<string, unknown>) => object>> = {
  '/{-$network}/tx/$hash': transactionParameters,
  '/{-$network}/tx/$hash/{-$tab}': transactionParameters,
  '/{-$network}/diff': diffParameters,
  '/{-$network}/calldata': ({ data }) => ({ data }),
};

/** Expects a link to lead to a page of the app, and all that it says of a place there to be read by the page. */
export function expectPage(link: string): void {
  const { pathname, search, searchParams } = new URL(link);
  const path = BY_WORDS.find((each) => patternOf(each).test(pathname));
  expect(path, link).toBeDefined();
  if (path === '/{-$network}/tx/$hash/{-$tab}') expect(TABS).toContain(pathname.split('/').at(-1));
  const known: Record<string, unknown> = { ...SEARCH[path ?? '']?.(parseSearch(search)) };
  for (const [name, value] of searchParams) expect([name, String(known[name])]).toEqual([name, value]);
}

/** A segment in `{-…}` may be left out, but for the network, which every link names. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').slice(1);
  const parts = segments.map((each, at) => {
    if (each.startsWith('{-') && at > 0) return '(/[^/]+)?';
    return each.includes('$') ? '/[^/]+' : `/${each}`;
  });
  return new RegExp(`^${parts.join('')}/?$`);
}
