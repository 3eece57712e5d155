import { expect, test } from 'vitest';
import { chartTimes } from '../../../src/app/views/home/chart-times';

const TIME = Date.UTC(2026, 10, 25, 15, 59, 50);

test.each([
  { period: 10_000, said: '25/11/2026 15:59:50', axis: '15:59:50' },
  { period: 60_000, said: '25/11/2026 15:59', axis: '25/11/2026 15:59' },
  { period: 6 * 3_600_000, said: '25/11/2026 15:59', axis: '25/11/2026 15:59' },
  { period: 86_400_000, said: '25/11', axis: '25/11' },
])('points $period ms apart are told apart by what is said of them', ({ period, said, axis }) => {
  const times = chartTimes(period);
  expect([times.said(TIME), times.axis(TIME)]).toEqual([said, axis]);
  expect(times.axis(TIME + period)).not.toBe(axis);
});
