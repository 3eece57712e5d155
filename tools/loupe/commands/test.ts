/** `loupe test`: runs the tests of contracts in the output of a build. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartFailure } from '../../../devnet/start-failure';
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { compilationsOf } from '../../../src/core/testing/compilations';
import { Coverage } from '../../../src/core/testing/covered/coverage';
import { lcovOf } from '../../../src/core/testing/covered/lcov';
import { readDotenv } from '../../../src/core/testing/dotenv';
import type { StartProcess } from '../../../src/core/testing/host';
import { readProject, type TestProject } from '../../../src/core/testing/project';
import { CONFIGURATION } from '../../../src/core/testing/project-file';
import type { SuiteResult, TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { isSuiteCall, type Suite } from '../../../src/core/testing/suite';
import { chooseTests } from '../../../src/core/testing/tests-chosen';
import { harmlessText } from '../../../src/core/text/harmless';
import { isFields, readFields, readList } from '../../../src/core/values/json-fields';
import { askEndpoint } from '../../../src/net/ask-endpoint';
import { listInside, projectFiles, readInside, textInside, writeInside } from '../../project-folder';
import { BadArguments, type Command, complain, type Io, readArguments } from '../command';
import { toJson } from '../facts/json';
import { startProgress } from '../progress';
import { processesIn } from '../start-process';
import { coverageFacts, coverageTable } from '../text/coverage-table';
import { openPage } from '../text/paint';
import { tellFailure } from '../text/test-failure';
import { junitOf } from '../text/test-junit';
import { writeNamed } from '../write-file';

/** File with the tests that failed last, below the root. */
const KEPT = 'cache/loupe-failures.json';
const MAX_TEXT = 2_000;

const OPTIONS = {
  root: { type: 'string' },
  profile: { type: 'string' },
  'match-test': { type: 'string' },
  'match-contract': { type: 'string' },
  'match-path': { type: 'string' },
  isolate: { type: 'boolean' },
  ffi: { type: 'boolean' },
  rpc: { type: 'string', multiple: true },
  rerun: { type: 'boolean' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
  coverage: { type: 'boolean' },
  lcov: { type: 'string' },
  list: { type: 'boolean' },
} as const;

export const test: Command = {
  name: 'test',
  summary: "runs the tests of a build of Foundry's or Hardhat's, on Loupe's own EVM",
  usage: `loupe test [options]

  --root FOLDER            of the project; the working directory
  --profile NAME           of foundry.toml; FOUNDRY_PROFILE or default
  --match-test REGEX       tests whose signature matches
  --match-contract REGEX   contracts whose name matches
  --match-path REGEX       files whose path matches
  --isolate                each call that a test makes is a transaction of its own, as isolate = true in foundry.toml says
  --ffi                    tests may start programs by vm.ffi, which have all your rights on this machine; ffi = true in foundry.toml alone starts none
  --rpc URL                an endpoint that tests may fork, beside those of [rpc_endpoints] in foundry.toml; may be given more than once
  --rerun                  only what failed in the last run with --rerun, which keeps it in the project's cache folder
  --list                   names the tests and runs none
  --json                   the results as JSON
  --junit FILE             the results as JUnit's XML, too
  --coverage               which lines, statements, branches and functions ran, by file; needs forge build --build-info
  --lcov FILE              that as a tracefile of lcov, too

What a run with --rerun kept runs first, inputs that failed before all others. The project is compiled before: forge build, or hardhat build.
Exit code: 0 all passed, 1 one failed, 2 nothing ran.

Example:
  loupe test --match-contract Vault
`,
  async run(given, io) {
    const { values, positionals } = readArguments(given, OPTIONS, ['[folder]']);
    const [folder] = positionals;
    if (folder !== undefined) throw new BadArguments(`The project's folder is named by --root ${folder}.`);
    const root = resolve(io.folder, values.root ?? '.');
    if (!existsSync(root)) throw new StartFailure(`--root: there is nothing at ${values.root}.`);
    const variables = readDotenv(await textInside(root, '.env'), variablesOf(io));
    const profile = values.profile ?? variables.FOUNDRY_PROFILE ?? 'default';
    const overridden = (['match-test', 'match-contract', 'match-path'] as const)
      .filter((name) => values[name] !== undefined)
      .map((name) => name.replace('-', '_') as 'match_test' | 'match_contract' | 'match_path');
    const environment = {
      ...variables,
      ...(values.isolate && { FOUNDRY_ISOLATE: 'true' }),
      ...(values.ffi && { FOUNDRY_FFI: 'true' }),
    };
    const read = await readProject(await projectFiles(root, { profile, environment }), {
      ...{ profile, environment, overridden },
      readSource: (path) => readInside(root, path),
    });
    if (!read.ok) throw new StartFailure(await withRoot(read.error, root));
    for (const warning of read.value.warnings) complain(io, warning);
    if (values.ffi) complain(io, '--ffi: the tests can start any program, with all your rights on this machine.');
    const last = await failuresOf(root);
    const suites = chosen(read.value, {
      ...(values['match-test'] !== undefined && { test: values['match-test'] }),
      ...(values['match-contract'] !== undefined && { contract: values['match-contract'] }),
      ...(values['match-path'] !== undefined && { path: values['match-path'] }),
      ...(values.rerun && last.length > 0 && { only: last }),
    });
    if (suites.length === 0) throw new StartFailure('There is no test that matches.');
    if (values.list) {
      for (const { id, tests } of suites) for (const { signature } of tests) io.out(`${id} ${signature}\n`);
      return 0;
    }
    const ordered = failedFirst(suites, last);
    const coverage = values.coverage || values.lcov !== undefined ? coverageOf(read.value) : undefined;
    const results = await runAll(
      read.value,
      ordered,
      {
        ...{ root, variables, last, isQuiet: values.json === true, coverage, endpoints: values.rpc ?? [] },
        ...(values.ffi && { startProcess: processesIn(root) }),
      },
      io,
    );
    const report = coverage?.report();
    if (report && values.lcov !== undefined) writeNamed('--lcov', resolve(io.folder, values.lcov), lcovOf(report));
    if (report && !values.json) io.out(`\n${coverageTable(report)}`);
    if (values.rerun) keepFailures(root, results);
    if (values.junit !== undefined) writeNamed('--junit', resolve(io.folder, values.junit), junitOf(results));
    if (values.json)
      io.out(
        toJson({
          format: 'loupe-tests',
          version: 1,
          suites: results,
          ...(report && { coverage: coverageFacts(report) }),
        }),
      );
    return results.some(({ tests }) => tests.some(({ status }) => status === 'failed')) ? 1 : 0;
  },
};

/** Says how the project is named where the folder does not look like the root of one. */
async function withRoot(sentence: string, root: string): Promise<string> {
  if ((await readInside(root, CONFIGURATION)) !== undefined) return sentence;
  return `${sentence} --root names the folder that has foundry.toml or Hardhat's configuration.`;
}

function chosen(project: TestProject, choice: Parameters<typeof chooseTests>[1]): Suite[] {
  try {
    return chooseTests(project, choice);
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}.`);
  }
}

function coverageOf(project: TestProject): Coverage {
  const compilations = compilationsOf(project);
  if (compilations.length === 0)
    throw new StartFailure(
      '--coverage: the build does not say where its code comes from. Run forge build --build-info.',
    );
  return new Coverage(compilations, project.settings.dependencies);
}

type Run = {
  root: string;
  variables: Readonly<Record<string, string>>;
  last: Failures;
  isQuiet: boolean;
  coverage: Coverage | undefined;
  endpoints: readonly string[];
  startProcess?: StartProcess;
};

async function runAll(
  project: TestProject,
  suites: readonly Suite[],
  { root, variables, last, isQuiet, coverage, endpoints, startProcess }: Run,
  io: Io,
) {
  const page = openPage(io);
  const progress = startProgress(io);
  let done = 0;
  const results = await runTests(project, suites, {
    now: () => performance.now(),
    pause: async () => true,
    environment: variables,
    root,
    counterexample: (suite, signature) =>
      last.find((one) => one.suite === suite && one.signature === signature)?.counterexample,
    places: true,
    ...(coverage && { coverage }),
    ...(startProcess && { startProcess }),
    readFile: (path) => readInside(root, path),
    readFolder: (path) => listInside(root, path),
    ask: ({ url, method, params }) => askEndpoint(url, method, params),
    endpoints,
    trustsConfiguration: true,
    onSuite: (suite) => progress.say(`${done} of ${suites.length}: ${suite}`),
    onSuiteDone(result) {
      done++;
      progress.end();
      if (!isQuiet) tellSuite(page, result);
    },
  });
  progress.end();
  if (!isQuiet) tellSum(page, results);
  return results;
}

function variablesOf({ environment }: Io): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

type Page = ReturnType<typeof openPage>;
const WORDS = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const;
const COLOURS = { passed: 'green', failed: 'red', skipped: 'yellow' } as const;

function tellSuite(page: Page, { suite, tests }: SuiteResult): void {
  page.heading(harmlessText(suite, MAX_TEXT), countOf(tests.length, 'test'));
  for (const test of tests) {
    const { status, signature, gas, counts, duration } = test;
    const ran =
      counts === undefined
        ? `${formatInteger(gas)} gas`
        : `${formatInteger(counts.runs)} runs, ${formatInteger(gas)} gas`;
    const aside = { text: `  ${ran}, ${Math.round(duration)} ms`, in: 'dim' } as const;
    page.line({ text: WORDS[status], in: COLOURS[status] }, `  ${harmlessText(signature, MAX_TEXT)}`, aside);
    if (status !== 'passed') tellFailure(page, test, 6);
  }
}

function tellSum(page: Page, results: readonly SuiteResult[]): void {
  const tests = results.flatMap((suite) => suite.tests);
  const count = (status: TestResult['status']) => tests.filter((test) => test.status === status).length;
  page.heading(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
}

type Failures = readonly { suite: string; signature: string; counterexample?: TestResult['counterexample'] }[];

/** What failed last; a test that could not be set up stands for all of its suite. */
async function failuresOf(root: string): Promise<Failures> {
  try {
    const kept: unknown = JSON.parse(await textInside(root, KEPT));
    if (!Array.isArray(kept)) return [];
    return kept.filter(isFailure);
  } catch {
    return [];
  }
}

function isFailure(one: unknown): one is Failures[number] {
  if (!isFields(one) || typeof one.suite !== 'string' || typeof one.signature !== 'string') return false;
  return readList(one.counterexample).every((call) => {
    const { calldata, sender } = readFields(call);
    return isHex(calldata) && isHex(sender);
  });
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^0x([\da-fA-F]{2})*$/.test(value);
}

function keepFailures(root: string, results: readonly SuiteResult[]): void {
  const failures = results.flatMap(({ suite, tests }) =>
    tests
      .filter(({ status }) => status === 'failed')
      .map(({ signature, counterexample }) => ({
        suite,
        signature: isSuiteCall(signature) ? '' : signature,
        ...(counterexample && { counterexample }),
      })),
  );
  // A folder that cannot be written to forgets what failed.
  writeInside(root, KEPT, JSON.stringify(failures));
}

function failedFirst(suites: readonly Suite[], last: Failures): Suite[] {
  const failed = new Set(last.map(({ suite }) => suite));
  return [...suites.filter(({ id }) => failed.has(id)), ...suites.filter(({ id }) => !failed.has(id))];
}
