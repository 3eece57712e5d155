/** The precompiled contracts by address and fork. */
import { Fork } from '../forks';
import type { Limbs } from '../words';
import { blake2f } from './blake2f';
import * as bls from './bls12';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254';
import { ecrecover, identity, ripemd160, sha256 } from './hashes';
import { modexp } from './modexp';
import { p256Verify } from './p256';
import type { Precompile } from './result';

const table: readonly { address: number; since: Fork; run: Precompile }[] = [
  { address: 0x01, since: Fork.frontier, run: ecrecover },
  { address: 0x02, since: Fork.frontier, run: sha256 },
  { address: 0x03, since: Fork.frontier, run: ripemd160 },
  { address: 0x04, since: Fork.frontier, run: identity },
  { address: 0x05, since: Fork.byzantium, run: modexp },
  { address: 0x06, since: Fork.byzantium, run: bn254Add },
  { address: 0x07, since: Fork.byzantium, run: bn254Mul },
  { address: 0x08, since: Fork.byzantium, run: bn254Pairing },
  { address: 0x09, since: Fork.istanbul, run: blake2f },
  { address: 0x0a, since: Fork.cancun, run: bls.kzgPointEvaluation },
  { address: 0x0b, since: Fork.prague, run: bls.blsG1Add },
  { address: 0x0c, since: Fork.prague, run: bls.blsG1MultiExp },
  { address: 0x0d, since: Fork.prague, run: bls.blsG2Add },
  { address: 0x0e, since: Fork.prague, run: bls.blsG2MultiExp },
  { address: 0x0f, since: Fork.prague, run: bls.blsPairing },
  { address: 0x10, since: Fork.prague, run: bls.blsMapG1 },
  { address: 0x11, since: Fork.prague, run: bls.blsMapG2 },
  { address: 0x100, since: Fork.osaka, run: p256Verify },
];
const byAddress = new Map(table.map((entry) => [entry.address, entry]));

/** The precompile at the address in the low 160 bits of w[a…], or undefined. */
export function precompileAt(fork: Fork, w: Limbs, a: number): Precompile | undefined {
  if ((w[a + 1] | w[a + 2] | w[a + 3] | w[a + 4]) !== 0 || w[a] > 0x100) return undefined;
  const entry = byAddress.get(w[a]);
  return entry && entry.since <= fork ? entry.run : undefined;
}

/** Addresses of the precompiles of a fork: warm from the start of every transaction (EIP-2929). */
export function precompileAddresses(fork: Fork): number[] {
  return table.filter((entry) => entry.since <= fork).map((entry) => entry.address);
}
