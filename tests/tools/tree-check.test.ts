import { expect, test } from 'vitest';
import { expectedRows } from '../../tools/bench/tree-check';

test('every call by its path, and a failure is caught when its caller did not fail', () => {
  const rows = expectedRows({
    gasUsed: '0x64',
    calls: [{ gasUsed: '0xa', error: 'execution reverted', calls: [{ gasUsed: '0x5', error: 'out of gas' }] }],
  });
  expect([...rows]).toEqual([
    ['0', { gasUsed: 100, failed: false, caught: false }],
    ['0.0', { gasUsed: 10, failed: true, caught: true }],
    ['0.0.0', { gasUsed: 5, failed: true, caught: false }],
  ]);
});
