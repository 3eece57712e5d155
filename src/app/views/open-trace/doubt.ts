/** Why what is shown of a transaction is not believed. */
import type { TraceSummary } from '../../../workers/trace/open-trace.api';

/** In sentences. `instead` stands in the place of what happened where the fields of the transaction themselves cannot be believed. */
export type Doubt = { reason: string; instead?: string | undefined };

/**
 * A replay that came out otherwise than the receipt says, what the endpoint contradicts itself in, and state that proofs
 * contradict; undefined where there is none.
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
