/** Doubts about what is shown of a transaction. */
import type { Doubt, TraceSummary } from './open-trace.api';

/**
 * Returns why a trace is doubted: a replay that differs from the receipt, answers of the endpoint that contradict each
 * other, or state that proofs contradict. Undefined where nothing contradicts it.
 */
export function doubtOf({
  skipped,
  verification,
  contradictions,
}: Pick<TraceSummary, 'skipped' | 'verification' | 'contradictions'>): Doubt | undefined {
  const { contradiction, otherState } = verification?.checked ?? {};
  // The header commits to transaction and receipt where the state alone is another.
  if (contradiction !== undefined) return { reason: contradiction, instead: otherState ? undefined : contradiction };
  if (verification) return undefined;
  const differing = skipped.find(({ differs }) => differs);
  if (differing) return { reason: differing.reason, instead: differing.contradiction };
  return contradictions && { reason: contradictions.join(' ') };
}
