/** ENS names: ENSIP-15 and the hash of EIP-137. */
import { namehash } from 'viem';
import { normalize } from 'viem/ens';
import type { Hex } from '../../../src/core/chain/primitives';
import { judge } from '../check';
import type { CaseResult } from '../suite';

export type NameCase = { name: string; ensName: string; namehash?: Hex; error?: string };

/**
 * The vectors were recorded with ENSIP-15 as it stood for Unicode 15. It moves
 * with Unicode: characters were added and some symbols taken out since. So a
 * vector that today's rules contradict is asked of the rules of its time, and
 * left out where those agree with it.
 */
export async function judgeName(vector: NameCase): Promise<CaseResult> {
  const name = `namehash ${vector.name}`;
  const result = await judge(name, (check) =>
    check.equal('namehash', hashOrRefuse(vector.ensName, normalize), expected(vector)),
  );
  if (result.outcome !== 'failed') return result;
  const { ens_normalize: normalizeThen } = await import('ens-normalize-1.10');
  if (hashOrRefuse(vector.ensName, normalizeThen) !== expected(vector)) return result;
  const reason =
    'ENSIP-15 has changed since the vector was recorded: its rules for Unicode 15 agree with it, today’s do not';
  return { name, outcome: 'skipped', reason };
}

function expected(vector: NameCase): string {
  return vector.error === undefined ? (vector.namehash ?? '') : 'refused';
}

/** The hash of a name, or `refused` where the rules have no such name. */
function hashOrRefuse(name: string, rules: (name: string) => string): string {
  let normalized: string;
  try {
    normalized = rules(name);
  } catch {
    return 'refused';
  }
  return namehash(normalized);
}
