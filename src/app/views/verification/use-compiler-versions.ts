/** The compilers that a contract can be compiled with, and the one that its deployed code speaks for. */
import { useMemo } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { CodeFacts } from '../../../core/contract/verification/code-facts';
import { compareVersions, fitsPragma, KNOWN_RELEASES } from '../../../core/contract/verification/pragma';
import type { Failure } from '../../../core/values/failure';
import type { CompilerBuild } from '../../../workers/compiler/compiler.api';
import type { ComboboxOption } from '../../ui/Combobox';
import { useQuestion } from '../../use-question';

export type CompilerVersions = {
  /** What the deployed code tells about its compiler; undefined until it is read. */
  facts: CodeFacts | undefined;
  /** Newest first. */
  choices: readonly ComboboxOption<string>[];
  /** Undefined while it is not known which there are, or where none fits. */
  proposed: string | undefined;
  /** Why the list of compilers could not be read. */
  problem: Failure | undefined;
};

export function useCompilerVersions(
  networkId: NetworkId,
  address: Address,
  pragmas: readonly string[],
): CompilerVersions {
  const facts = useQuestion('contracts', `code facts ${networkId} ${address}`, (contracts, job) =>
    contracts.codeFacts(job, networkId, address),
  ).last;
  const builds = useQuestion('compiler', 'compiler builds', (compiler, job) => compiler.builds(job));
  const choices = useMemo(() => versionsOf(builds.last ?? [], pragmas), [builds.last, pragmas]);
  const proposed = useMemo(() => proposeVersion(choices, facts), [choices, facts]);
  return {
    facts,
    choices,
    proposed: facts !== undefined && builds.state !== 'waiting' ? proposed : undefined,
    problem: builds.state === 'failed' ? builds.failure : undefined,
  };
}

/** Every compiler that can be had and every release, newest first, each with whether it fits the files. */
function versionsOf(builds: readonly CompilerBuild[], pragmas: readonly string[]): readonly ComboboxOption<string>[] {
  const listed = new Set(builds.map(({ version }) => version));
  const all = [
    ...builds.map(({ longVersion, kept }) => ({ value: longVersion, note: kept ? 'kept here' : '' })),
    ...KNOWN_RELEASES.filter((version) => !listed.has(version)).map((version) => ({ value: version, note: '' })),
  ];
  return all
    .sort((a, b) => compareVersions(b.value, a.value))
    .map(({ value, note }) => {
      const fits = pragmas.every((pragma) => fitsPragma(value, pragma));
      const words = [note, fits ? '' : 'does not fit the files'].filter((text) => text !== '').join(', ');
      return { value, label: value, ...(words === '' ? {} : { note: words }) };
    });
}

/** The compiler that the code names, else the newest that fits the files. */
function proposeVersion(versions: readonly ComboboxOption<string>[], facts: CodeFacts | undefined): string | undefined {
  const named = facts?.compilerVersion;
  const isNamed = ({ value }: ComboboxOption<string>) => named !== undefined && value.split('+')[0] === named;
  const fitting = versions.find(({ value, note = '' }) => !note.includes('fit') && !value.includes('-'));
  return (versions.find(isNamed) ?? (named === undefined ? fitting : undefined))?.value ?? named;
}
