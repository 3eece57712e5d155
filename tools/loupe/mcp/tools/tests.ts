/** Tools about the tests of the project in the folder that was allowed. */
import { formatInteger } from '../../../../src/core/format/counts';
import { countOf } from '../../../../src/core/format/plural';
import { lineHits, type Share, sharesOf, sumOfShares } from '../../../../src/core/testing/covered/report';
import type { TestName } from '../../../../src/core/testing/test-hash';
import type { KeptTestResult } from '../../../../src/db/rows/test-project-row';
import { percentOf } from '../../text/coverage-table';
import { tellFailure } from '../../text/test-failure';
import { Answer, SIZE } from '../answer';
import { flag, optional, text, whole } from '../fields';
import type { ProjectRead, ProjectTests } from '../project-tests';
import { type McpSession, ToolFailure } from '../session';
import { cursor, size, skipOf, tool } from '../tool';

const PROOF = "run here on Loupe's own EVM from the build in the folder; no endpoint is asked";
const MATCH = optional(
  text('Words that occur in FILE:CONTRACT test(types), in any case; all tests unless given', undefined, 'a text', 200),
);
/** Seconds: who asks gives up after a minute, if the client says nothing else. */
const PATIENCE = 50;
const SECONDS = optional(whole(`Seconds after which a run ends, ${PATIENCE} unless given`, 1, 3_600));

function answerOf(session: McpSession, given: { size: number | undefined; cursor: string | undefined }): Answer {
  const head = { proof: PROOF, link: `${session.app}/tests` };
  return new Answer(head, given.size ?? SIZE.usual, skipOf(given.cursor));
}

type Chosen = { name: TestName; line: number | undefined; result: KeptTestResult | undefined };

/** The tests that a filter leaves; a suite that could not be set up has one row more, with that result. */
function chosenOf({ project, results }: ProjectRead, match = '', failed = false): Chosen[] {
  const known = new Map(results.map((result) => [keyOf(result), result]));
  const words = match.toLowerCase().split(/\s+/).filter(Boolean);
  return project.suites
    .flatMap(({ id, tests: all }) => {
      const own = results.filter(
        ({ suite, signature }) => suite === id && !all.some((one) => one.signature === signature),
      );
      return [
        ...own.map((result) => ({ name: { suite: id, signature: result.signature }, line: undefined, result })),
        ...all.map(({ signature, line }) => {
          const name = { suite: id, signature };
          return { name, line, result: known.get(keyOf(name)) };
        }),
      ];
    })
    .filter(({ name, result }) => {
      const said = keyOf(name).toLowerCase();
      return words.every((word) => said.includes(word)) && (!failed || result?.status === 'failed');
    });
}

function keyOf({ suite, signature }: TestName): string {
  return `${suite} ${signature}`;
}

function testsOf(session: McpSession): ProjectTests {
  if (session.tests !== undefined) return session.tests;
  throw new ToolFailure('No project is at hand: loupe mcp is to be started in one, or with --project FOLDER.');
}

function sumOf(results: readonly (KeptTestResult | undefined)[]): string {
  const count = (status: KeptTestResult['status'] | undefined) =>
    results.filter((result) => result?.status === status).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count(undefined)} not run`;
}

export const tests = tool({
  name: 'tests',
  description:
    "Tests of contracts in the project's build output: each with its line and how it came out last. run_tests runs them.",
  fields: { match: MATCH, failed: optional(flag('Only those that failed last')), ...{ size, cursor } },
  async run(session, given) {
    const read = session.answered(await testsOf(session).read());
    const chosen = chosenOf(read, given.match, given.failed);
    const answer = answerOf(session, given);
    const page = answer.page();
    const suites = new Set(chosen.map(({ name }) => name.suite));
    page.line(
      `${countOf(chosen.length, 'test')} in ${countOf(suites.size, 'suite')}: ${sumOf(chosen.map(({ result }) => result))}`,
    );
    for (const warning of read.project.warnings.slice(0, 10)) page.line(warning);
    let suite = '';
    for (const { name, line, result } of chosen) {
      if (name.suite !== suite) page.line(name.suite);
      suite = name.suite;
      const how = result === undefined ? '' : `  ${result.status}${result.isOld ? ' before the last change' : ''}`;
      page.line(`  ${name.signature}${line === undefined ? '' : `  line ${line}`}${how}`);
    }
    return answer.text();
  },
});

export const runTests = tool({
  name: 'run_tests',
  description:
    'Runs tests of the project and tells which failed, why, in which line, what the failed assertion read and where that was written. Each failed test has a hash that failure, skeleton, subtree, step, changes and state take as transaction. Compile before: forge build, or hardhat build.',
  isReading: false,
  fields: {
    match: MATCH,
    failed: optional(flag('Only those that failed last')),
    seconds: SECONDS,
    ...{ size, cursor },
  },
  async run(session, given) {
    const project = testsOf(session);
    const read = session.answered(await project.read());
    const wanted = `${given.match ?? ''} ${given.failed === true}`;
    // Where an answer goes on, nothing runs again.
    let ran = given.cursor === undefined ? undefined : session.lastRun;
    if (ran?.wanted !== wanted) {
      const only = chosenOf(read, given.match, given.failed).map(({ name }) => name);
      if (only.length === 0)
        throw new ToolFailure(
          given.failed ? 'No test failed last that matches.' : 'No test matches; the tool tests lists them.',
        );
      const run = session.answered(await project.run(only, given.seconds ?? PATIENCE));
      ran = { wanted, chosen: only.length, ...run };
      session.lastRun = ran;
    }
    const { results, ended } = ran;
    const answer = answerOf(session, given);
    const page = answer.page();
    const left = ended ? 0 : Math.max(0, ran.chosen - results.length);
    page.line(sumOf([...results, ...Array<undefined>(left)]));
    if (!ended) page.line('The time was over before all had run: match chooses fewer, seconds gives more.');
    const order = ['failed', 'skipped', 'passed'] as const;
    for (const result of order.flatMap((status) => results.filter((each) => each.status === status))) {
      const { suite, signature, status, gas, counts, unsupported } = result;
      const runs = counts === undefined ? '' : `${formatInteger(counts.runs)} runs, `;
      page.line(`${status} ${suite} ${signature}  ${runs}${formatInteger(gas)} gas`);
      if (status === 'passed') continue;
      if (unsupported !== undefined) page.line(`  the cheatcode ${unsupported} does not work here`);
      tellFailure(page, { ...result, console: result.console.slice(-10) }, 2);
      if (status === 'failed' && isOpenable(result)) page.line(`  transaction ${project.hashOf(result)}`);
    }
    return answer.text();
  },
});

/** Whether there is a call to open: of a test with many runs the one that failed. */
function isOpenable({ kind, counterexample }: KeptTestResult): boolean {
  return kind === 'unit' || counterexample !== undefined;
}

export const coverage = tool({
  name: 'coverage',
  description:
    'Runs all tests of the project once and tells what of the sources ran: lines, branches and functions by file, and the lines that did not. Needs forge build --build-info.',
  isReading: false,
  fields: {
    match: optional(text('Words that occur in the path of a file; all files unless given', undefined, 'a text', 200)),
    seconds: SECONDS,
    ...{ size, cursor },
  },
  async run(session, given) {
    const project = testsOf(session);
    session.answered(await project.read());
    const report = session.answered(await project.cover(given.seconds ?? PATIENCE));
    const words = (given.match ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const files = report.files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
    const answer = answerOf(session, given);
    const page = answer.page();
    page.line(`${countOf(files.length, 'file')}: ${sharesText(sumOfShares(files.map(sharesOf)))}`);
    for (const file of files) {
      page.line(`${file.path}  ${sharesText(sharesOf(file))}`);
      const unrun = rangesOf([...lineHits(file)].flatMap(([line, hits]) => (hits === 0 ? [line] : [])));
      if (unrun !== '') page.sentence(`lines that did not run: ${unrun}`, 2);
    }
    return answer.text();
  },
});

function sharesText({ lines, branches, functions }: ReturnType<typeof sharesOf>): string {
  const share = (name: string, one: Share) => `${name} ${percentOf(one)} (${one.hit}/${one.of})`;
  return [share('lines', lines), share('branches', branches), share('functions', functions)].join(', ');
}

/** `12–14, 20`. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
