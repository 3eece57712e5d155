import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countTests, dueSuites, type LongRecord, readRecord, recordPassed } from '../../../tools/test/long-record';
import { LONG_SUITES, type LongSuite, specFiles, unitFiles } from '../../../tools/test/long-suites';
import type { TestRun } from '../../../tools/test/reports';
import { longPlan, root } from '../../../tools/test/steps';

test('each file of a long suite, and each it covers, is there', () => {
  const paths = LONG_SUITES.flatMap(({ files, covers }) => [...files, ...covers]);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('no file belongs to two suites', () => {
  const files = [...unitFiles(LONG_SUITES), ...specFiles(LONG_SUITES)];
  expect(new Set(files).size).toBe(files.length);
});

test('suites of one kind run one runner', () => {
  const [fuzz, demo] = ['fuzz', 'demo'].map((wanted) => LONG_SUITES.filter(({ name }) => name === wanted));
  const names = (suites: readonly LongSuite[]) =>
    longPlan(suites).flatMap((stage) => stage.flat().map(({ name }) => name));
  expect(names(fuzz ?? []).at(-1)).toBe('long unit tests');
  expect(names(demo ?? []).at(-1)).toBe('long end-to-end tests');
  expect(names(LONG_SUITES).slice(-2)).toEqual(['long unit tests', 'long end-to-end tests']);
});

let folder: string;
let suites: readonly LongSuite[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-long-'));
  const path = (name: string) => relative(root, join(folder, name));
  for (const name of ['a.test.ts', 'b.spec.ts', 'code.ts']) await writeFile(join(folder, name), name);
  suites = [
    { name: 'a', files: [path('a.test.ts')], covers: [path('code.ts')] },
    { name: 'b', files: [path('b.spec.ts')], covers: [] },
  ];
});
afterEach(() => rm(folder, { recursive: true }));

const run = (at: number, state: TestRun['state']): TestRun => ({
  name: 'it works',
  file: suites[at]?.files[0] ?? '',
  seconds: 1,
  state,
});
const dueNames = async (record: LongRecord) => (await dueSuites(suites, record)).map(({ name }) => name);

test('a suite is due until it passed, and again when a file it covers is another', async () => {
  expect(await dueNames({})).toEqual(['a', 'b']);
  const record = await recordPassed({}, suites, [run(0, 'passed'), run(1, 'passed')]);
  expect(await dueNames(record)).toEqual([]);
  expect(countTests(record)).toBe(2);
  await writeFile(join(folder, 'code.ts'), 'changed');
  expect(await dueNames(record)).toEqual(['a']);
  await writeFile(join(folder, 'b.spec.ts'), 'changed');
  expect(await dueNames(record)).toEqual(['a', 'b']);
});

test('a suite that failed, was skipped or did not run is not recorded', async () => {
  expect(await recordPassed({}, suites, [run(0, 'passed'), run(0, 'failed'), run(1, 'skipped')])).toEqual({});
  const before = { b: { files: 'of then', tests: 3 } };
  expect(await recordPassed(before, suites, [run(0, 'failed')])).toEqual(before);
});

test('without a record every suite is due', async () => {
  const record = readRecord(join(folder, 'none.json'));
  expect(await dueNames(record)).toEqual(['a', 'b']);
  expect(countTests(record)).toBe(0);
});
