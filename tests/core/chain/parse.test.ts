import { expect, test } from 'vitest';
import { classifyQuery, parseBlockNumber, parseHash } from '../../../src/core/chain/parse';

const HASH = `0x${'aB'.repeat(32)}`;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('a hash is 0x and 64 digits, lower case inside', () => {
  expect(parseHash(` ${HASH} `)).toBe(HASH.toLowerCase());
  for (const wrong of ['', HASH.slice(2), `${HASH}0`, HASH.slice(0, -1), `${HASH.slice(0, -1)}g`]) {
    expect(parseHash(wrong)).toBeUndefined();
  }
});

test.each([
  [HASH, { kind: 'hash', hash: HASH.toLowerCase() }],
  [` ${ADDRESS}`, { kind: 'address', text: ADDRESS }],
  ['0', { kind: 'block', number: 0 }],
  ['21,500,000', { kind: 'block', number: 21_500_000 }],
  ['0x10', { kind: 'block', number: 16 }],
  ['99999999999999999999', { kind: 'text', text: '99999999999999999999' }],
  ['usdc', { kind: 'text', text: 'usdc' }],
  ['-12', { kind: 'text', text: '-12' }],
  ['us', { kind: 'tooShort' }],
  ['  ', { kind: 'tooShort' }],
])('the query %j', (text, query) => {
  expect(classifyQuery(text)).toEqual(query);
});

test('block numbers stay within what a number holds', () => {
  expect(parseBlockNumber('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  for (const wrong of ['9007199254740993', '1.5', '1,', ',1', '1e3', '0x', ''])
    expect(parseBlockNumber(wrong)).toBeUndefined();
});
