import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf, runSuite } from '../../tools/conformance/run';
import type { CaseResult, Suite } from '../../tools/conformance/suite';
import { suite as stateTests } from '../../tools/conformance/suites/ethereum-state-tests';

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

  test('names what is refused, and fails where that is more than one case in 5,000', async () => {
    const refused = (name: string): CaseResult => ({ name, outcome: 'refused', reason: 'It takes more than 512 MB.' });
    const one = await runSuite(suiteOf([{ name: 'red', outcome: 'passed' }, refused('white')]), data);
    expect(linesOf(one, data, false)).toEqual([
      'colours: 1 passed, 0 failed, 0 skipped, 1 refused',
      '  refused white: It takes more than 512 MB.',
    ]);
    expect(await runSuite(suiteOf([refused('white'), refused('black')]), data)).toMatchObject({ failed: 1 });
  });

  test('of state tests goes on behind a case that takes more memory than there is', async () => {
    const word = (digits: string) => `0x${digits}`;
    const account = (code: string) => ({ balance: '0xffffffffffffffff', code, nonce: '0x00', storage: {} });
    const of = (gasLimit: string) => ({
      env: { currentNumber: '0x01', currentTimestamp: '0x01', currentGasLimit: gasLimit, currentBaseFee: '0x00' },
      // MSTORE at 900,000,000.
      pre: { [word('aa'.repeat(20))]: account('0x'), [word('bb'.repeat(20))]: account('0x5f6335a4e90052') },
      transaction: {
        ...{ data: ['0x'], gasLimit: [gasLimit], value: ['0x00'], nonce: '0x00', gasPrice: '0x00' },
        ...{ sender: word('aa'.repeat(20)), to: word('bb'.repeat(20)) },
      },
      // Neither hash is anything's, so that whatever runs to its end fails.
      post: { Shanghai: [{ hash: '0x', logs: '0x', indexes: { data: 0, gas: 0, value: 0 } }] },
    });
    mkdirSync(join(data, 'ethereum-state-tests'));
    const tests = { tooMuch: of('0x9184e72a000'), outOfGas: of('0xf4240') };
    writeFileSync(join(data, 'ethereum-state-tests', 'memory.json'), JSON.stringify(tests));
    const report = await runSuite(stateTests, data);
    expect(report.refused).toEqual([
      { name: 'memory.json tooMuch Shanghai 0', reason: 'Executing it takes more than 512 MB of memory.' },
    ]);
    expect(report.failures.map(({ name }) => name)).toEqual(['memory.json outOfGas Shanghai 0']);
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
