/** Figures with their bounds in words, and what several measurements come to. */
import type { Figure } from './bench';

/** Returns a figure that is to be at most `limit`, in its own unit. */
export function atMost(name: string, figure: number, unit: Figure['unit'], limit: number): Figure {
  return { name, figure, unit, bound: `≤ ${limit} ${unit}`, holds: figure <= limit };
}

/** Returns a figure without a bound. */
export function stated(name: string, figure: number, unit: Figure['unit']): Figure {
  return { name, figure, unit, bound: 'none, stated only', holds: true };
}

/** Returns a figure that is to be at most `factor` × the reference of the same run, which `what` describes. */
export function besideAtMost(
  name: string,
  figure: number,
  unit: Figure['unit'],
  what: string,
  value: number,
  factor: number,
): Figure {
  const ratio = figure / value;
  return {
    ...{ name, figure, unit, reference: { what, value }, ratio },
    bound: `≤ ${factor} × reference`,
    holds: ratio <= factor,
  };
}

/** Returns the middle of the values, the upper one of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
