/** Code that came into being inside a trace, and may be gone again after it. */
import { isCreateKind } from '../../trace/frame-kind';
import type { Trace } from '../../trace/rows';

/**
 * Returns the runtime code of the account that the frame at `row` ran, when a
 * create earlier in the trace made it; undefined otherwise. A failure undoes
 * such an account, so the state after the transaction does not have it. Linear
 * in the rows before.
 */
export function createdCode({ rows, payload }: Trace, row: number): Uint8Array | undefined {
  for (let made = row - 1; made >= 0; made--) {
    if (rows.to[made] !== rows.to[row] || !isCreateKind(rows.kind[made]) || rows.error[made] >= 0) continue;
    // A frame below the create runs while the account has no code yet.
    if (rows.subtreeEnd[made] > row) return undefined;
    return payload.subarray(rows.outputStart[made], rows.outputStart[made] + rows.outputLength[made]);
  }
  return undefined;
}
