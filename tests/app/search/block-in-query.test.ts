import { expect, test } from 'vitest';
import { blockInQuery, problemOfHex } from '../../../src/app/views/search/block-in-query';

test('a number up to the head is a block, in hex too', () => {
  expect(blockInQuery('136', 136, 136)).toEqual({ is: 'block', isSure: true });
  expect(blockInQuery('0x88', 136, 136)).toEqual({ is: 'block', isSure: true });
});

test('a number above the head is none', () => {
  expect(blockInQuery('1,000', 1000, 136)).toEqual({
    is: 'none',
    problem: 'Block 1,000 is above the head, block 136.',
  });
});

test('the beginning of a hash is no block', () => {
  expect(blockInQuery('0xabcd', 43_981, 136)).toEqual({
    is: 'none',
    problem:
      '0x and 4 hex digits: a hash has 64, an address 40. As a block number, 43,981 is above the head, block 136.',
  });
  expect(problemOfHex(`0x${'ab'.repeat(20)}c`)).toBe('0x and 41 hex digits: a hash has 64, an address 40.');
  expect(problemOfHex('WETH')).toBeUndefined();
});

test('whether there is a block is not known without a head', () => {
  expect(blockInQuery('136', 136, undefined)).toEqual({ is: 'block', isSure: false });
});
