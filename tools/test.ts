/**
 * `npm test`: every check, one after another, a line each. Stops at the first
 * that fails, shows what it printed and how to run it alone. The last line is
 * `N passed, N failed`, the sum over the runners.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { requireChromium } from './chromium';
import { type Counts, playwrightCounts, vitestCounts } from './test-counts';

const root = resolve(import.meta.dirname, '..');
const reports = join(root, '.cache/test');
/** Long enough for the slowest machine that is still worth waiting for. */
const LIMIT_MINUTES = 40;

type Step = {
  name: string;
  /** A program of node_modules/.bin and its arguments. */
  command: readonly string[];
  /** The same in the reader's words. */
  again: string;
  environment?: Record<string, string>;
  /** A runner's report and how its counts are read. */
  report?: { file: string; counts: (json: unknown) => Counts };
};

const STEPS: readonly Step[] = [
  { name: 'types', command: ['tsc', '-b'], again: 'npx tsc -b' },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'], again: 'npx biome check .' },
  { name: 'unused code', command: ['knip'], again: 'npx knip' },
  vitest('unit tests', 'node', 'npm run test:unit'),
  // As `npm start` makes it, so that the one the end-to-end tests start finds it made.
  { name: 'production build', command: ['tsx', 'tools/start/build.ts'], again: 'npx tsx tools/start/build.ts' },
  { name: 'JavaScript budget', command: ['tsx', 'tools/budget.ts'], again: 'npx tsx tools/budget.ts' },
  vitest('browser tests', 'browser', 'npm run test:browser'),
  {
    name: 'end-to-end tests',
    command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    again: 'npm run test:e2e',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') },
    report: { file: join(reports, 'e2e.json'), counts: playwrightCounts },
  },
];

function vitest(name: string, project: string, again: string): Step {
  const file = join(reports, `${project}.json`);
  return {
    name,
    command: [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    again,
    report: { file, counts: vitestCounts },
  };
}

/** Runs a step to its end. The output is kept, not shown: on success nobody reads it. */
function run(step: Step): Promise<{ ok: boolean; output: string }> {
  const [program = '', ...args] = step.command;
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      env: { ...process.env, ...step.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      timeout: LIMIT_MINUTES * 60_000,
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code, signal) => {
      if (signal !== null) output.push(Buffer.from(`\nended by ${signal} (limit ${LIMIT_MINUTES} minutes)\n`));
      done({ ok: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

/** The counts of a step's report; nothing when it wrote none. */
function countsOf(step: Step): Counts {
  if (step.report === undefined) return { passed: 0, failed: 0 };
  try {
    return step.report.counts(JSON.parse(readFileSync(step.report.file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 }; // the runner broke off before its report; its exit code tells
  }
}

async function main(): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const total: Counts = { passed: 0, failed: 0 };
  console.log(`browser: ${requireChromium()}`);
  for (const step of STEPS) {
    process.stdout.write(`${step.name} … `);
    const start = performance.now();
    const { ok, output } = await run(step);
    const counts = countsOf(step);
    total.passed += counts.passed;
    // A check that fails without counting anything is one failure.
    total.failed += ok ? counts.failed : Math.max(counts.failed, 1);
    const tests = step.report === undefined ? '' : `, ${counts.passed} passed`;
    console.log(`${ok ? 'ok' : 'FAILED'}${tests} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (!ok) {
      console.log(`\n${output.trimEnd()}\n\nRun this step again: ${step.again}\n`);
      break;
    }
    if (step.report !== undefined && counts.passed === 0) {
      total.failed++;
      console.log(`${step.name} ran no test, which is a failure. Run this step again: ${step.again}\n`);
      break;
    }
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
