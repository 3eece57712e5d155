/** Letters that the fonts of the app do not have. */
import { expect, test } from 'vitest';
import '../../../src/app/styles/index.css';

/** Han, Arabic, Cyrillic, Greek, Hebrew, Thai; U+10FFFF is no letter, so no font has it. */
const LETTERS = ['漢', 'ع', 'Ж', 'Ω', 'א', 'ก'];
const NO_LETTER = '\u{10FFFF}';

/** What the browser draws of a text in a family, as the values of its pixels. */
function drawn(text: string, family: string): string {
  const canvas = new OffscreenCanvas(80, 80);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.font = `40px ${family}`;
  context.fillText(text, 10, 60);
  return context.getImageData(0, 0, 80, 80).data.join();
}

test.each([
  ['--font-sans', 'system-ui, sans-serif'],
  ['--font-mono', 'ui-monospace, monospace'],
])('%s leaves letters that it lacks to the system: %s', async (property, generic) => {
  const stack = getComputedStyle(document.documentElement).getPropertyValue(property);
  await document.fonts.load(`40px ${stack}`, 'a');
  // What is drawn in latin letters is not the system's, so the comparison below says something.
  expect(drawn('a', stack)).not.toBe(drawn('a', generic));
  const known = LETTERS.filter((letter) => drawn(letter, generic) !== drawn(NO_LETTER, generic));
  expect(known).not.toEqual([]);
  for (const letter of known) expect(drawn(letter, stack), letter).toBe(drawn(letter, generic));
});

test('code is drawn sign by sign, whatever element it stands in: no ligature makes another sign of >= or 0x', () => {
  const places = ['<code>', '<pre>', '<kbd>', '<samp>', '<p class="mono">', '<p class="font-mono">'];
  for (const place of places) {
    const parent = document.body.appendChild(document.createElement('div'));
    parent.innerHTML = `${place}a >= b`;
    const { fontFamily, fontFeatureSettings } = getComputedStyle(parent.firstElementChild as Element);
    expect([place, fontFamily]).toEqual([place, expect.stringContaining('JetBrains Mono')]);
    // Contextual alternates are how the font draws them.
    expect([place, fontFeatureSettings]).toEqual([place, expect.stringContaining('"calt" 0')]);
    parent.remove();
  }
});
