/** The string or the panic code in revert data; custom errors are worded in `error-text.ts`. */
import { decodeRevert } from '../../abi/decode';
import type { Trace } from '../../trace/rows';

/** Returns the revert string, or the panic code in hex without 0x; '' for what the frame's data is not. */
export function revertText({ rows, payload }: Trace, row: number): { message: string; panicCode: string } {
  const data = payload.subarray(rows.outputStart[row], rows.outputStart[row] + rows.outputLength[row]);
  const revert = decodeRevert([], data, 2_000);
  if (revert?.signature === 'Panic(uint256)' && data.length === 36)
    return { message: '', panicCode: panicCodeOf(data) };
  return { message: revert?.reason ?? '', panicCode: '' };
}

/** Returns the code in the data of a panic, in hex without 0x. */
export function panicCodeOf(output: Uint8Array): string {
  return Array.from(output.subarray(4), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^0+(?=.)/, '');
}
