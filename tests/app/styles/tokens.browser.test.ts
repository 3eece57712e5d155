import { expect, test } from 'vitest';
import tokens from '../../../src/app/styles/tokens.css?raw';

/** Custom properties that the block after `start` sets. */
function namesIn(start: string): string[] {
  const from = tokens.indexOf(start);
  if (from < 0) throw new Error(`There is no ${start} in tokens.css.`);
  const block = tokens.slice(from, tokens.indexOf('\n}', from));
  return [...block.matchAll(/^ {2}--([a-z-]+):/gm)].map(([, name = '']) => name).sort();
}

test('both themes set the same colours', () => {
  expect(namesIn('[data-theme="dark"]')).toEqual(namesIn('[data-theme="light"]'));
});

test('every colour of the themes is a utility, and no other', () => {
  const utilities = namesIn('@theme inline')
    .map((name) => name.replace(/^color-/, ''))
    .filter((name) => name !== 'transparent' && name !== 'current');
  expect(utilities).toEqual(namesIn('[data-theme="light"]'));
});

test('plain CSS sees sizes, radii and shadows of the theme as custom properties', async () => {
  await import('../../../src/app/styles/index.css');
  const root = getComputedStyle(document.documentElement);
  for (const name of ['--text-s', '--radius-m', '--radius-l', '--shadow-layer', '--font-mono', '--ground']) {
    expect(root.getPropertyValue(name), name).not.toBe('');
  }
});

/** Colours that text has. */
const INKS = [
  ...['text', 'muted', 'accent', 'success', 'failure', 'pending', 'virtual'],
  ...['call', 'static', 'delegate', 'create', 'internal', 'read', 'write', 'event', 'revert'],
];
/** Surfaces that anything stands on. */
const SURFACES = ['ground', 'panel', 'raised'];
/** Surfaces of what is pointed at, selected or marked, on which nothing is faint. */
const MARKED = ['hover', 'accent-soft', 'success-soft', 'failure-soft', 'pending-soft', 'virtual-soft'];

const PAIRS: readonly (readonly [ink: string, ground: string])[] = [
  ...INKS.flatMap((ink) => [...SURFACES, ...MARKED].map((ground) => [ink, ground] as const)),
  ...SURFACES.map((ground) => ['faint', ground] as const),
  ['on-accent', 'accent'],
];

// The end-to-end tests look for colours too close to each other in the light theme alone, but for eight screens:
// the pairs that can be read there are those that can be read in the dark.
test.each(['light', 'dark'])('text can be read on every ground of the %s theme (WCAG 1.4.3)', (theme) => {
  const measured = PAIRS.map(([ink, ground]) => ({ ink, ground, ratio: contrast(theme, ink, ground) }));
  expect(measured.filter(({ ratio }) => !(ratio >= 4.5))).toEqual([]);
});

test.each(['light', 'dark'])('what is faint can be read on no marked ground of the %s theme', (theme) => {
  expect(MARKED.filter((ground) => contrast(theme, 'faint', ground) >= 4.5)).toEqual([]);
});

/** Relative luminances (L1 + 0.05) / (L2 + 0.05), the lighter first; NaN when a token is none. */
function contrast(theme: string, ink: string, ground: string): number {
  const [one, other] = [luminance(theme, ink), luminance(theme, ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Of sRGB as the browser paints the token (WCAG 2.2, "relative luminance"). */
function luminance(theme: string, token: string): number {
  const block = tokens.slice(tokens.indexOf(`[data-theme="${theme}"]`));
  const value = new RegExp(`^ {2}--${token}: ([^;]+);`, 'm').exec(block.slice(0, block.indexOf('\n}')))?.[1];
  const paint = new OffscreenCanvas(1, 1).getContext('2d');
  if (value === undefined || !paint) return Number.NaN;
  paint.fillStyle = value;
  paint.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
