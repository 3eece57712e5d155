/**
 * Compiler settings to try where those of a draft made other code: combinations
 * of what usually differs, the likeliest first, without what the deployed code
 * rules out.
 */
import { type CodeFacts, staysAtParis } from './code-facts';
import type { DraftSettings } from './draft';
import { compareVersions } from './pragma';

export type Try = { label: string; settings: DraftSettings };

/** One value of what may differ. The larger its rank, the less likely it is. */
type Choice = { rank: number; change: Partial<DraftSettings> };

/** Compilations of one round; each takes seconds. */
const MAX_TRIES = 60;
/** Compilers that are tried where the code names none; each has megabytes. */
const MAX_VERSIONS = 16;
/** Numbers that projects set, after 200. */
const RUNS = ['999999', '1000', '10000', '1', '1000000', '100', '500', '800', '44444444', '4294967295'];

/**
 * Returns at most 60 settings, first those that the project states for some of its files, none like `settings` nor like one of `tried`. `versions` are those that fit the files, newest first; they count
 * where the code names no compiler.
 */
export function likelySettings(
  settings: DraftSettings,
  facts: CodeFacts,
  versions: readonly string[] = [],
  tried: readonly DraftSettings[] = [],
): readonly Try[] {
  const known = new Set([settings, ...tried].map(keyOf));
  const found: (Try & { rank: number })[] = [];
  const { alternatives = [], ...stated } = settings;
  for (const change of alternatives) {
    const changed = { ...stated, ...change };
    const key = keyOf(changed);
    if (known.has(key)) continue;
    known.add(key);
    found.push({
      rank: -1,
      label: `as the project states for some files: ${labelOf(settings, changed)}`,
      settings: changed,
    });
  }
  for (const version of versionsOf(settings, facts, versions)) {
    const compilerVersion = version.change.compilerVersion ?? settings.compilerVersion;
    for (const evm of evmVersionsOf(settings, facts, compilerVersion)) {
      for (const pipeline of pipelinesOf(settings, compilerVersion)) {
        for (const optimizer of optimizersOf(settings)) {
          const change = { ...version.change, ...evm.change, ...pipeline.change, ...optimizer.change };
          const changed = { ...settings, ...change };
          const key = keyOf(changed);
          if (known.has(key)) continue;
          known.add(key);
          const rank = version.rank + evm.rank + pipeline.rank + optimizer.rank;
          found.push({ rank, label: labelOf(settings, changed), settings: changed });
        }
      }
    }
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_TRIES)
    .map(({ label, settings }) => ({ label, settings }));
}

/** Lists the compilers: the one that the code names is certain; where it names none, those whose code has such opcodes go first. */
function versionsOf(settings: DraftSettings, facts: CodeFacts, versions: readonly string[]): readonly Choice[] {
  const named = facts.compilerVersion;
  const present = settings.compilerVersion;
  if (named !== undefined)
    return compareVersions(named, present) === 0
      ? [{ rank: 0, change: {} }]
      : [{ rank: 0, change: { compilerVersion: named } }];
  const others = versions.filter((version) => compareVersions(version, present) !== 0);
  const likely = others.filter((version) => hasSuchOpcodes(version, facts));
  // Projects are compiled with the first compiler that their pragma allows, or with the newest of their time.
  const first = likely.slice(-1);
  const ordered = [...first, ...likely.filter((version) => !first.includes(version))];
  const unlikely = others.filter((version) => !likely.includes(version));
  return [
    { rank: hasSuchOpcodes(present, facts) ? 0 : 1, change: {} },
    ...[...ordered, ...unlikely].slice(0, MAX_VERSIONS).map(
      (compilerVersion, at): Choice => ({
        rank: (at < ordered.length ? 0.25 : 1) + at / 16,
        change: { compilerVersion },
      }),
    ),
  ];
}

/**
 * Tells whether a compiler left to itself makes code with the newest opcodes of this code: PUSH0 from 0.8.20 on, MCOPY from
 * 0.8.25 on, which any longer contract has then (changelog of Solidity).
 */
function hasSuchOpcodes(version: string, { evmVersion, usesPush0 }: CodeFacts): boolean {
  const isFrom = (first: string) => compareVersions(version, first) >= 0;
  if (evmVersion === 'cancun' || evmVersion === 'osaka') return isFrom('0.8.24');
  return usesPush0 ? isFrom('0.8.20') && !isFrom('0.8.25') : !isFrom('0.8.20');
}

/** Lists EVM versions, of which the opcodes of the code rule some out: a compiler from 0.8.20 on uses PUSH0 unless it is told to stay at paris. */
function evmVersionsOf(settings: DraftSettings, facts: CodeFacts, version: string): readonly Choice[] {
  const choices = (versions: readonly string[]): readonly Choice[] =>
    versions.map((evmVersion, at) => ({
      rank: evmVersion === settings.evmVersion ? 0 : 1 + at / 2,
      change: { evmVersion },
    }));
  if (staysAtParis({ ...facts, compilerVersion: version })) {
    const [first, ...others] = choices(['paris', 'london', 'berlin', 'istanbul']);
    return [...(first ? [{ ...first, rank: 0 }] : []), ...others];
  }
  const isLater = (than: string) => compareVersions(version, than) >= 0;
  const later = isLater('0.8.20')
    ? [
        'default',
        ...(facts.evmVersion === 'shanghai' ? ['shanghai'] : []),
        ...(isLater('0.8.24') ? ['cancun'] : []),
        ...(isLater('0.8.27') ? ['prague'] : []),
      ]
    : ['default', ...(isLater('0.5.5') && needsByzantiumAtMost(facts) ? ['byzantium'] : [])];
  const present: Choice = { rank: 0, change: {} };
  return [present, ...choices(later.filter((each) => each !== settings.evmVersion))];
}

/** Tells whether the code has nothing newer than byzantium: from constantinople on compilers shift by opcodes of their own. */
function needsByzantiumAtMost({ evmVersion }: CodeFacts): boolean {
  return evmVersion === undefined || evmVersion === 'byzantium';
}

function pipelinesOf({ viaIR }: DraftSettings, version: string): readonly Choice[] {
  const present: Choice = { rank: 0, change: {} };
  return compareVersions(version, '0.8.13') < 0 ? [present] : [present, { rank: 2, change: { viaIR: !viaIR } }];
}

function optimizersOf(settings: DraftSettings): readonly Choice[] {
  return [
    { rank: 0, change: {} },
    { rank: 0.5, change: { optimizer: true, runs: '200' } },
    { rank: 1, change: { optimizer: false, runs: settings.runs } },
    ...RUNS.map((runs, at): Choice => ({ rank: 1.5 + at / 4, change: { optimizer: true, runs } })),
  ];
}

/** Returns a key that is equal for settings that make the same code. */
function keyOf({
  compilerVersion,
  evmVersion,
  optimizer,
  runs,
  viaIR,
  alternatives: _,
  ...rest
}: DraftSettings): string {
  const version = compilerVersion.replace(/^v|\+.*$/g, '');
  return JSON.stringify([version, evmVersion, optimizer ? runs : '', viaIR, rest]);
}

function labelOf(before: DraftSettings, after: DraftSettings): string {
  const parts = [
    ...(after.compilerVersion === before.compilerVersion ? [] : [`solc ${after.compilerVersion.split('+')[0]}`]),
    ...(after.evmVersion === before.evmVersion ? [] : [`EVM version ${after.evmVersion}`]),
    ...(after.viaIR === before.viaIR ? [] : [`viaIR ${after.viaIR ? 'Yes' : 'No'}`]),
  ];
  if (!after.optimizer) parts.push(...(before.optimizer ? ['optimizations No'] : []));
  else if (!before.optimizer) parts.push(`optimizations Yes, runs ${after.runs}`);
  else if (after.runs !== before.runs) parts.push(`runs ${after.runs}`);
  if (after.further !== before.further) parts.push('other further settings');
  return parts.join(', ');
}
