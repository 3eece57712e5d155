/**
 * `npm test` runs every check but the long suites; `npm run test:quick`
 * (`--quick`) runs those a developer waits for; `npm run test:long` (`--long`)
 * runs the long suites: those named, with `--due` those whose files are not as
 * they were when they last passed, else all. `--record` notes which passed.
 *
 * All steps run, also after a failure. Each step is one line, a failed one with
 * what it printed. At the end stand the ten slowest tests, the failed steps with
 * the commands that run them again, and `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { requireChromium } from '../chromium';
import { countTests, dueSuites, readRecord, recordPassed, writeRecord } from './long-record';
import { LONG_SUITES, type LongSuite } from './long-suites';
import { type Outcome, runPlan, sumCounts } from './plan';
import { type Report, slowestLines, type TestRun } from './reports';
import { type CommandStep, longPlan, quickPlan, reports, root, WHOLE_PLAN } from './steps';

/** For a step that states no limit. */
const LIMIT_MINUTES = 60;
const RECORD = join(root, 'tests/long-suites.json');
const SHOWN_SLOWEST = 10;

/** Runs a command to its end. Its output is kept and shown only when it failed. */
function runCommand(step: CommandStep): Promise<{ ok: boolean; output: string }> {
  const [program = '', ...args] = step.command;
  const limit = step.limit ?? LIMIT_MINUTES;
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      env: { ...process.env, ...step.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      timeout: limit * 60_000,
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code, signal) => {
      if (signal !== null) output.push(Buffer.from(`\nended by ${signal} (limit ${limit} minutes)\n`));
      done({ ok: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

const NO_REPORT: Report = { counts: { passed: 0, failed: 0 }, tests: [] };

/** A step's report. Empty when the step wrote none; its exit code then tells that it failed. */
function readReport(step: CommandStep): Report {
  if (step.report === undefined) return NO_REPORT;
  try {
    return step.report.read(JSON.parse(readFileSync(step.report.file, 'utf8')));
  } catch {
    return NO_REPORT;
  }
}

async function runStep(step: CommandStep, tests: TestRun[]): Promise<Outcome> {
  const start = performance.now();
  const { ok, output } = await runCommand(step);
  const { counts, tests: own } = readReport(step);
  tests.push(...own);
  const ranNone = step.report !== undefined && counts.passed + counts.failed === 0;
  const said = step.report === undefined ? '' : `, ${counts.passed} passed`;
  const passed = ok && !ranNone;
  console.log(
    `${step.name} … ${passed ? 'ok' : 'FAILED'}${said} (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  );
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  else if (ranNone) console.log(`${step.name} ran no test, which is a failure.`);
  return { state: passed ? 'passed' : 'failed', counts };
}

/** The long suites that the arguments ask for. Throws when one is named that is none. */
async function askedSuites(args: readonly string[]): Promise<readonly LongSuite[]> {
  if (args.includes('--due')) return dueSuites(LONG_SUITES, readRecord(RECORD));
  const names = args.filter((argument) => !argument.startsWith('--'));
  const unknown = names.find((name) => !LONG_SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined)
    throw new Error(`No long suite is named ${unknown}: there are ${LONG_SUITES.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? LONG_SUITES : LONG_SUITES.filter(({ name }) => names.includes(name));
}

async function main(args: readonly string[]): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  console.log(`browser: ${requireChromium()}`);
  const suites = args.includes('--long') ? await askedSuites(args) : undefined;
  if (suites?.length === 0) {
    console.log('Every long suite has passed with its files as they are.');
    return;
  }
  if (suites) console.log(`long suites: ${suites.map(({ name }) => name).join(', ')}`);
  const plan = suites ? longPlan(suites) : args.includes('--quick') ? quickPlan() : WHOLE_PLAN;
  const tests: TestRun[] = [];
  const outcomes = await runPlan(
    plan,
    (step) => runStep(step, tests),
    (step, { state }) => {
      if (state === 'skipped') console.log(`${step.name} … SKIPPED, because "${step.needs}" did not succeed`);
    },
  );
  console.log(`\nThe slowest tests:\n${slowestLines(tests, SHOWN_SLOWEST).join('\n')}\n`);
  const unsuccessful = [...outcomes].filter(([, { state }]) => state !== 'passed');
  if (unsuccessful.length > 0) {
    console.log('Did not succeed, with the command that runs it again:');
    for (const [step, { state }] of unsuccessful) console.log(`  ${state.padEnd(7)}  ${step.name}: ${step.again}`);
    console.log('');
  }
  const record = readRecord(RECORD);
  if (suites && args.includes('--record')) writeRecord(RECORD, await recordPassed(record, suites, tests));
  if (!suites) console.log(`${countTests(record)} tests of ${LONG_SUITES.length} suites are left to npm run test:long`);
  const total = sumCounts(outcomes.values());
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
