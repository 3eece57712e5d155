import { expect, test } from 'vitest';
import {
  countResults,
  gasChange,
  reasonOf,
  signatureOfRow,
  testKey,
  testRows,
} from '../../../src/app/views/testing/test-counts';
import type { Suite } from '../../../src/core/testing/suite';
import type { KeptTestResult } from '../../../src/db/rows/test-project-row';

const suite: Suite = {
  id: 'test/Vault.t.sol:VaultTest',
  name: 'VaultTest',
  file: 'test/Vault.t.sol',
  tests: ['testA()', 'testB()', 'testC()'].map((signature) => ({
    signature,
    name: signature.slice(0, -2),
    kind: 'unit',
    inputs: [],
    mustFail: false,
    line: undefined,
  })),
};
const result = (signature: string, more: Partial<KeptTestResult> = {}): KeptTestResult => ({
  suite: suite.id,
  signature,
  kind: 'unit',
  status: 'passed',
  gas: 100,
  console: [],
  duration: 1,
  ...more,
});
const byKey = (...results: KeptTestResult[]) =>
  new Map(results.map((each) => [testKey(each.suite, each.signature), each]));

test('failed tests come first, then the rest as they are declared, those that did not run too', () => {
  const rows = testRows([suite], byKey(result('testA()'), result('testC()', { status: 'failed' })));
  expect(rows.map(signatureOfRow)).toEqual(['testC()', 'testA()', 'testB()']);
});

test('a suite that could not be set up has a row of its own', () => {
  const [first] = testRows([suite], byKey(result('setUp()', { status: 'failed', reason: 'no' })));
  expect(first).toMatchObject({ test: undefined, result: { reason: 'no' } });
});

test('counts by status', () => {
  const results = [result('a()'), result('b()', { status: 'failed' }), result('c()', { status: 'skipped' })];
  expect(countResults(results)).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('gas is compared with the run before', () => {
  expect(gasChange(result('a()'))).toBe('');
  expect(gasChange(result('a()', { gasBefore: 100 }))).toBe('');
  expect(gasChange(result('a()', { gas: 1_500, gasBefore: 100 }))).toBe('+1,400');
  expect(gasChange(result('a()', { gas: 93, gasBefore: 100 }))).toBe('−7');
});

test('a failure is told in one line: reason, values and inputs, and its place', () => {
  const compared = { left: '9', operator: '!=', right: '10' };
  const told = (more: Parameters<typeof result>[1]) => reasonOf(result('a()', more));
  expect(told({ reason: 'assertion failed: 9 != 10', compared }).said).toBe('assertion failed: 9 != 10');
  expect(told({ reason: 'all of it', compared })).toEqual({ said: 'all of it: 9 != 10', where: '' });
  const call = { calldata: '0x', signature: 'testA(uint256)', args: ['7'], sender: `0x${'1'.repeat(40)}` } as never;
  const place = { file: 'test/V.t.sol', line: 3 };
  expect(told({ reason: 'too much', counterexample: [call], place })).toEqual({
    said: 'too much · with 7',
    where: 'V.t.sol:3',
  });
  const step = { ...(call as object), target: { address: `0x${'2'.repeat(40)}` } } as never;
  expect(told({ reason: 'too much', counterexample: [step, step] }).said).toBe('too much · after 2 calls');
});
