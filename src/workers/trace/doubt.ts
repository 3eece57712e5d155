/** Doubts about what is shown of a transaction. */
import type { Doubt, TraceSummary } from './open-trace.api';

/** `lacksReceipt`: why there is no receipt, in sentences. */
type Doubtful = Pick<TraceSummary, 'skipped' | 'verification' | 'contradictions'> & {
  lacksReceipt?: string | undefined;
};

/**
 * Returns why a trace is doubted: a replay that differs from the receipt, answers of the endpoint that contradict each
 * other, state that proofs contradict, or no receipt to compare with. Undefined where nothing contradicts it.
 */
export function doubtOf({ skipped, verification, contradictions, lacksReceipt }: Doubtful): Doubt | undefined {
  const { contradiction, otherState } = verification?.checked ?? {};
  // The header commits to transaction and receipt where the state alone is another.
  if (contradiction !== undefined) return { reason: contradiction, instead: otherState ? undefined : contradiction };
  if (verification) return undefined;
  const differing = skipped.find(({ differs }) => differs);
  if (lacksReceipt !== undefined)
    return { reason: [lacksReceipt, differing?.contradiction].join(' ').trim(), instead: differing?.contradiction };
  if (differing) return { reason: differing.reason, instead: differing.contradiction };
  return contradictions && { reason: contradictions.join(' ') };
}
