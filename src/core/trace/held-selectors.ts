/**
 * Selectors of calls that calldata carries: what a Safe, a governor or a timelock is given to run is calldata of its own,
 * as bytes among the arguments (`core/abi/nested-calls.ts` reads them).
 */
import { bytesToSelector } from '../chain/hex';
import type { Selector } from '../chain/primitives';
import { isFrameKind } from './failures';
import { inputOf, isCreate } from './row-fields';
import { rowIndex, type Trace } from './rows';

const WORD = 32;
const SELECTOR = 4;
/** Bytes of one input that are looked through, and selectors of a trace. */
const MAX_BYTES = 100_000;
const MAX_SELECTORS = 200;

/**
 * Returns the first four bytes of whatever may be `bytes` among the arguments of calls, by their length in the word before
 * (Solidity docs, Contract ABI Specification), each once. Linear in the calldata.
 */
export function heldSelectors(trace: Trace): Selector[] {
  const found = new Set<Selector>();
  for (let row = 0; row < trace.rows.length && found.size < MAX_SELECTORS; row++) {
    if (!isFrameKind(trace.rows.kind[row]) || isCreate(trace, rowIndex(row))) continue;
    const input = inputOf(trace, rowIndex(row));
    const end = Math.min(input.length, MAX_BYTES) - WORD - SELECTOR;
    for (let at = SELECTOR; at <= end && found.size < MAX_SELECTORS; at += WORD) {
      const length = lengthAt(input, at);
      if (length >= SELECTOR && at + WORD + length <= input.length)
        found.add(bytesToSelector(input.subarray(at + WORD, at + WORD + SELECTOR)));
    }
  }
  return [...found];
}

/** The number in a word, 0 where it is larger than any length. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const last = at + WORD - SELECTOR;
  for (let byte = at; byte < last; byte++) if (bytes[byte] !== 0) return 0;
  return bytes[last] * 2 ** 24 + bytes[last + 1] * 2 ** 16 + bytes[last + 2] * 2 ** 8 + bytes[last + 3];
}
