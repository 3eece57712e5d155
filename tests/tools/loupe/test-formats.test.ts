/** What `loupe test` writes for other programs has the form that they read: JSON, JUnit's XML, lcov's tracefile. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SuiteResult } from '../../../src/core/testing/result';
import { fixtureBuild } from '../../core/testing/fixture-project';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';

let root: string;
let json: string;
let xml: string;
let lcov: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'loupe-formats-'));
  mkdirSync(join(root, 'out/build-info'), { recursive: true });
  writeFileSync(join(root, 'out/build-info/one.json'), fixtureBuild());
  const [junit, trace] = [join(root, 'report.xml'), join(root, 'lcov.info')];
  json = (await loupe(['test', '--root', root, '--json', '--junit', junit, '--lcov', trace])).out;
  xml = readFileSync(junit, 'utf8');
  lcov = readFileSync(trace, 'utf8');
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

const suitesOf = () => (JSON.parse(json) as { suites: readonly SuiteResult[] }).suites;

test('JSON has the fields of its form and no others', () => {
  expectForm('test', JSON.parse(json));
  const tests = suitesOf().flatMap((suite) => suite.tests);
  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['passed', 'failed', 'skipped']));
  expect(tests.some(({ counterexample = [] }) => counterexample.length > 0)).toBe(true);
});

test('JUnit tells the inputs of every counterexample, and no reason where a test was skipped for none', () => {
  const told = [...xml.matchAll(/<failure [^>]*>([\s\S]*?)<\/failure>/g)].map(([, text = '']) => text);
  const failed = suitesOf()
    .flatMap((suite) => suite.tests)
    .filter(({ counterexample = [] }) => counterexample.length > 0);
  for (const { counterexample = [] } of failed) {
    const lines = counterexample.map(({ signature, args }) => `${signature.split('(')[0]}(${args.join(', ')})`);
    expect(told.some((text) => lines.every((line) => text.includes(line)))).toBe(true);
  }
  expect(xml).not.toContain('<skipped message=""/>');
});

test('JUnit names every test once, below its suite, with sums that are right', () => {
  const suites = suitesOf();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n/);
  const written = [...xml.matchAll(/<testsuite name="([^"]*)" ([^>]*)>([\s\S]*?)<\/testsuite>/g)].map(
    ([, name, head = '', body = '']) => ({
      name,
      sums: ['tests', 'failures', 'skipped'].map((sum) => Number(new RegExp(`${sum}="(\\d+)"`).exec(head)?.[1])),
      cases: body.match(/<testcase /g)?.length,
      told: [body.match(/<failure /g)?.length ?? 0, body.match(/<skipped /g)?.length ?? 0],
    }),
  );
  expect(written).toEqual(
    suites.map(({ suite, tests }) => {
      const of = (status: string) => tests.filter((one) => one.status === status).length;
      return {
        name: suite,
        sums: [tests.length, of('failed'), of('skipped')],
        cases: tests.length,
        told: [of('failed'), of('skipped')],
      };
    }),
  );
  // Nothing but elements, and text without characters that XML forbids.
  expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i);
});

test('the sums of lcov are those of its lines', () => {
  const records = lcov.split('end_of_record\n').filter(Boolean);
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) {
    expect(record).toMatch(/^TN:\nSF:.+\n/);
    const hits = (name: string, at: number) =>
      [...record.matchAll(new RegExp(`^${name}:(.*)$`, 'gm'))].map(([, fields = '']) => fields.split(',').at(at));
    const sum = (name: string) => Number(new RegExp(`^${name}:(\\d+)$`, 'm').exec(record)?.[1]);
    for (const [name, at, found, hit] of [
      ['DA', 1, 'LF', 'LH'],
      ['FNDA', 0, 'FNF', 'FNH'],
      ['BRDA', 3, 'BRF', 'BRH'],
    ] as const) {
      const runs = hits(name, at);
      expect([name, sum(found), sum(hit)]).toEqual([name, runs.length, runs.filter((one) => Number(one) > 0).length]);
    }
    const names = hits('FN', 1);
    expect(hits('FNDA', 1)).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  }
});
