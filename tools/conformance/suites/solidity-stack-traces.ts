/**
 * Stack traces and console logs of Hardhat's own cases, on our machine: each
 * case with every compiler of its family.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Target } from '../solidity/solc';
import type { StackCase } from '../solidity/stack-case';
import type { StackAnswer, StackJob } from '../solidity/stack-child';
import { target } from '../solidity/targets';
import { includes } from '../solidity/version-range';
import type { CaseResult, Suite } from '../suite';

const TARGETS: Target[] = [
  target('0.5.17'),
  target('0.6.3'),
  target('0.6.12'),
  target('0.7.6'),
  target('0.8.37'),
  target('0.8.37', true),
];

/** Compilers take a core each. */
const PROCESSES = 2;

export const suite: Suite = {
  name: 'solidity-stack-traces',
  async *run(folder): AsyncIterable<CaseResult> {
    const results: CaseResult[] = [];
    const jobs = TARGETS.map((): StackJob[] => []);
    for (const path of casesIn(folder)) {
      const test = JSON.parse(readFileSync(join(folder, path, 'test.json'), 'utf8')) as StackCase;
      TARGETS.forEach((compiler, index) => {
        if (!familyOf(path, compiler)) return;
        const name = `${path} (solc ${compiler.version}${compiler.optimizer ? ', optimised' : ''})`;
        const reason = reasonToSkip(test, compiler);
        if (reason === undefined) jobs[index]?.push({ folder: join(folder, path), name, target: compiler });
        else results.push({ name, outcome: 'skipped', reason });
      });
    }
    const waiting = jobs.sort((a, b) => b.length - a.length);
    await Promise.all(
      Array.from({ length: PROCESSES }, async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runJobs(next, results);
      }),
    );
    yield* results;
  },
};

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

async function runJobs(jobs: readonly StackJob[], results: CaseResult[]): Promise<void> {
  if (jobs.length === 0) return;
  const child = fork(resolve(import.meta.dirname, '../solidity/stack-child.ts'), {
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
