/** The words of a failure without a source. */
import { decodeRevert } from '../../abi/decode';
import type { Trace } from '../../trace/rows';

/** The revert string, the meaning of the panic code, or ''. */
export function revertText({ rows, payload }: Trace, row: number): string {
  const data = payload.subarray(rows.outputStart[row], rows.outputStart[row] + rows.outputLength[row]);
  return decodeRevert([], data, 2_000)?.reason ?? '';
}
