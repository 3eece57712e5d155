/** How figures are printed and written as JSON. */
import type { Figure } from './bench';

/** One figure as `--json` writes it. `reference` is in the unit of `figure`; null where the bound is absolute. */
export type FigureJson = {
  bench: string;
  name: string;
  figure: number;
  unit: Figure['unit'];
  reference: number | null;
  referenceIs: string | null;
  ratio: number | null;
  bound: string;
  holds: boolean;
};

export function toJson(bench: string, { name, figure, unit, reference, ratio, bound, holds }: Figure): FigureJson {
  return {
    bench,
    name,
    figure,
    unit,
    reference: reference?.value ?? null,
    referenceIs: reference?.what ?? null,
    ratio: ratio ?? null,
    bound,
    holds,
  };
}

const HEADINGS = ['figure', '', 'value', 'reference', 'ratio', 'bound'];

/** Writes the figures as lines of an aligned table with its heading; one row per figure, `ok` or `NO` before the value. */
export function tableOf(figures: readonly FigureJson[]): string[] {
  const rows = figures.map((one) => [
    one.name,
    one.holds ? 'ok' : 'NO',
    `${rounded(one.figure)} ${one.unit}`,
    one.reference === null ? '' : `${rounded(one.reference)} ${one.unit} (${one.referenceIs ?? ''})`,
    one.ratio === null ? '' : one.ratio.toFixed(2),
    one.bound,
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Three significant digits below 1,000, whole with separators above. */
function rounded(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return Number(value.toPrecision(3)).toString();
}
