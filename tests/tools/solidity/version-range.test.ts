import { expect, test } from 'vitest';
import { includes } from '../../../tools/conformance/solidity/version-range';

test.each([
  ['^0.8.4', '0.8.37', true],
  ['^0.8.4', '0.8.3', false],
  ['^0.8.4', '0.9.0', false],
  ['>=0.6.3 <0.6.9', '0.6.3', true],
  ['>=0.6.3 <0.6.9', '0.6.12', false],
  ['<0.6.3 || >= 0.6.9', '0.6.12', true],
  ['<0.6.3 || >= 0.6.9', '0.6.3', false],
  ['<0.5.9', '0.5.17', false],
])('%s and %s: %s', (range, version, expected) => {
  expect(includes(range, version)).toBe(expected);
});
