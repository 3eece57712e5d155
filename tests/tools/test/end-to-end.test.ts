import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { playwrightArguments } from '../../../tools/test/end-to-end';

const CONFIG = ['test', '--config', 'tests/e2e/playwright.config.ts'];

test('tags become a pattern, file names and options stay', () => {
  expect(playwrightArguments([])).toEqual(CONFIG);
  expect(playwrightArguments(['debugger', '--headed'])).toEqual([...CONFIG, 'debugger', '--headed']);
  const [pattern, ...others] = playwrightArguments(['@block', 'search', '@gas']).slice(CONFIG.length + 1);
  expect(others).toEqual(['search']);
  expect('a block number opens the block @search @block').toMatch(new RegExp(pattern ?? ''));
  expect('the keys @blocks').not.toMatch(new RegExp(pattern ?? ''));
});

test('every end-to-end test has a tag for the pages it opens', () => {
  const folder = resolve(import.meta.dirname, '../../e2e');
  const untagged = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^\s*test\(([\s\S]+?)=> \{$/gm)]
        .filter(([, begin]) => !/\{\s*tag\b/.test(begin ?? ''))
        .map(([, begin]) => `${name}: ${begin}`),
    );
  expect(untagged).toEqual([]);
});
