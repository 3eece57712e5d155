/** Why a step failed, as far as what it returned says so by itself. */
import { decodeRevert } from '../abi/decode';
import { hexToBytes } from '../chain/hex';
import type { StepOutcome } from './run';

/** UTF-16 units of a reason. */
const TEXT = 160;

/**
 * Returns the error of a failed step with what it reverted with: the reason of Error(string), the meaning of a panic, or the
 * selector of an error of the contract's own, whose name only the contract's ABI has.
 */
export function failureText({ error, output }: Extract<StepOutcome, { state: 'executed' }>): string {
  const words = error ?? 'no reason is known';
  if (error !== 'execution reverted' || output.length < 10) return words;
  const revert = decodeRevert([], hexToBytes(output), TEXT);
  if (revert === undefined) return `${words}: error ${output.slice(0, 10)}`;
  const reason = revert.reason ?? revert.malformed;
  return reason === undefined || reason === '' ? words : `${words}: ${reason}`;
}
