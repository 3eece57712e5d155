/** Coverage in a terminal: a row for each file and one for all, as forge prints it. */
import {
  type CoverageReport,
  type CoverageShares,
  type Share,
  sharesOf,
  sumOfShares,
} from '../../../src/core/testing/covered/report';
import { harmlessText } from '../../../src/core/text/harmless';

const HEAD = ['File', '% Lines', '% Statements', '% Branches', '% Funcs'];
const MAX_PATH = 500;

/** Returns how much of each file ran, as JSON has it. */
export function coverageFacts({ files }: CoverageReport): readonly ({ file: string } & CoverageShares)[] {
  return files.map((file) => ({ file: file.path, ...sharesOf(file) }));
}

/** Returns the table; each line ends with a line break. */
export function coverageTable(report: CoverageReport): string {
  const facts = coverageFacts(report);
  const rows = facts.map(({ file, ...shares }) => [harmlessText(file, MAX_PATH), ...cellsOf(shares)]);
  const last = ['Total', ...cellsOf(sumOfShares(facts))];
  const all = [HEAD, ...rows, last];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n`;
  return line(HEAD) + rule + [...rows, last].map(line).join('');
}

function cellsOf({ lines, statements, branches, functions }: CoverageShares): string[] {
  return [lines, statements, branches, functions].map((share) => `${percentOf(share)} (${share.hit}/${share.of})`);
}

/** Returns a share in per cent. */
export function percentOf({ hit, of }: Share): string {
  return `${(of === 0 ? 100 : (hit / of) * 100).toFixed(2)}%`;
}
