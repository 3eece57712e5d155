import { expect, test } from 'vitest';
import { markedSymbol, symbolDoubt } from '../../../src/core/text/look-alike';

// Code points by the names that Unicode gives them; what they look like is in confusables.txt of UTS 39.
const [DZE, ES, GREEK_TAU, ARMENIAN_SEH] = ['\u0405', '\u0421', '\u03a4', '\u054d'];

test.each([
  [`U${DZE}D${ES}`, 'USDC'],
  [`USD${GREEK_TAU}`, 'USDT'],
  [`${ARMENIAN_SEH}NI`, 'UNI'],
  ['\uff35\uff33\uff24\uff23', 'USDC'], // full width
  ['\u{1d414}\u{1d412}\u{1d403}\u{1d402}', 'USDC'], // mathematical bold
  ['\u0421\u041e\u041c\u0420', 'COMP'], // Cyrillic alone
  ['\u1d1c\ua731\u1d05\u1d04', 'USDC'], // Latin small capitals
  ['\ua4f4\ua4e2\ua4d3\ua4da', 'USDC'], // Lisu
])('%s looks like %s in other letters', (symbol, plain) => {
  expect(symbolDoubt(symbol)).toBe(
    `Its symbol looks like “${plain}” and is written with other letters: it is another token.`,
  );
  expect(markedSymbol(symbol)).toBe(`⚠${symbol}`);
});

test.each([
  ['DAl', 'DAI'],
  ['UN1', 'UNI'],
  ['P0L', 'POL'],
  ['LlNK', 'LINK'],
  ['U5DC', 'USDC'],
  ['U$DT', 'USDT'],
  ['W8TC', 'WBTC'],
  ['USD\u010c', 'USDC'], // C with caron
  ['US\u200bDC', 'USDC'], // zero width space
  ['USDC ', 'USDC'],
])('%s looks like %s', (symbol, imitated) => {
  expect(symbolDoubt(symbol)).toBe(`Its symbol looks like “${imitated}” and is another.`);
});

test('letters of two alphabets are told even where they look like nothing known', () => {
  expect(symbolDoubt('USD\u0416')).toBe('Its symbol mixes letters of several alphabets.');
});

test.each(['USDC', 'USDC.e', 'USD₮0', 'DAI', 'é', '柴犬', 'РУБЛЬ', '🐸', 'ETH2', 'il', 'A1', '', ' ', 'USD™', 'Ξ'])(
  '%s is what it looks like',
  (symbol) => {
    expect(symbolDoubt(symbol)).toBeUndefined();
    expect(markedSymbol(symbol)).toBe(symbol);
  },
);

test.each([
  ['Wrapped \u0412TC', true], // Cyrillic VE
  ['Tether Доллар', false], // a word of each
  ['µETH', false], // the sign of a millionth is no letter of Greek
  ['ﬁ café', false],
])('the name %s: %s', (name, isDoubtful) => {
  expect(symbolDoubt(name, 'name') !== undefined).toBe(isDoubtful);
});
