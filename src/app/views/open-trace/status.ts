/** Where a transaction stands. */
import type { ReceiptWithoutLogs } from '../../../core/chain/transaction';
import type { Outcome } from '../../../workers/trace/rows.api';
import type { Status } from '../../ui/Badge';

/**
 * Returns the status by the receipt, which a pending transaction has none of. Before Byzantium a receipt has no
 * status: then the trace tells, and as long as there is none, it counts as success.
 */
export function statusOf(receipt: ReceiptWithoutLogs | undefined, outcome: Outcome | undefined): Status {
  if (!receipt) return 'pending';
  return (receipt.status ?? outcome?.status) === 'failed' ? 'failed' : 'success';
}
