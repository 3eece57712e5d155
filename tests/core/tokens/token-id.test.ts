import { expect, test } from 'vitest';
import { parseTokenId } from '../../../src/core/tokens/token-id';

test('ids of items are whole numbers of 256 bits', () => {
  expect(parseTokenId('007')).toBe(7n);
  expect(parseTokenId('0xff')).toBe(255n);
  expect(parseTokenId((2n ** 256n - 1n).toString())).toBe(2n ** 256n - 1n);
  for (const bad of ['', '-1', '1.5', '1e3', 'abc', (2n ** 256n).toString(), '0x', ' 1']) {
    expect(parseTokenId(bad), bad).toBeUndefined();
  }
});
