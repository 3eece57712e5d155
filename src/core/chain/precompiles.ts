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
