import { formatUtc } from '../../../core/format/times';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Returns how to write the times of a chart: beside values, and shorter on its axis. `period` is how far apart they are, ms. */
export function chartTimes(period: number): { said: (time: number) => string; axis: (time: number) => string } {
  const part = (from: number, to: number) => (time: number) => formatUtc(time).slice(from, to);
  if (period >= DAY) return { said: part(0, 5), axis: part(0, 5) };
  if (period >= MINUTE) return { said: part(0, 16), axis: part(0, 16) };
  return { said: part(0, 19), axis: part(11, 19) };
}
