/**
 * What is said of a revert that the contract does not explain: it gives no
 * reason, or data that nobody knows, or it has no function for the call. The
 * headline, the tree and the stack trace use these words.
 */
import { bytesToHex } from '../chain/hex';
import { isRevert } from './failure-stages';
import type { Trace } from './rows';

/** The compiler puts these two checks in front of all functions (Solidity docs, receive and fallback). */
export const NO_FUNCTION = 'the contract has no function of this selector, and no fallback function';
export const NO_SELECTOR = 'the calldata is shorter than a selector, and the contract has no fallback function';
export const NO_RECEIVE = 'the contract has neither a receive nor a fallback function';

export const WITHOUT_REASON = 'reverted without a reason';

/** Bytes of error data that are spelled out: the selector of an error. */
const SPELLED = 4;

/** Describes a revert that no ABI explains: it gave no reason, or data that is not known. Undefined for a halt, which the node's words name. */
export function saidOf(trace: Trace, row: number): string | undefined {
  if (!isRevert(trace, row)) return undefined;
  const { rows, payload } = trace;
  const length = rows.outputLength[row];
  if (length === 0) return WITHOUT_REASON;
  const start = rows.outputStart[row];
  const text = plainText(payload.subarray(start, start + length));
  if (text !== undefined) return `the text “${text}”`;
  const data = bytesToHex(payload.subarray(start, start + Math.min(length, SPELLED)));
  return `unrecognized error data ${data}${length > SPELLED ? `… (${length.toLocaleString('en-US')} bytes)` : ''}`;
}

/** Characters of a text that is spelled out. */
const MAX_TEXT = 160;

/**
 * Returns the text that a contract in assembly reverted with, without an error around it: visible ASCII that is longer than
 * a selector, with zeros behind it or not.
 */
function plainText(data: Uint8Array): string | undefined {
  const end = data.findLastIndex((byte) => byte !== 0) + 1;
  if (end <= SPELLED || end > MAX_TEXT) return undefined;
  const bytes = data.subarray(0, end);
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCharCode(...bytes) : undefined;
}
