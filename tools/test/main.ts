/**
 * `npm test` runs every check; `npm run test:quick` (`--quick`) runs those a
 * developer waits for. All steps run, also after a failure. Each step is one
 * line, a failed one with what it printed. At the end stand the failed steps
 * with the commands that run them again, and `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { requireChromium } from '../chromium';
import { type Counts, type Outcome, runPlan, sumCounts } from './plan';
import { type CommandStep, quickPlan, reports, root, WHOLE_PLAN } from './steps';

/** For a step that states no limit. The slowest, the end-to-end tests, takes 18 minutes on two cores and 26 on two busy ones. */
const LIMIT_MINUTES = 60;

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

/** The counts of a step's report. Zero when the step wrote no report; its exit code then tells that it failed. */
function readCounts(step: CommandStep): Counts {
  if (step.report === undefined) return { passed: 0, failed: 0 };
  try {
    return step.report.counts(JSON.parse(readFileSync(step.report.file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

async function runStep(step: CommandStep): Promise<Outcome> {
  const start = performance.now();
  const { ok, output } = await runCommand(step);
  const counts = readCounts(step);
  const ranNone = step.report !== undefined && counts.passed + counts.failed === 0 && step.mayBeEmpty !== true;
  const tests = step.report === undefined ? '' : `, ${counts.passed} passed`;
  const passed = ok && !ranNone;
  console.log(
    `${step.name} … ${passed ? 'ok' : 'FAILED'}${tests} (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  );
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  else if (ranNone) console.log(`${step.name} ran no test, which is a failure.`);
  return { state: passed ? 'passed' : 'failed', counts };
}

async function main(): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  console.log(`browser: ${requireChromium()}`);
  const plan = process.argv.includes('--quick') ? quickPlan() : WHOLE_PLAN;
  const outcomes = await runPlan(plan, runStep, (step, { state }) => {
    if (state === 'skipped') console.log(`${step.name} … SKIPPED, because "${step.needs}" did not succeed`);
  });
  const unsuccessful = [...outcomes].filter(([, { state }]) => state !== 'passed');
  if (unsuccessful.length > 0) {
    console.log('\nDid not succeed, with the command that runs it again:');
    for (const [step, { state }] of unsuccessful) console.log(`  ${state.padEnd(7)}  ${step.name}: ${step.again}`);
    console.log('');
  }
  const total = sumCounts(outcomes.values());
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
