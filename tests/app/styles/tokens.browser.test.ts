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
