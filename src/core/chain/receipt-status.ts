/** Whether a transaction succeeded, by its receipt alone. */
import type { Receipt } from './transaction';

/**
 * Returns the status that the receipt states. One from before Byzantium states a state root instead: gas that is left
 * shows success, because a failure took all of it. Undefined where the receipt does not say it.
 */
export function receiptStatus(
  { status, root, gasUsed }: Pick<Receipt, 'status' | 'root' | 'gasUsed'>,
  gasLimit: number,
): Receipt['status'] {
  return status ?? (root !== undefined && gasUsed < gasLimit ? 'success' : undefined);
}
