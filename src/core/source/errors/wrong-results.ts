/** What is wrong with what a call returned, where it is not what its function declares. */
import { isPrecompile } from '../../chain/precompiles';
import type { Trace } from '../../trace/rows';
import type { StackFrameKind } from './stack-frame';

/** Bytes that a value takes at least (Solidity docs, Contract ABI Specification). */
const WORD = 32;

/**
 * Returns how the results of the call at `row` fail to decode. Each function whose results are decoded has at least one.
 * Since Solidity 0.8.10 such a call is made without asking whether there is code: nothing comes back where there is none.
 */
export function wrongResultsOf({ rows, addresses }: Trace, row: number): StackFrameKind {
  if (rows.outputLength[row] >= WORD) return 'returnedInvalid';
  // Rows that ran code have the selector of what they were asked for.
  const ranNothing = rows.outputLength[row] === 0 && rows.selector[row] < 0 && !isPrecompile(addresses[rows.to[row]]);
  return ranNothing ? 'notAContract' : 'returnedTooLittle';
}
