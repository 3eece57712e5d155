/** Version ranges of `pragma solidity` (Solidity docs, Version Pragma): those of npm, without tags. */

type Version = readonly [number, number, number];
type Comparator = { operator: '>' | '>=' | '<' | '<='; version: Version };

/** `v`, and what a range may leave open: `0.8`, `0.8.x`, `*`. */
const COMPARATOR = /(\^|~|>=|<=|>|<|=)?\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?/g;
const MAX_RANGE = 500;

/** Returns whether a compiler of `version` (`0.8.30`, a suffix is ignored) takes a file with this pragma. */
export function fitsPragma(version: string, pragma: string): boolean {
  const wanted = parseVersion(version);
  if (wanted === undefined) return false;
  return pragma
    .slice(0, MAX_RANGE)
    .split('||')
    .some((range) => comparatorsOf(range).every((comparator) => isWithin(wanted, comparator)));
}

/** Compares versions as numbers; negative when `a` is older. What is no version goes first. */
export function compareVersions(a: string, b: string): number {
  const first = parseVersion(a);
  const second = parseVersion(b);
  if (first === undefined || second === undefined)
    return (first === undefined ? 0 : 1) - (second === undefined ? 0 : 1);
  return compare(first, second);
}

function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}

function comparatorsOf(range: string): readonly Comparator[] {
  const text = range.replace(/(\S+)\s+-\s+(\S+)/g, '>=$1 <=$2');
  return [...text.matchAll(COMPARATOR)].flatMap(([, operator = '=', ...parts]) => {
    const numbers = parts.map((part) => (part === undefined || /[xX*]/.test(part) ? undefined : Number(part)));
    return bounds(operator, numbers);
  });
}

/** What an operator and a version with open places say as comparators. */
function bounds(operator: string, [major, minor, patch]: readonly (number | undefined)[]): readonly Comparator[] {
  if (major === undefined) return [];
  const version: Version = [major, minor ?? 0, patch ?? 0];
  const from = (above: Version): readonly Comparator[] => [
    { operator: '>=', version },
    { operator: '<', version: above },
  ];
  switch (operator) {
    case '^':
      if (major > 0) return from([major + 1, 0, 0]);
      if (minor === undefined) return from([1, 0, 0]);
      return minor > 0 || patch === undefined ? from([0, minor + 1, 0]) : from([0, 0, patch + 1]);
    case '~':
      return minor === undefined ? from([major + 1, 0, 0]) : from([major, minor + 1, 0]);
    case '=':
      if (minor === undefined) return from([major + 1, 0, 0]);
      return from(patch === undefined ? [major, minor + 1, 0] : [major, minor, patch + 1]);
    case '>':
    case '>=':
    case '<':
    case '<=':
      return [{ operator, version }];
    default:
      return [];
  }
}

function isWithin(version: Version, { operator, version: bound }: Comparator): boolean {
  const order = compare(version, bound);
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Releases of solc that can be asked for without a list of compilers, newest first. */
export const KNOWN_RELEASES: readonly string[] = [
  [8, 0, 30],
  [7, 0, 6],
  [6, 0, 12],
  [5, 0, 17],
  [4, 11, 26],
].flatMap(([minor, first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => `0.${minor}.${last - index}`),
);
