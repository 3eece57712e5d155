/** Hashes that stand for calls of tests, where pages and traces have the hash of a transaction. */

import { stringToBytes } from 'viem';
import { bytesToHex } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Hash } from '../chain/primitives';
import { TEST_PREFIX } from '../simulation/simulation-hash';
import type { Brand } from '../values/brand';

/** Names a project with tests in this browser: 8 random bytes in hex digits, without prefix. */
export type TestProjectId = Brand<string, 'TestProjectId'>;

/** No hash of a transaction begins so but by a chance of one in 2^48. */
const PREFIX = TEST_PREFIX;
const ID_DIGITS = 16;
const TEST_DIGITS = 34;

/** A test by the id of its suite and its signature. */
export type TestName = { suite: string; signature: string };

/** Returns the hash of a call of a test. `before` counts back from the call that decided, which is 0; at most 255. */
export function testHash(project: TestProjectId, test: TestName, before: number): Hash {
  return `${PREFIX}${project}${digestOf(test)}${before.toString(16).padStart(2, '0')}` as Hash;
}

export function isTestHash(hash: Hash): boolean {
  return hash.startsWith(PREFIX);
}

/** Reads what a hash stands for; undefined for that of a transaction. `names` says whether a test is the one that it means. */
export function readTestHash(
  hash: Hash,
): { project: TestProjectId; before: number; names: (test: TestName) => boolean } | undefined {
  if (!isTestHash(hash)) return undefined;
  const ends = [PREFIX.length + ID_DIGITS, PREFIX.length + ID_DIGITS + TEST_DIGITS] as const;
  const digest = hash.slice(...ends);
  return {
    project: hash.slice(PREFIX.length, ends[0]) as TestProjectId,
    before: Number.parseInt(hash.slice(ends[1]), 16),
    names: (test) => digestOf(test) === digest,
  };
}

function digestOf({ suite, signature }: TestName): string {
  const bytes = keccak(stringToBytes(`${suite}\n${signature}`));
  return bytesToHex(bytes).slice(2, 2 + TEST_DIGITS);
}
