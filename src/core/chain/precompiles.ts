/** The precompiles of Ethereum, by any fork. */
import type { Address } from './primitives';

/** Address, name, what introduced it (execution-specs, precompiled contracts). */
const LIST: readonly (readonly [number, string, string])[] = [
  [0x01, 'ECRecover', 'Frontier'],
  [0x02, 'SHA-256', 'Frontier'],
  [0x03, 'RIPEMD-160', 'Frontier'],
  [0x04, 'Identity', 'Frontier'],
  [0x05, 'ModExp', 'Byzantium, EIP-198'],
  [0x06, 'BN254 Add', 'Byzantium, EIP-196'],
  [0x07, 'BN254 Mul', 'Byzantium, EIP-196'],
  [0x08, 'BN254 Pairing', 'Byzantium, EIP-197'],
  [0x09, 'Blake2f', 'Istanbul, EIP-152'],
  [0x0a, 'KZG Point Evaluation', 'Cancun, EIP-4844'],
  [0x0b, 'BLS12-381 G1 Add', 'Prague, EIP-2537'],
  [0x0c, 'BLS12-381 G1 MSM', 'Prague, EIP-2537'],
  [0x0d, 'BLS12-381 G2 Add', 'Prague, EIP-2537'],
  [0x0e, 'BLS12-381 G2 MSM', 'Prague, EIP-2537'],
  [0x0f, 'BLS12-381 Pairing', 'Prague, EIP-2537'],
  [0x10, 'BLS12-381 Map Fp to G1', 'Prague, EIP-2537'],
  [0x11, 'BLS12-381 Map Fp2 to G2', 'Prague, EIP-2537'],
  [0x100, 'P256 Verify', 'Osaka, EIP-7951; rollups, RIP-7212'],
];

/** For each address: the name, and the fork or the EIP that introduced it. */
export const PRECOMPILES: ReadonlyMap<Address, { name: string; source: string }> = new Map(
  LIST.map(([number, name, source]) => [`0x${number.toString(16).padStart(40, '0')}` as Address, { name, source }]),
);

/** Returns whether `address` is a precompile of Ethereum. Other chains may have further precompiles, which are not known here. */
export function isPrecompile(address: Address): boolean {
  return PRECOMPILES.has(address);
}

/**
 * Contracts whose calldata is read from its first byte, without a selector: of the protocol, and the factories of Arachnid
 * and Safe, which take a salt and init code. Address, name, kind and source as `builtins.ts` lists them.
 */
export const WITHOUT_FUNCTIONS: readonly (readonly [string, string, 'system' | 'deployed', string])[] = [
  ['0x000f3df6d732807ef1319fb7b8bb8522d0beac02', 'Beacon Roots', 'system', 'EIP-4788'],
  ['0x0000f90827f1c53a10cb7a02335b175320002935', 'History Storage', 'system', 'EIP-2935'],
  ['0x00000961ef480eb55e80d19ad83579a64c007002', 'Withdrawal Requests', 'system', 'EIP-7002'],
  ['0x0000bbddc7ce488642fb579f8b00f3a590007251', 'Consolidation Requests', 'system', 'EIP-7251'],
  ['0x4e59b44847b379578588920ca78fbf26c0b4956c', 'Deterministic Deployment Proxy', 'deployed', 'Arachnid'],
  ['0x914d7fec6aac8cd542e72bca78b30650d45643d7', 'Safe Singleton Factory', 'deployed', 'Safe'],
];

/** Returns whether the first bytes of a call of `address` are no selector, since nothing there has functions. */
export function hasNoFunctions(address: Address): boolean {
  return isPrecompile(address) || WITHOUT_FUNCTIONS.some(([each]) => each === address);
}
