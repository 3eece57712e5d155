/** The steps of `npm test` and of `npm run test:quick`, and which of them run side by side. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { playwrightCounts, vitestCounts } from './counts';
import { WITHOUT_LONG_TESTS } from './long-tests';
import type { Counts, Stage, Step } from './plan';

export const root = resolve(import.meta.dirname, '../..');
export const reports = join(root, '.cache/test');

export type CommandStep = Step & {
  /** A program of node_modules/.bin and its arguments. */
  command: readonly string[];
  environment?: Record<string, string>;
  /** A runner's report and how its counts are read. */
  report?: { file: string; counts: (json: unknown) => Counts };
  /** Whether the step may find no test to run. */
  mayBeEmpty?: boolean;
  /** A safety net that ends a step that hangs, minutes; unless given, that of the slowest step. */
  limit?: number;
};

const LOCK: CommandStep = { name: 'lock file', command: ['tsx', 'tools/lock.ts'], again: 'npx tsx tools/lock.ts' };
const TYPES: CommandStep = { name: 'types', command: ['tsc', '-b'], again: 'npx tsc -b' };
const LINT: CommandStep = {
  name: 'format and lint',
  command: ['biome', 'check', '--error-on-warnings', '.'],
  again: 'npx biome check .',
};
const UNUSED: CommandStep = { name: 'unused code', command: ['knip'], again: 'npx knip' };
/** What only tests use is unused, unless it says `@internal`. */
const UNUSED_BY_PRODUCT: CommandStep = {
  name: 'code for tests alone',
  command: ['knip', '--production'],
  again: 'npx knip --production',
};
const UNIT = vitest('unit tests', ['pure', 'node'], 'npm run test:unit');
// The build that `npm start` makes. The end-to-end tests run `npm start`, which then finds it made.
const BUILD: CommandStep = {
  name: 'production build',
  command: ['tsx', 'tools/start/build.ts'],
  again: 'npx tsx tools/start/build.ts',
};
const BUDGET: CommandStep = {
  name: 'JavaScript budget',
  needs: BUILD.name,
  command: ['tsx', 'tools/budget.ts'],
  again: 'npx tsx tools/budget.ts',
};
const CONTRACTS: CommandStep = {
  name: 'contracts for tests',
  command: ['tsx', 'tools/test/compile-contracts.ts'],
  again: 'npx tsx tools/test/compile-contracts.ts',
};
const CIRCLES: CommandStep = {
  name: 'imports of built files',
  needs: BUILD.name,
  command: ['tsx', 'tools/build-circles.ts'],
  again: 'npx tsx tools/build-circles.ts',
};
// They take four minutes on a busy machine of two cores. Vitest waits for ever for a page that does not answer.
const BROWSER: CommandStep = { ...vitest('browser tests', ['browser'], 'npm run test:browser'), limit: 20 };
const END_TO_END: CommandStep = {
  name: 'end-to-end tests',
  needs: BUILD.name,
  command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
  again: 'npm run test:e2e',
  environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') },
  report: { file: join(reports, 'e2e.json'), counts: playwrightCounts },
};

const CHECKS_BESIDE_CONTRACTS = [LOCK, TYPES];
const CHECKS_BESIDE_TESTS = [LINT, UNUSED, UNUSED_BY_PRODUCT];
const CHECKS = [...CHECKS_BESIDE_CONTRACTS, ...CHECKS_BESIDE_TESTS];

/**
 * Every step. The build and the contracts come first, because tests that find
 * none make them, several at the same time; compiling the contracts takes about
 * as long as what stands beside it. Unit tests wait for nodes and commands a
 * sixth of their time, which the steps beside them use. The end-to-end tests
 * have the machine to themselves.
 */
export const WHOLE_PLAN: readonly Stage<CommandStep>[] = [
  [[BUILD, BUDGET, CIRCLES, ...CHECKS_BESIDE_CONTRACTS], [CONTRACTS]],
  [[...CHECKS_BESIDE_TESTS, BROWSER], [UNIT]],
  [[END_TO_END]],
];

/** The checks beside all unit tests but the longest, then the browser tests whose code was changed since the branch left main. */
export function quickPlan(): readonly Stage<CommandStep>[] {
  const short = { ...UNIT, name: 'short unit tests', environment: { [WITHOUT_LONG_TESTS]: 'yes' } };
  const changed = [...BROWSER.command, '--changed', changedSince()];
  return [[CHECKS, [short]], [[{ ...BROWSER, name: 'changed browser tests', command: changed, mayBeEmpty: true }]]];
}

/** The commit that changes are counted from: where the branch left main, or the last commit when there is no main. */
function changedSince(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', main], { cwd: root, stdio: 'pipe' }).toString().trim();
    } catch {
      // This clone has no such branch.
    }
  }
  return 'HEAD~1';
}

function vitest(name: string, projects: readonly string[], again: string): CommandStep {
  const file = join(reports, `${projects.at(-1)}.json`);
  return {
    name,
    command: [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    again,
    report: { file, counts: vitestCounts },
  };
}
