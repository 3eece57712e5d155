import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf, runSuite } from '../../tools/conformance/run';
import type { CaseResult, Suite } from '../../tools/conformance/suite';

const data = mkdtempSync(join(tmpdir(), 'loupe-conformance-'));
mkdirSync(join(data, 'colours'));

function suiteOf(results: CaseResult[], thrown?: Error): Suite {
  return {
    name: 'colours',
    async *run() {
      yield* results;
      if (thrown) throw thrown;
    },
  };
}

describe('a conformance suite', () => {
  test('is counted case by case, skip reasons with their number', async () => {
    const report = await runSuite(
      suiteOf([
        { name: 'red', outcome: 'passed' },
        { name: 'blue', outcome: 'failed', reason: 'expected blue, got green' },
        { name: 'infrared', outcome: 'skipped', reason: 'not a colour' },
        { name: 'ultraviolet', outcome: 'skipped', reason: 'not a colour' },
      ]),
      data,
    );
    expect(linesOf(report, data, false)).toEqual([
      'colours: 1 passed, 1 failed, 2 skipped',
      '  skipped 2: not a colour',
    ]);
    expect(linesOf(report, data, true)).toContain('  failed blue: expected blue, got green');
  });

  test('that throws keeps what it found and counts one failure with the message', async () => {
    const report = await runSuite(suiteOf([{ name: 'red', outcome: 'passed' }], new Error('paint is out')), data);
    expect(report).toMatchObject({ passed: 1, failed: 1 });
    expect(report.failures[0]?.reason).toContain('paint is out');
  });

  test('fails when it finds no case, and for a case skipped without a reason', async () => {
    expect((await runSuite(suiteOf([]), data)).failed).toBe(1);
    expect(await runSuite(suiteOf([{ name: 'red', outcome: 'skipped', reason: ' ' }]), data)).toMatchObject({
      failed: 1,
      skipped: 0,
    });
  });

  test('whose folder is missing says so', async () => {
    const report = await runSuite({ ...suiteOf([]), name: 'sounds' }, data);
    expect(linesOf(report, data, false)).toEqual([`sounds: not run, ${join(data, 'sounds')} is missing`]);
  });
});
