/**
 * `npm run test:e2e`: the end-to-end tests; what follows `--` narrows them.
 *
 *     npm run test:e2e -- debugger     the spec files whose path contains the word
 *     npm run test:e2e -- @block       the tests with this tag: those that open the page
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '../..');

/** Returns Playwright's arguments: tags become one `--grep`, the rest stays as it is. */
export function playwrightArguments(given: readonly string[]): string[] {
  const tags = given.filter((argument) => /^@[\w-]+$/.test(argument));
  const others = given.filter((argument) => !tags.includes(argument));
  const grep = tags.length === 0 ? [] : ['--grep', `(${tags.join('|')})\\b`];
  return ['test', '--config', 'tests/e2e/playwright.config.ts', ...grep, ...others];
}

if (process.argv[1] === import.meta.filename) {
  const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), playwrightArguments(process.argv.slice(2)), {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
