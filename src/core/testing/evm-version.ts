/** Names of the EVM's versions, as compilers and `foundry.toml` write them. */
import { compareVersions } from '../contract/verification/pragma';
import { Fork } from '../evm/rules/forks';

const FORKS: Readonly<Record<string, Fork>> = {
  homestead: Fork.homestead,
  byzantium: Fork.byzantium,
  constantinople: Fork.constantinople,
  petersburg: Fork.petersburg,
  istanbul: Fork.istanbul,
  berlin: Fork.berlin,
  london: Fork.london,
  paris: Fork.paris,
  shanghai: Fork.shanghai,
  cancun: Fork.cancun,
  prague: Fork.prague,
  osaka: Fork.osaka,
};

/** Returns the fork of a version's name; undefined for one that is none. */
export function forkOfVersion(name: string): Fork | undefined {
  return Object.hasOwn(FORKS, name) ? FORKS[name] : undefined;
}

/** Since which release solc makes code for a version, the newest first (changelog of Solidity). */
const SINCE: readonly (readonly [string, string])[] = [
  ['osaka', '0.8.29'],
  ['prague', '0.8.27'],
  ['cancun', '0.8.24'],
  ['shanghai', '0.8.20'],
  ['paris', '0.8.18'],
  ['london', '0.8.7'],
  ['berlin', '0.8.5'],
  ['istanbul', '0.5.14'],
  ['petersburg', '0.5.5'],
  ['constantinople', '0.4.22'],
  ['byzantium', '0.4.21'],
];

/**
 * Returns the version whose rules tests run by where `foundry.toml` names a release of solc: the asked one, or the newest
 * that the release makes code for, as forge takes it. The asked one where `solc` names no release.
 */
export function versionUnder(solc: string, asked: string): string {
  const fork = forkOfVersion(asked);
  if (fork === undefined || !/^\d+\.\d+\.\d+$/.test(solc)) return asked;
  const newest = SINCE.find(([, release]) => compareVersions(solc, release) >= 0)?.[0];
  const bound = newest === undefined ? undefined : forkOfVersion(newest);
  return newest === undefined || bound === undefined || fork <= bound ? asked : newest;
}
