/**
 * Table `firstScreenCache`: what the page of a trace shows first, as the worker answers it, so that the page need not
 * wait for the trace. It is a cache: `made` names the code that made the answer, and other code ignores it.
 */
import type { Hash } from '../../core/chain/primitives';
import type { TransactionId } from './transaction-row';

/** `screen` is an answer of the code that `made` names. Compare `blockHash` and `made` before use. */
export type FirstScreenRow = TransactionId & { blockHash: Hash; made: string; screen: unknown };

/** Returns undefined where the row is damaged. */
export function fromFirstScreenRow(row: FirstScreenRow | undefined): FirstScreenRow | undefined {
  return typeof row?.made === 'string' && typeof row.blockHash === 'string' ? row : undefined;
}
