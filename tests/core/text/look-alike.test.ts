import { expect, test } from 'vitest';
import { mixesAlphabets } from '../../../src/core/text/look-alike';

test.each([
  ['U\u0405D\u0422', true], // Cyrillic DZE and TE
  ['\u0395TH', true], // Greek EPSILON
  ['Wrapped \u0412TC', true], // Cyrillic VE
  ['USDT', false],
  ['Рубль', false],
  ['Tether Доллар', false], // a word of each
  ['µETH', false], // the sign of a millionth is no letter of Greek
  ['ﬁ café', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(mixesAlphabets(text)).toBe(expected);
});
