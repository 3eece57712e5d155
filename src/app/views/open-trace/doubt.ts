/** Doubts about what is shown of a transaction. */
import type { TraceSummary } from '../../../workers/trace/open-trace.api';

/** The reason in sentences. `instead` stands in the place of what happened where the fields of the transaction themselves cannot be believed. */
export type Doubt = { reason: string; instead?: string | undefined };

/**
 * Returns why a trace is doubted: a replay that differs from the receipt, answers of the endpoint that contradict each
 * other, or state that proofs contradict. Undefined where nothing contradicts it.
 */
export function doubtOf({ skipped, verification, contradictions }: TraceSummary): Doubt | undefined {
  const { contradiction, otherState } = verification?.checked ?? {};
  // The header commits to transaction and receipt where the state alone is another.
  if (contradiction !== undefined) return { reason: contradiction, instead: otherState ? undefined : contradiction };
  if (verification) return undefined;
  const differing = skipped.find(({ differs }) => differs);
  if (differing) return { reason: differing.reason, instead: differing.contradiction };
  return contradictions && { reason: contradictions.join(' ') };
}
