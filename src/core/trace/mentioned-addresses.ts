/** Addresses that a trace only mentions: in arguments and events, whatever their types, as words that may be addresses. */

import { bytesToAddress, hexToBytes } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { inputOf, isLog, logOf } from './row-fields';
import type { RowIndex, Trace } from './rows';

const WORD = 32;
const SELECTOR = 4;
/** Most rows, words of each row, and addresses that are read: names beyond are for values that nobody sees at once. */
const MAX_ROWS = 200;
const MAX_WORDS = 64;
const MAX_MENTIONED = 200;

/** Returns the addresses that values of `rows` mention, in the order met. An amount may be among them; small numbers are not. */
export function mentionedAddresses(trace: Trace, rows: Iterable<RowIndex>): Address[] {
  const found = new Set<Address>();
  let left = MAX_ROWS;
  for (const row of rows) {
    if (left === 0 || found.size >= MAX_MENTIONED) break;
    left--;
    if (!isLog(trace, row)) {
      addWords(inputOf(trace, row).subarray(SELECTOR), found);
      continue;
    }
    const { topics, data } = logOf(trace, row);
    for (const topic of topics.slice(1)) addWords(hexToBytes(topic), found);
    addWords(data, found);
  }
  return [...found].slice(0, MAX_MENTIONED);
}

function addWords(bytes: Uint8Array, found: Set<Address>): void {
  const end = Math.min(bytes.length, MAX_WORDS * WORD);
  for (let at = 0; at + WORD <= end; at += WORD) {
    const isShort = bytes.subarray(at, at + 12).every((byte) => byte === 0);
    // Numbers below 2^64 are no addresses that anybody named.
    if (isShort && bytes.subarray(at + 12, at + 24).some((byte) => byte !== 0))
      found.add(bytesToAddress(bytes.subarray(at + 12, at + WORD)));
  }
}
