import { expect, test } from 'vitest';
import { tableOf, toJson } from '../../tools/bench/table';

const figures = [
  toJson('page', {
    name: 'first rows',
    figure: 3001.4,
    unit: 'ms',
    reference: { what: 'bare request', value: 2500 },
    ratio: 1.20056,
    bound: '≤ 1.3 × reference',
    holds: true,
  }),
  toJson('page', { name: 'requests', figure: 2, unit: 'count', bound: '= 0', holds: false }),
];

test('a figure without reference has null in the JSON, never a made-up one', () => {
  expect(figures[1]).toEqual({
    bench: 'page',
    name: 'requests',
    figure: 2,
    unit: 'count',
    reference: null,
    referenceIs: null,
    ratio: null,
    bound: '= 0',
    holds: false,
  });
});

test('the table aligns its columns and marks a bound that does not hold', () => {
  expect(tableOf(figures)).toEqual([
    'figure          value     reference                ratio  bound',
    'first rows  ok  3,001 ms  2,500 ms (bare request)  1.20   ≤ 1.3 × reference',
    'requests    NO  2 count                                   = 0',
  ]);
});
