/** What the fonts of the app draw, of what they are cut to and of other letters, and which letters they do not have. */

import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import { expect, test } from 'vitest';
import styles from '../../../src/app/styles/index.css?inline';
import '../../../src/app/styles/index.css';

/** Han, Arabic, Cyrillic, Greek, Hebrew, Thai; U+10FFFF is no letter, so no font has it. */
const LETTERS = ['漢', 'ع', 'Ж', 'Ω', 'א', 'ก'];
const NO_LETTER = '\u{10FFFF}';

/** What the browser draws of a text in a family, as the values of its pixels. */
function drawn(text: string, family: string, weight = 400): string {
  const canvas = new OffscreenCanvas(80, 80);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.font = `${weight} 40px ${family}`;
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

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const SIGNS = [...'·×–—‘’“”…‹›↑↓−'];
/** Widths of letters beside each other, and alternates that depend on them. */
const TOGETHER = ['AV', 'To', '0x1', '->', '=>', '3x4'];
/** Greatest difference of a pixel, of 255: fewer weights have other masters, whose points are whole numbers. */
const ROUNDED = 32;

function difference(one: string, other: string): number {
  const [a, b] = [one, other].map((pixels) => pixels.split(',').map(Number));
  return Math.max(...(a ?? []).map((value, at) => Math.abs(value - (b?.[at] ?? Number.NaN))));
}

test.each([
  ['Inter Variable', inter, [...ASCII, ...SIGNS, ...TOGETHER], [400, 500, 550, 600, 620, 650, 700, 900]],
  ['Inter Variable', interExt, ['ƒ'], [400, 600]],
  ['JetBrains Mono Variable', mono, [...ASCII, ...SIGNS], [400, 500, 550, 600, 700]],
])('%s, cut to what most pages show, draws that as the whole file does: %s', async (family, file, texts, weights) => {
  const whole = new FontFace(`whole ${file}`, `url(${file})`, { weight: '100 900' });
  document.fonts.add(await whole.load());
  const stack = `"${family}"`;
  await document.fonts.load(`40px ${stack}`, texts.join(''));
  const worst = weights.map((weight) =>
    Math.max(...texts.map((text) => difference(drawn(text, stack, weight), drawn(text, `"whole ${file}"`, weight)))),
  );
  expect(Math.max(...worst), `${worst}`).toBeLessThanOrEqual(ROUNDED);
  document.fonts.delete(whole);
});

test('a letter that few pages have brings the whole file, and no other one does', async () => {
  // A document and addresses of its own: a face whose file some test has loaded counts as loaded at once.
  const frame = document.body.appendChild(document.createElement('iframe'));
  const page = frame.contentDocument as Document;
  page.head.appendChild(page.createElement('style')).textContent = styles.replaceAll('.woff2', '.woff2?unread');
  const isWhole = ({ unicodeRange }: FontFace) => /U\+80|U\+100/i.test(unicodeRange);
  const draw = async (text: string) => {
    page.body.innerHTML = `${text} <code>${text}</code>`;
    page.body.getBoundingClientRect();
    await page.fonts.ready;
    return [...page.fonts].filter((face) => isWhole(face) && face.status !== 'unloaded').length;
  };
  expect([...page.fonts].filter(isWhole)).toHaveLength(3);
  expect(await draw([...ASCII, ...SIGNS, 'ƒ → ✓ ▾', '\u200b\u2066a\u2069\n\t'].join(''))).toBe(0);
  expect(await draw('é')).toBe(2);
  frame.remove();
});

test.each([
  ['Inter Variable', inter],
  ['JetBrains Mono Variable', mono],
])('%s draws such a letter as the whole file does', async (family, file) => {
  const whole = await new FontFace('whole', `url(${file})`).load();
  document.fonts.add(whole);
  await document.fonts.load(`40px "${family}"`, 'é');
  expect(drawn('é', `"${family}"`)).toBe(drawn('é', 'whole'));
  document.fonts.delete(whole);
});
