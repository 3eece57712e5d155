import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_TESTS } from '../../../tools/test/long-tests';
import { type Outcome, runPlan, type Stage, type Step, sumCounts } from '../../../tools/test/plan';
import { browserTestsBeside, quickPlan, root, WHOLE_PLAN } from '../../../tools/test/steps';

const step = (name: string, needs?: string): Step => ({ name, again: name, ...(needs === undefined ? {} : { needs }) });
const PASSED: Outcome = { state: 'passed', counts: { passed: 0, failed: 0 } };
const FAILED: Outcome = { state: 'failed', counts: { passed: 0, failed: 0 } };

/** Runs the plan with steps that end when told, and lists what began and what was reported, in order. */
function start(plan: readonly Stage<Step>[]) {
  const lines: string[] = [];
  const ends = new Map<string, (outcome: Outcome) => void>();
  const done = runPlan(
    plan,
    ({ name }) => {
      lines.push(`${name} begins`);
      return new Promise<Outcome>((end) => ends.set(name, end));
    },
    ({ name }, { state }) => lines.push(`${name} ${state}`),
  );
  return {
    lines,
    done,
    async end(name: string, outcome: Outcome) {
      ends.get(name)?.(outcome);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('lanes run side by side, and a stage begins when the one before has ended', async () => {
  const { lines, done, end } = start([[[step('a'), step('b')], [step('c')]], [[step('d')]]]);
  expect(lines).toEqual(['a begins', 'c begins']);
  await end('a', PASSED);
  await end('b', PASSED);
  expect(lines.at(-1)).toBe('b passed');
  await end('c', PASSED);
  expect(lines.at(-1)).toBe('d begins');
  await end('d', PASSED);
  await done;
});

test('after a failed step the others run, except those that need it', async () => {
  const plan = [[[step('build'), step('budget', 'build'), step('types')]], [[step('e2e', 'budget')]], [[step('unit')]]];
  const { lines, done, end } = start(plan);
  await end('build', FAILED);
  expect(lines.slice(1)).toEqual(['build failed', 'budget skipped', 'types begins']);
  await end('types', PASSED);
  expect(lines.slice(-2)).toEqual(['e2e skipped', 'unit begins']);
  await end('unit', { state: 'passed', counts: { passed: 7, failed: 0 } });
  expect(sumCounts((await done).values())).toEqual({ passed: 7, failed: 3 });
});

test('a failed step counts its failed tests, and one failure when it counted none', () => {
  expect(sumCounts([{ state: 'failed', counts: { passed: 3, failed: 2 } }, FAILED, PASSED])).toEqual({
    passed: 3,
    failed: 3,
  });
});

test.each([
  ['npm test', WHOLE_PLAN],
  ['npm run test:quick', quickPlan()],
])('%s: a needed step stands before the step that needs it', (_, plan) => {
  const seen = new Set<string>();
  for (const stage of plan) {
    for (const lane of stage) {
      const before = new Set(seen);
      for (const { name, needs } of lane) {
        if (needs !== undefined) expect(before, name).toContain(needs);
        before.add(name);
      }
    }
    for (const { name } of stage.flat()) seen.add(name);
  }
});

test('each long test is a file, so that none is left out under a name it had', () => {
  expect(LONG_TESTS.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the browser tests beside changed files are those in the folders that mirror theirs, and no folder below', () => {
  const beside = browserTestsBeside([
    'src/app/views/search/use-openers.ts',
    'tests/app/search/openers.browser.test.tsx',
    'src/workers/client.ts',
    'src/core/chain/hex.ts',
    'src/app/views/no-such-folder/Any.tsx',
    'README.md',
  ]);
  expect(beside).toEqual([
    'tests/app/search/openers.browser.test.tsx',
    'tests/app/search/search-dialog.browser.test.tsx',
    'tests/app/search/use-search-answers.browser.test.tsx',
    'tests/workers/client.browser.test.ts',
    'tests/workers/compiler.browser.test.ts',
    'tests/workers/peers.browser.test.ts',
  ]);
});

test('the quick run leaves out the longest tests, and has no browser where nothing beside them changed', () => {
  const steps = (files: readonly string[]) => quickPlan(files).flat(2);
  expect(steps(['README.md']).map(({ name }) => name)).not.toContain('browser tests beside changed files');
  const { command } = steps(['src/app/views/transaction/Headline.tsx']).at(-1) ?? { command: [] };
  expect(command).toContain('tests/app/transaction/headline.browser.test.tsx');
  expect(command).not.toContain('tests/app/transaction/failures.browser.test.tsx');
});
