/** What is wrong with what a call returned, where it is not what its function declares. */
import type { Trace } from '../../trace/rows';
import type { StackFrameKind } from './stack-frame';

/** Bytes that a value takes at least (Solidity docs, Contract ABI Specification). */
const WORD = 32;

/** Returns how the results of the call at `row` fail to decode. Each function whose results are decoded has at least one. */
export function wrongResultsOf({ rows }: Trace, row: number): StackFrameKind {
  return rows.outputLength[row] < WORD ? 'returnedTooLittle' : 'returnedInvalid';
}
