/** What a comparison of compiled code with deployed code comes to, for the reader. */
import type { CodeComparison, CodePart } from '../matching/compare-code';
import type { CodeMatch } from '../matching/match-code';
import type { NamedFunction } from './likely-roots';

/** Code [start, end) that differs, bytes of the compiled code, and of the deployed code in its place. */
export type DifferingRange = { start: number; end: number; deployedStart: number; deployedEnd: number };

export type Verdict = {
  /** Undefined where the codes do not match. */
  match: CodeMatch | undefined;
  path: string;
  name: string;
  compilerVersion: string;
  /** Bytes. */
  deployedLength: number;
  compiledLength: number;
  /** Bytes that differ and may not; 0 with a match. */
  differing: number;
  /** The first 50. */
  differences: readonly DifferingRange[];
  /** Parts that may differ, with the bytes that the chain has there; the first 200. */
  parts: readonly CodePart[];
  /** Whether each code ends with a hash of its metadata, without which there is no exact match. */
  hasHash: { deployed: boolean; compiled: boolean };
  /** Functions of the deployed code that the compiled contract has not; the first 20. */
  lacking: readonly NamedFunction[];
  /** Why the codes do not match where no byte tells it, one sentence. */
  problem?: string;
};

const MAX_PARTS = 200;

const MAX_LACKING = 20;

/** Returns the verdict on a comparison; `facts` are of both codes. */
export function verdictOf(
  contract: { path: string; name: string; compilerVersion: string },
  facts: Pick<Verdict, 'deployedLength' | 'compiledLength' | 'hasHash' | 'lacking'>,
  comparison: CodeComparison,
  match: CodeMatch | undefined,
): Verdict {
  const differences = comparison.differences.map(({ start, end, chainStart, chainEnd }) => ({
    start,
    end,
    deployedStart: chainStart,
    deployedEnd: chainEnd,
  }));
  return {
    match,
    ...contract,
    ...facts,
    lacking: facts.lacking.slice(0, MAX_LACKING),
    differing: differences.reduce(
      (sum, { start, end, deployedStart, deployedEnd }) => sum + Math.max(end - start, deployedEnd - deployedStart),
      0,
    ),
    differences,
    parts: comparison.parts.slice(0, MAX_PARTS),
    ...(comparison.problem === undefined ? {} : { problem: comparison.problem }),
  };
}

/** Returns how far a verdict is from a match, 0 for a match. A length that differs weighs more than bytes that do. */
export function distanceOf({ match, deployedLength, compiledLength, differing }: Verdict): number {
  if (match !== undefined) return 0;
  return (
    1 + differing + (deployedLength === compiledLength ? 0 : 1_000_000 + Math.abs(deployedLength - compiledLength))
  );
}
