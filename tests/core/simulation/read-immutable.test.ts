import { expect, test } from 'vitest';
import { readImmutable } from '../../../src/core/simulation/read-immutable';

const word = (digits: string) => ({ ok: true, value: `0x${digits.padStart(64, '0')}` });

test('an immutable is the word that the stack holds of it', () => {
  expect(readImmutable('bytes4', '0x12345678')).toEqual(word(`12345678${'0'.repeat(56)}`));
  expect(readImmutable('bytes32', `0x${'ab'.repeat(32)}`)).toEqual(word('ab'.repeat(32)));
  expect(readImmutable('bool', 'true')).toEqual(word('1'));
  expect(readImmutable('bool', '0')).toEqual(word('0'));
  expect(readImmutable('int256', '-1')).toEqual(word('f'.repeat(64)));
  expect(readImmutable('int8', '-128')).toEqual(word(`${'f'.repeat(62)}80`));
  expect(readImmutable('uint256', '12')).toEqual(word('c'));
  expect(readImmutable('contract IERC20', `0x${'a1'.repeat(20)}`)).toEqual(word('a1'.repeat(20)));
});

test.each([
  ['bytes4', '0x1234'],
  ['bytes4', '5'],
  ['int8', '-129'],
  ['uint256', '-1'],
  ['uint256', ''],
])('%s is not %s', (type, text) => {
  expect(readImmutable(type, text).ok).toBe(false);
});
