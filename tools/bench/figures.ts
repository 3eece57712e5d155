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

/** A figure with its reference, before its bound. */
export type Compared = Omit<Figure, 'bound' | 'holds'> & { ratio: number };

/** Returns a figure with the reference of the same run, which `what` describes; the bound is the caller's. */
export function beside(name: string, figure: number, unit: Figure['unit'], what: string, value: number): Compared {
  return { name, figure, unit, reference: { what, value }, ratio: figure / value };
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
  const compared = beside(name, figure, unit, what, value);
  return { ...compared, bound: `≤ ${factor} × reference`, holds: compared.ratio <= factor };
}

/** Returns the middle of the values, the upper one of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
