/** Runs jobs of the stack-trace suite in a process of its own: a compiler takes one core and much memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import type { Target } from './solc';
import { runStackCase, type StackCase } from './stack-case';

export type StackJob = { folder: string; name: string; target: Target };
export type StackAnswer = { name: string; differences: string[] };

await loadLibraries();

process.on('message', (job: StackJob) => {
  const answer: StackAnswer = { name: job.name, differences: [] };
  try {
    const test = JSON.parse(readFileSync(join(job.folder, 'test.json'), 'utf8')) as StackCase;
    answer.differences = runStackCase(job.folder, test, job.target);
  } catch (thrown) {
    answer.differences = [thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)];
  }
  process.send?.(answer);
});
