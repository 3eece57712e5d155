/** Names of the EVM's versions, as compilers and `foundry.toml` write them. */
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
