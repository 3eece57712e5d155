/** Coverage as plain data: it crosses workers. */
import type { TestName } from '../test-hash';
import type { CoverageItem } from './coverage-item';

export type CoveredFile = {
  /** Path of the file, as the compiler knew it. */
  path: string;
  text: string;
  items: readonly CoverageItem[];
  /** How often each of `items` ran. */
  hits: readonly number[];
  /** Gas that the instructions of each line used in all tests together, without what they called; by line from 1. */
  gas: readonly number[];
  /** Which of `items` each test ran, or the setting up of its suite; only tests that ran one. */
  tests: readonly (TestName & { items: readonly number[] })[];
};

export type CoverageReport = { files: readonly CoveredFile[] };

/** How many items ran, and how many there are. */
export type Share = { hit: number; of: number };

export type CoverageShares = { lines: Share; statements: Share; branches: Share; functions: Share };

/** Returns how often each line ran that something begins on, by its number: as often as what comes first on it, a branch only where nothing else does. */
export function lineHits({ items, hits }: Pick<CoveredFile, 'items' | 'hits'>): Map<number, number> {
  const lines = new Map<number, number>();
  const add = (isBranch: boolean) => {
    for (const [at, { kind, line }] of items.entries())
      if ((kind === 'branch') === isBranch && !lines.has(line)) lines.set(line, hits[at]);
  };
  add(false);
  add(true);
  return lines;
}

/** Returns how much of a file ran. */
export function sharesOf(file: Pick<CoveredFile, 'items' | 'hits'>): CoverageShares {
  const share = (hits: readonly number[]): Share => ({
    hit: hits.filter((count) => count > 0).length,
    of: hits.length,
  });
  const of = (kind: CoverageItem['kind']) => share(file.hits.filter((_, at) => file.items[at].kind === kind));
  return {
    lines: share([...lineHits(file).values()]),
    statements: of('statement'),
    branches: of('branch'),
    functions: of('function'),
  };
}

/** Adds shares up. */
export function sumOfShares(all: readonly CoverageShares[]): CoverageShares {
  const sum = (of: (shares: CoverageShares) => Share): Share =>
    all.map(of).reduce((a, b) => ({ hit: a.hit + b.hit, of: a.of + b.of }), { hit: 0, of: 0 });
  return {
    lines: sum(({ lines }) => lines),
    statements: sum(({ statements }) => statements),
    branches: sum(({ branches }) => branches),
    functions: sum(({ functions }) => functions),
  };
}
