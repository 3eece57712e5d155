/** What a file of build output is of, in a few words. */
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { ArtifactRow } from '../../../db/rows/artifact-row';

type Imported = Pick<ArtifactRow, 'name' | 'fileName' | 'runtimeBytecode' | 'compilerVersion' | 'abi'>;

/** Contracts that are told by name. */
const NAMED = 3;
/** Matches folders in which projects keep the code of others. */
const DEPENDENCY = /^(@|lib\/|node_modules\/|.*\/node_modules\/)/;

/** Returns `Lab, Coin, Art and 12 more`: the project's own contracts that have code first, in the order of the file. */
export function importedNames(rows: readonly Imported[]): string {
  const rank = ({ fileName, runtimeBytecode }: Imported) =>
    (DEPENDENCY.test(fileName) ? 2 : 0) + (runtimeBytecode === '' ? 1 : 0);
  const names = [...new Set(rows.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name))];
  const told = names.slice(0, NAMED).map((name) => harmlessText(name, 60));
  const rest = names.length - told.length;
  return rest > 0 ? `${told.join(', ')} and ${rest} more` : told.join(', ');
}

/**
 * Says how many of the contracts that were met match the file, by name, compiler and ABI, which are kept of a match. Code that
 * was met before the import is not compared again until it is met again.
 */
export function importedMatches(rows: readonly Imported[], met: readonly ContractKnowledge[]): string {
  const count = met.filter(({ name, compilerVersion, abi }) =>
    rows.some(
      (row) =>
        row.name === name?.text &&
        row.compilerVersion === compilerVersion &&
        JSON.stringify(row.abi) === JSON.stringify(abi),
    ),
  ).length;
  return count === 0
    ? 'matches no contract met since it was imported'
    : `matches ${countOf(count, 'contract')} met so far`;
}

/** Returns `compiled by 0.8.30`, `compiled by 0.5.16, 0.6.6`; '' where the output does not state it. */
export function importedCompilers(rows: readonly Imported[]): string {
  const versions = new Set(
    rows.flatMap(({ compilerVersion: version }) => (version ? [version.split('+')[0] ?? ''] : [])),
  );
  return versions.size === 0 ? '' : `compiled by ${[...versions].map((each) => harmlessText(each, 40)).join(', ')}`;
}
