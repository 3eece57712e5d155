/** Code that came into being inside a trace, and may be gone again after it. */
import { isCreateKind } from '../../trace/frame-kind';
import type { Trace } from '../../trace/rows';

/**
 * Returns for each row the runtime code of the account that its frame ran, where a create earlier in the trace made it;
 * undefined for all others. A failure undoes such an account, so the state after the transaction does not have it.
 * Linear in the rows.
 */
export function createdCodes({ rows, payload }: Trace): (Uint8Array | undefined)[] {
  /** The last create of each account so far. */
  const creates = new Map<number, number>();
  return Array.from({ length: rows.length }, (_, row) => {
    const made = creates.get(rows.to[row]);
    if (isCreateKind(rows.kind[row]) && rows.error[row] < 0) creates.set(rows.to[row], row);
    // A frame below the create runs while the account has no code yet.
    if (made === undefined || rows.subtreeEnd[made] > row) return undefined;
    return payload.subarray(rows.outputStart[made], rows.outputStart[made] + rows.outputLength[made]);
  });
}
