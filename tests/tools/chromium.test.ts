import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from '../../tools/chromium';

afterEach(() => vi.unstubAllEnvs());

test('the variable CHROMIUM goes before every other place', () => {
  vi.stubEnv('CHROMIUM', import.meta.filename);
  expect(findChromium()).toBe(import.meta.filename);
});

test('a CHROMIUM that does not exist is a mistake to be told, not to be worked around', () => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium');
  expect(() => findChromium()).toThrow('The variable CHROMIUM names /nowhere/chromium, which does not exist.');
});
