import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmlessText } from '../../../src/core/text/harmless';

const PICTOGRAPH = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}]';
const EMOJI_SEQUENCE = new RegExp(`${PICTOGRAPH}[\\uFE0E\\uFE0F]?(?:\\u200D${PICTOGRAPH}[\\uFE0E\\uFE0F]?)+`, 'gu');

describe('harmlessText', () => {
  test('leaves ordinary text of any script as it is', () => {
    for (const text of [
      'USD Coin',
      '<script>alert(1)</script>',
      'Ünïcödé',
      'שלום',
      'дракон',
      '龍幣',
      'e\u0301',
      '👩‍🚀❤️🇫🇷 1️⃣',
      '👩🏽‍🚀🏳️‍🌈👨‍👩‍👧',
    ]) {
      expect(harmlessText(text, 100)).toBe(text);
    }
  });

  test('makes bidi controls and zero-width characters visible', () => {
    expect(harmlessText('abc\u202Etxt.exe', 100)).toBe('abc\uFFFDtxt.exe');
    expect(harmlessText('US\u200BDC', 100)).toBe('US\uFFFDDC');
    expect(harmlessText('\uFEFFUSDC\u2066\u2067\u2069', 100)).toBe('\uFFFDUSDC\uFFFD');
    expect(harmlessText('a\u200Db', 100)).toBe('a\uFFFDb');
    expect(harmlessText('a\u{E0041}b', 100)).toBe('a\uFFFDb');
    expect(harmlessText('a\u3164b\u115F', 100)).toBe('a\uFFFDb\uFFFD');
  });

  test('keeps a joiner between pictographs only', () => {
    expect(harmlessText('USD\uFE0F\u200DC', 100)).toBe('USD\uFFFDC');
    expect(harmlessText('1\uFE0F\u200DINCH', 100)).toBe('1\uFE0F\uFFFDINCH');
    expect(harmlessText('1\uFE0F\u200D🚀', 100)).toBe('1\uFE0F\uFFFD🚀');
    expect(harmlessText('🚀\u200DUSDC', 100)).toBe('🚀\uFFFDUSDC');
    expect(harmlessText('🚀\u200D', 100)).toBe('🚀\uFFFD');
    expect(harmlessText('🚀\uFE0F\u200D\u200D🚀', 100)).toBe('🚀\uFE0F\uFFFD🚀');
    expect(harmlessText('👩‍🚀👩‍🚀', 9)).toBe('👩‍🚀👩…');
  });

  test('shows control characters as pictures and keeps one line', () => {
    expect(harmlessText('a\0b\x1b[31m\x7f\x9f', 100)).toBe('a\u2400b\u241B[31m\u2421\uFFFD');
    expect(harmlessText('first\r\n\tsecond\u2028third', 100)).toBe('first second third');
  });

  test('stops floods of combining marks', () => {
    expect(harmlessText(`Z${'\u0300'.repeat(500)}o`, 100)).toBe(`Z${'\u0300'.repeat(4)}o`);
    expect(harmlessText(`Z${'\u0300'.repeat(1_000_000)}`, 100).length).toBeLessThan(10);
  });

  test('cuts at the limit with an ellipsis and never inside a surrogate pair', () => {
    expect(harmlessText('abcdef', 6)).toBe('abcdef');
    expect(harmlessText('abcdefg', 6)).toBe('abcde…');
    expect(harmlessText('🚀🚀🚀🚀', 6)).toBe('🚀🚀…');
    expect(harmlessText('x'.repeat(1_000_000), 30)).toBe(`${'x'.repeat(29)}…`);
    expect(harmlessText('abc', 0)).toBe('');
    expect(harmlessText('a\uD83Db', 10)).toBe('a\uFFFDb');
  });

  test('never answers more than the limit, nor what it says it removes', () => {
    const emoji = fc.constantFrom('\u200D', '\uFE0E', '\uFE0F', '👩', '🏽', '🇫', '❤', '1', 'a');
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
      emoji,
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), fc.integer({ min: 0, max: 60 }), (text, limit) => {
        const shown = harmlessText(text, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\p{Cc}\p{Cs}]/u);
        expect(shown.replace(EMOJI_SEQUENCE, '')).not.toContain('\u200D');
      }),
    );
  });
});
