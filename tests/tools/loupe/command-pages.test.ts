/** Each command has a page, which says what its help says (`npm run generate:commands` writes them). */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../tools/loupe/commands';
import { pageHead } from '../../../tools/loupe/text/command-page';

const folder = resolve(import.meta.dirname, '../../../docs/command-line');

test.each(COMMANDS)('$name', async ({ name, load }) => {
  const page = readFileSync(resolve(folder, `${name}.md`), 'utf8');
  expect(page.startsWith(pageHead(await load()))).toBe(true);
  expect(page).toContain(`\n$ loupe ${name}`);
});

test('no page is of a command that is gone', () => {
  expect(readdirSync(folder).sort()).toEqual(COMMANDS.map(({ name }) => `${name}.md`).sort());
});
