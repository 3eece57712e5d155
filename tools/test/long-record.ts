/**
 * When the long suites last passed: `tests/long-suites.json` has for each the
 * fingerprint of the files it covers, and how many tests passed. It is written
 * by `npm run test:long -- --record` and committed. Unlike a commit's name a
 * fingerprint still holds after a rebase, and in a clone without history.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fingerprint } from '../fingerprint';
import type { LongSuite } from './long-suites';
import type { TestRun } from './reports';

export type LongRecord = Readonly<Record<string, { files: string; tests: number }>>;

/** Reads the record at `path`; empty when there is none. */
export function readRecord(path: string): LongRecord {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LongRecord;
  } catch {
    return {};
  }
}

/** Returns those of the suites that never passed with their files as they are now. */
export async function dueSuites(suites: readonly LongSuite[], record: LongRecord): Promise<LongSuite[]> {
  const states = await Promise.all(suites.map(fingerprintOf));
  return suites.filter(({ name }, at) => record[name]?.files !== states[at]);
}

/** Returns the record with those of the suites that passed in this run: each of their files was run, and nothing in it failed. */
export async function recordPassed(
  record: LongRecord,
  suites: readonly LongSuite[],
  tests: readonly TestRun[],
): Promise<LongRecord> {
  const passed: Record<string, { files: string; tests: number }> = { ...record };
  for (const suite of suites) {
    const own = tests.filter(({ file }) => suite.files.includes(file));
    const isWhole = suite.files.every((file) => own.some((test) => test.file === file && test.state === 'passed'));
    if (isWhole && own.every(({ state }) => state !== 'failed'))
      passed[suite.name] = { files: await fingerprintOf(suite), tests: own.length };
  }
  return passed;
}

export function writeRecord(path: string, record: LongRecord): void {
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** Returns how many tests the suites have, as far as they ever passed. */
export function countTests(record: LongRecord): number {
  return Object.values(record).reduce((sum, { tests }) => sum + tests, 0);
}

function fingerprintOf({ files, covers }: LongSuite): Promise<string> {
  return fingerprint([...files, ...covers]);
}
