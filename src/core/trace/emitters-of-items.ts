/** Contracts that say with a Transfer of four topics that they have items (ERC-721). */
import { bytesToHash } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { TRANSFER } from '../chain/token-standard';
import { inputOf, isLog } from './row-fields';
import { rowIndex, type Trace } from './rows';

/** Returns the emitters of such events in a trace, also of undone ones. Linear in the rows. */
export function emittersOfItems(trace: Trace): ReadonlySet<Address> {
  const found = new Set<Address>();
  const { outputStart, from, length } = trace.rows;
  for (let index = 0; index < length; index++) {
    const row = rowIndex(index);
    if (!isLog(trace, row) || outputStart[row] !== 4) continue;
    if (bytesToHash(inputOf(trace, row).subarray(0, 32)) === TRANSFER) found.add(trace.addresses[from[row]]);
  }
  return found;
}
