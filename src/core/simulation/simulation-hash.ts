/** Hashes that stand for steps of kept simulations, where pages and traces have the hash of a transaction. */

import type { Hash } from '../chain/primitives';
import type { Brand } from '../values/brand';

/** 16 random bytes in hex digits, without prefix. */
export type SimulationId = Brand<string, 'SimulationId'>;

/** `simulated` in ASCII: no hash of a transaction begins so but by a chance of one in 2^72. */
const PREFIX = '0x73696d756c61746564';
const ID_DIGITS = 32;
const STEP_DIGITS = 14;

/** Returns the hash of a step, counted from 0 over all blocks. */
export function simulationHash(id: SimulationId, step: number): Hash {
  return `${PREFIX}${id}${step.toString(16).padStart(STEP_DIGITS, '0')}` as Hash;
}

export function isSimulationHash(hash: Hash): boolean {
  return hash.startsWith(PREFIX);
}

/** `tested` in ASCII, with which the hash of a call of a test begins (`src/core/testing/test-hash.ts`). */
export const TEST_PREFIX = '0x746573746564';

/** Returns whether the hash stands for what nobody mined: a step of a simulation or a call of a test. */
export function isUnminedHash(hash: Hash): boolean {
  return isSimulationHash(hash) || isTestedHash(hash);
}

/** Returns whether the hash stands for a call of a test, whose block is made up by the test. */
export function isTestedHash(hash: Hash): boolean {
  return hash.startsWith(TEST_PREFIX);
}

/** Reads the simulation and the step that a hash stands for; undefined for that of a transaction. */
export function readSimulationHash(hash: Hash): { id: SimulationId; step: number } | undefined {
  if (!isSimulationHash(hash)) return undefined;
  const end = PREFIX.length + ID_DIGITS;
  return { id: hash.slice(PREFIX.length, end) as SimulationId, step: Number.parseInt(hash.slice(end), 16) };
}
