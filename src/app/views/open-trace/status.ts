/** Where a transaction stands. */
import type { ReceiptWithoutLogs } from '../../../core/chain/transaction';
import type { Outcome } from '../../../workers/trace/rows.api';
import type { Status } from '../../ui/Badge';

/**
 * Returns the status by the receipt, which a pending transaction has none of. Where the receipt states none, as before
 * Byzantium, the trace tells; where nothing does, it is unknown.
 */
export function statusOf(receipt: ReceiptWithoutLogs | undefined, outcome: Outcome | undefined): Status {
  if (!receipt) return 'pending';
  return receipt.status ?? outcome?.status ?? 'unknown';
}
