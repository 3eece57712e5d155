import { expect, test } from 'vitest';
import { formatDuration, formatRelative, formatUtc } from '../../../src/core/format/times';

const NOW = Date.UTC(2026, 10, 21, 11, 42, 5);

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [47 * 3_600_000, '1 day ago'],
  [40 * 86_400_000, '1 month ago'],
  [800 * 86_400_000, '2 years ago'],
  [-30_000, 'just now'],
  [-120_000, 'in 2 minutes'],
])('says what lies %d ms back as %s', (distance, text) => {
  expect(formatRelative(NOW - distance, NOW)).toBe(text);
});

test('writes dates as DD/MM/YYYY HH:mm:ss in UTC', () => {
  expect(formatUtc(NOW)).toBe('21/11/2026 11:42:05 UTC');
  expect(formatUtc(Date.UTC(2009, 0, 3, 4, 5, 6))).toBe('03/01/2009 04:05:06 UTC');
  expect(formatUtc(Number.NaN)).toBe('–');
  expect(formatUtc(9e15)).toBe('–');
});

test('shows durations in two units', () => {
  expect([850, 12_540, 200_000, 7_500_000, 90_000_000, 60_000].map(formatDuration)).toEqual([
    '850 ms',
    '12.5 s',
    '3 min 20 s',
    '2 h 5 min',
    '1 d 1 h',
    '1 min',
  ]);
});
