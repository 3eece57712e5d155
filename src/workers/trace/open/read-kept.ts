/** Reads the kept trace of a mined transaction. A first visit, which has none, does without this code. */
import type { ReceiptWithoutLogs } from '../../../core/chain/transaction';
import { decodeTrace } from '../../../core/trace/binary';
import type { Trace } from '../../../core/trace/rows';
import type { KeptReplay } from '../../../db/rows/trace-row';
import { markUsed } from '../../../db/storage/mark-used';
import { deleteTrace, readTrace } from '../../../db/traces/traces';
import type { TransactionKey } from '../../ids';
import type { SkippedSource } from '../open-trace.api';

const UNREADABLE = 'The kept trace was damaged and was deleted.';

export type Kept = { trace: Trace; fromFile: boolean; skipped: readonly SkippedSource[]; replay?: KeptReplay };

/** Returns the kept trace, undefined where none is kept; deletes one that is damaged or of another inclusion, and says so. */
export async function readKeptTrace(
  key: TransactionKey,
  receipt: ReceiptWithoutLogs,
): Promise<Kept | { reason: string } | undefined> {
  let isDamaged = false;
  const row = await readTrace(key, () => (isDamaged = true));
  if (row === undefined) return isDamaged ? { reason: UNREADABLE } : undefined;
  if (row.blockHash !== receipt.blockHash) {
    await deleteTrace(key);
    return { reason: 'The kept trace is of an earlier inclusion in another block.' };
  }
  const decoded = decodeTrace(row.bytes);
  if (!decoded.ok) {
    await deleteTrace(key);
    return { reason: UNREADABLE };
  }
  void markUsed('traces', [[key.networkId, key.hash]]);
  return {
    trace: decoded.value,
    fromFile: row.fromFile === true,
    skipped: (row.skipped ?? []) as readonly SkippedSource[],
    ...(row.replay === undefined ? {} : { replay: row.replay }),
  };
}
