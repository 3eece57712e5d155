/** The steps of `npm test`, `npm run test:quick` and `npm run test:long`, and which of them run side by side. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type LongSuite, specFiles, unitFiles } from './long-suites';
import { LONG_TESTS, WITHOUT_LONG_TESTS } from './long-tests';
import type { Stage, Step } from './plan';
import { type Report, readPlaywrightReport, readVitestReport } from './reports';

export const root = resolve(import.meta.dirname, '../..');
export const reports = join(root, '.cache/test');

export type CommandStep = Step & {
  /** A program of node_modules/.bin and its arguments. */
  command: readonly string[];
  environment?: Record<string, string>;
  /** A runner's report and how it is read. */
  report?: { file: string; read: (json: unknown) => Report };
  /** A safety net that ends a step that hangs, minutes; unless given, that of the slowest step. */
  limit?: number;
};

const LOCK: CommandStep = { name: 'lock file', command: ['tsx', 'tools/lock.ts'], again: 'npx tsx tools/lock.ts' };
/** One checker for each program: by default four share its files, and each of them resolves the types that they have in common. */
const TYPES: CommandStep = { name: 'types', command: ['tsc', '-b', '--checkers', '1'], again: 'npx tsc -b' };
const LINT: CommandStep = {
  name: 'format and lint',
  command: ['biome', 'check', '--error-on-warnings', '.'],
  again: 'npx biome check .',
};
const UNUSED: CommandStep = { name: 'unused code', command: ['knip'], again: 'npx knip' };
/** Finds code that only tests use. It counts as unused, unless it says `@internal`. */
const UNUSED_BY_PRODUCT: CommandStep = {
  name: 'code for tests alone',
  command: ['knip', '--production'],
  again: 'npx knip --production',
};
const UNIT = vitest('unit tests', ['unit'], 'npm run test:unit');
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
/** Compiles all contracts, those of the whole foreign chain, too. */
const ALL_CONTRACTS: CommandStep = {
  ...CONTRACTS,
  command: [...CONTRACTS.command, '--all'],
  again: `${CONTRACTS.again} --all`,
};
const CIRCLES: CommandStep = {
  name: 'imports of built files',
  needs: BUILD.name,
  command: ['tsx', 'tools/build-circles.ts'],
  again: 'npx tsx tools/build-circles.ts',
};
// They take 20 minutes on a machine with other work beside them. Vitest waits for ever for a page that does not answer.
const BROWSER: CommandStep = { ...vitest('browser tests', ['browser'], 'npm run test:browser'), limit: 40 };
const END_TO_END = playwright('end-to-end tests', 'ordinary', [], 'npm run test:e2e');

const CHECKS = [LOCK, TYPES, LINT, UNUSED, UNUSED_BY_PRODUCT];

/**
 * Every step. The build and the contracts come first, because tests that find
 * none make them, several at the same time; the two take about as long. All else
 * waits for nothing: tests wait for nodes, pages and commands much of their time,
 * which the steps beside them use. The end-to-end tests have two pages at a time,
 * so they alone occupy a machine whose other lane has ended; they follow the lane
 * that ends first.
 */
export const WHOLE_PLAN: readonly Stage<CommandStep>[] = [
  [[BUILD, BUDGET, CIRCLES], [CONTRACTS]],
  [[BROWSER], [...CHECKS, UNIT, END_TO_END]],
];

/**
 * Plans the checks, all unit tests but the longest, and the browser tests beside the given files but the longest. Without
 * files they are those that were changed since the branch left main. Paths are relative to the project.
 */
export function quickPlan(changed: readonly string[] = changedFiles()): readonly Stage<CommandStep>[] {
  const short = { ...UNIT, name: 'short unit tests', environment: { [WITHOUT_LONG_TESTS]: 'yes' } };
  const beside = browserTestsBeside(changed).filter((file) => !LONG_TESTS.includes(file));
  const browser = vitest('browser tests beside changed files', ['browser'], BROWSER.again, beside);
  return [[CHECKS, [short]], beside.length === 0 ? [] : [[{ ...browser, limit: BROWSER.limit ?? 0 }]]];
}

/** Returns the browser tests in the folders that mirror those of the files. */
export function browserTestsBeside(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const folder = /^(?:src|tests)\/((?:app|db|workers)(?:\/.+)?)\/[^/]+$/.exec(file)?.[1];
    return folder === undefined ? [] : `tests/${folder.replace('app/views/', 'app/')}`;
  });
  return [...new Set(folders)]
    .sort()
    .flatMap((folder) =>
      (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])
        .filter((name) => /\.browser\.test\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
}

/** Plans the given long suites alone, whole; none of them when they are none. */
export function longPlan(suites: readonly LongSuite[]): readonly Stage<CommandStep>[] {
  const unit = unitFiles(suites);
  const specs = specFiles(suites);
  return [
    [[BUILD], [ALL_CONTRACTS]],
    [unit.length === 0 ? [] : [vitest('long unit tests', ['long'], `npx vitest run --project long`, unit)]],
    [
      specs.length === 0
        ? []
        : [playwright('long end-to-end tests', 'long', specs, 'npm run test:e2e -- --project=long')],
    ],
  ];
}

/** Files that are not as they were where the branch left main, or at the last commit but one when there is no main. */
function changedFiles(): string[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString().trim();
  for (const main of ['origin/main', 'main', 'HEAD~1']) {
    try {
      const changed = git('diff', '--name-only', git('merge-base', 'HEAD', main));
      return `${changed}\n${git('ls-files', '--others', '--exclude-standard')}`
        .split('\n')
        .filter((file) => file !== '');
    } catch {
      // This clone has no such branch, or one commit.
    }
  }
  return [];
}

function vitest(name: string, projects: readonly string[], again: string, files: readonly string[] = []): CommandStep {
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
      ...files,
    ],
    again: [again, ...files].join(' '),
    report: { file, read: (json) => readVitestReport(json, root) },
  };
}

/** `project`: one of those in the runner's configuration. */
function playwright(name: string, project: string, files: readonly string[], again: string): CommandStep {
  const file = join(reports, `e2e-${project}.json`);
  const config = 'tests/e2e/playwright.config.ts';
  return {
    name,
    needs: BUILD.name,
    command: ['playwright', 'test', '--config', config, `--project=${project}`, '--reporter=list,json', ...files],
    again: [again, ...files].join(' '),
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, read: (json) => readPlaywrightReport(json, 'tests/e2e') },
  };
}
