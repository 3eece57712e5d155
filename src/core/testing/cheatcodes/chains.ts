/** Cheatcodes that tell what forge knows of a chain, by its names for them. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

/** The chains that tests name most. forge knows more: another is refused as one that it does not know. */
const CHAINS: Readonly<Record<string, number>> = {
  mainnet: 1,
  sepolia: 11_155_111,
  holesky: 17_000,
  hoodi: 560_048,
  optimism: 10,
  'optimism-sepolia': 11_155_420,
  arbitrum: 42_161,
  'arbitrum-nova': 42_170,
  'arbitrum-sepolia': 421_614,
  base: 8453,
  'base-sepolia': 84_532,
  polygon: 137,
  bsc: 56,
  gnosis: 100,
  avalanche: 43_114,
  'avalanche-fuji': 43_113,
  linea: 59_144,
  scroll: 534_352,
  celo: 42_220,
  berachain: 80_094,
  zksync: 324,
  blast: 81_457,
  mantle: 5000,
  moonbeam: 1284,
  fantom: 250,
  sonic: 146,
  unichain: 130,
  'anvil-hardhat': 31_337,
};

function chain(vm: Vm, given: string): readonly unknown[] {
  const [name, id] = Object.entries(CHAINS).find(([own, number]) => own === given || String(number) === given) ?? [];
  if (name === undefined || id === undefined) throw new CheatError(`invalid chain alias: ${given}`);
  const url = vm.project.settings.rpcEndpoints[name] ?? '';
  // An endpoint that an environment variable names is none here.
  const isPlain = url !== '' && !url.includes('$');
  return [name, BigInt(id), isPlain ? name : given, isPlain ? url : ''];
}

export const CHAIN_CODES: Cheatcodes = {
  'getChain(string)((string,uint256,string,string))': (vm, [given]: [string]) => chain(vm, given),
  'getChain(uint256)((string,uint256,string,string))': (vm, [id]: [bigint]) => chain(vm, String(id)),
};
