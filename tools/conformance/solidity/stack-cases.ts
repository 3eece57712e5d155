/** The cases of the stack-trace suite, each with the compilers of its family, on our machine. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CaseResult, Suite } from '../suite';
import type { Target } from './solc';
import type { StackCase } from './stack-case';
import type { StackAnswer, StackJob } from './stack-child';
import { includes } from './version-range';

/** Compilers take a core each. */
const PROCESSES = 2;

/** Returns the suite `name` with these compilers; without those of the cases that `isMeant` leaves out by their path. */
export function stackSuite(
  name: string,
  targets: readonly Target[],
  isMeant: (path: string) => boolean = () => true,
): Suite {
  return {
    name,
    folder: 'solidity-stack-traces',
    async *run(folder): AsyncIterable<CaseResult> {
      const results: CaseResult[] = [];
      const jobs = targets.map((): StackJob[] => []);
      for (const path of casesIn(folder).filter(isMeant)) {
        const test = JSON.parse(readFileSync(join(folder, path, 'test.json'), 'utf8')) as StackCase;
        targets.forEach((compiler, index) => {
          if (!familyOf(path, compiler)) return;
          const named = `${path} (${nameOf(compiler)})`;
          const reason = reasonToSkip(test, compiler);
          if (reason === undefined) jobs[index]?.push({ folder: join(folder, path), name: named, target: compiler });
          else results.push({ name: named, outcome: 'skipped', reason });
        });
      }
      const waiting = jobs.flatMap(inShares).sort((a, b) => b.length - a.length);
      await Promise.all(
        Array.from({ length: PROCESSES }, async () => {
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runJobs(next, results);
        }),
      );
      yield* results;
    },
  };
}

/** Returns whether a case is one of those that the suites for code made via IR copy. */
export function isOf08(path: string): boolean {
  return path.startsWith('0_8/');
}

function nameOf({ version, optimizer, viaIR }: Target): string {
  return `solc ${version}${optimizer ? ', optimised' : ''}${viaIR ? ', via IR' : ''}`;
}

function casesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('test.json'))
    .map((path) => dirname(path))
    .sort();
}

/** `0_6/…` is for compilers of 0.6, anything else for all. */
function familyOf(path: string, target: Target): boolean {
  const family = /^(\d+)_(\d+)\//.exec(path);
  return family === null || target.version.startsWith(`${family[1]}.${family[2]}.`);
}

function reasonToSkip(test: StackCase, target: Target): string | undefined {
  if (test.skip) return `left out by the suite: ${test.reason ?? 'no reason given'}`;
  if (test.skipViaIR && target.viaIR) return 'left out by the suite with viaIR';
  if (test.solc !== undefined && !includes(test.solc, target.version))
    return `for solc ${test.solc}, not ${target.version}`;
  return undefined;
}

/** One share for each process: a suite may have one compiler only. */
function inShares(jobs: readonly StackJob[]): StackJob[][] {
  const half = Math.ceil(jobs.length / PROCESSES);
  return [jobs.slice(0, half), jobs.slice(half)];
}

async function runJobs(jobs: readonly StackJob[], results: CaseResult[]): Promise<void> {
  if (jobs.length === 0) return;
  const child = fork(resolve(import.meta.dirname, 'stack-child.ts'), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=3000'],
    serialization: 'advanced',
  });
  for (const job of jobs) {
    const { name, differences } = await ask(child, job);
    results.push(
      differences.length === 0
        ? { name, outcome: 'passed' }
        : { name, outcome: 'failed', reason: differences.join('; ') },
    );
  }
  child.disconnect();
}

async function ask(child: ChildProcess, job: StackJob): Promise<StackAnswer> {
  const done = new AbortController();
  const { signal } = done;
  child.send(job);
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }) as Promise<[StackAnswer]>,
      once(child, 'exit', { signal }).then(([code]): [StackAnswer] => [
        { name: job.name, differences: [`the process ended with code ${code}`] },
      ]),
    ]);
    return answer;
  } finally {
    done.abort();
  }
}
