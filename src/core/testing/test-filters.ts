/** Which tests `foundry.toml` leaves out: `match_test`, `no_match_path` and their like, as forge reads them. */

import type { Fields } from '../values/json-fields';
import type { Suite } from './suite';

const NAMES = [
  'match_test',
  'no_match_test',
  'match_contract',
  'no_match_contract',
  'match_path',
  'no_match_path',
] as const;

/** Regular expressions on signatures and on names of contracts, and globs of paths. */
export type TestFilters = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** Lays the filters of a section over others. */
export function withFilters(filters: TestFilters, section: Fields): TestFilters {
  const stated = NAMES.flatMap((name) => (typeof section[name] === 'string' ? [[name, section[name]] as const] : []));
  return { ...filters, ...Object.fromEntries(stated) };
}

/** Returns the suites with the tests that the filters let through. A filter that cannot be read lets all through, with a warning. */
export function filterSuites(suites: readonly Suite[], filters: TestFilters, warnings: string[]): Suite[] {
  const reads = (name: (typeof NAMES)[number], read: (pattern: string) => (text: string) => boolean) => {
    const pattern = filters[name];
    if (pattern === undefined) return () => true;
    try {
      const matches = read(pattern);
      return (text: string) => matches(text) !== name.startsWith('no_');
    } catch {
      warnings.push(`${name} in foundry.toml cannot be read, so that it leaves nothing out: ${pattern}`);
      return () => true;
    }
  };
  const [isTest, isNoTest, isContract, isNoContract] = NAMES.slice(0, 4).map((name) => reads(name, expression));
  const [isPath, isNoPath] = NAMES.slice(4).map((name) => reads(name, glob));
  return suites
    .filter(({ name, file }) => isContract(name) && isNoContract(name) && isPath(file) && isNoPath(file))
    .map((suite) => ({
      ...suite,
      tests: suite.tests.filter(({ signature }) => isTest(signature) && isNoTest(signature)),
    }))
    .filter(({ tests }) => tests.length > 0);
}

function expression(pattern: string): (text: string) => boolean {
  const read = new RegExp(pattern);
  return (text) => read.test(text);
}

/** Matches a whole path, with or without `./`, or the name of its file. A star goes past slashes. */
function glob(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\*\*\/?|\*/g, '.*')
    .replace(/\?/g, '.')
    .replace(/\[!/g, '[^')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.split(',').join('|')})`);
  const read = new RegExp(`^(\\./)?${source}$`);
  return (path) => read.test(path) || read.test(path.slice(path.lastIndexOf('/') + 1)) || read.test(`/${path}`);
}
