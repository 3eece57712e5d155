/** What `loupe test` writes for other programs has the form that they read: JSON, JUnit's XML, lcov's tracefile. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureBuild } from '../../core/testing/fixture-project';
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

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const place = v.strictObject({ file: v.string(), line: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const hex = v.pipe(v.string(), v.regex(/^0x([\da-f]{2})*$/i));
const call = v.strictObject({
  ...{ calldata: hex, signature: v.string(), args: v.array(v.string()), sender: hex },
  target: v.optional(v.strictObject({ address: hex, name: v.optional(v.string()) })),
  value: v.optional(v.pipe(v.string(), v.digits())),
});
const written = v.strictObject({
  call: v.picklist(['deployment', 'setUp', 'test', 'call']),
  ...{ before: count, step: count, place: v.optional(place) },
});
const result = v.strictObject({
  signature: v.pipe(v.string(), v.regex(/^\w+\(.*\)$/)),
  kind: v.picklist(['unit', 'fuzz', 'invariant', 'table']),
  status: v.picklist(['passed', 'failed', 'skipped']),
  reason: v.optional(v.string()),
  place: v.optional(place),
  compared: v.optional(v.strictObject({ left: v.string(), operator: v.string(), right: v.string() })),
  reads: v.optional(
    v.array(
      v.strictObject({ contract: v.string(), name: v.string(), value: v.string(), written: v.optional(written) }),
    ),
  ),
  gas: count,
  counts: v.optional(
    v.strictObject({
      ...{ runs: count, calls: v.optional(count), reverts: v.optional(count) },
      ...{ meanGas: count, medianGas: count, rejected: count },
    }),
  ),
  counterexample: v.optional(v.array(call)),
  console: v.array(v.string()),
  labels: v.record(hex, v.string()),
  duration: v.pipe(v.number(), v.minValue(0)),
  unsupported: v.optional(v.string()),
});
const report = v.object({
  format: v.literal('loupe-tests'),
  version: v.literal(1),
  suites: v.array(
    v.strictObject({
      suite: v.pipe(v.string(), v.regex(/^src\/Fixture\.t\.sol:\w+$/)),
      tests: v.array(result),
      warnings: v.array(v.string()),
      duration: v.number(),
    }),
  ),
});

test('JSON has these fields and no others', () => {
  const { suites } = v.parse(report, JSON.parse(json));
  const tests = suites.flatMap((suite) => suite.tests);
  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['passed', 'failed', 'skipped']));
  expect(tests.some(({ counterexample = [] }) => counterexample.length > 0)).toBe(true);
});

test('JUnit names every test once, below its suite, with sums that are right', () => {
  const { suites } = v.parse(report, JSON.parse(json));
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
