/** The logs of a call that was simulated, as eth_simulateV1 counts them. */

import { bytesToHash, bytesToHex } from '../../chain/hex';
import type { Address, Hash } from '../../chain/primitives';
import { TRANSFER } from '../../chain/token-standard';
import type { Log } from '../../chain/transaction';
import { RowFlag, RowKind, type Trace } from '../../trace/rows';

/** The token of a transfer of ether that stands as a log: ERC-7528's address of ether. */
const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' as Address;

/** Rows that move ether from one account to another. */
const MOVING: ReadonlySet<number> = new Set([RowKind.call, RowKind.create, RowKind.create2, RowKind.selfdestruct]);

/**
 * Returns the logs that stand, in order; with `transfers`, ether that moved stands among them as a log. go-ethereum
 * counts those too that were taken back; `next` is the index after the last of all.
 */
export function standingLogs(trace: Trace, first: number, transfers: boolean): { logs: Log[]; next: number } {
  const { rows, addresses, words, payload } = trace;
  const logs: Log[] = [];
  let next = first;
  const add = (row: number, log: Omit<Log, 'logIndex'>) => {
    const logIndex = next++;
    if (!(rows.flags[row] & (RowFlag.undone | RowFlag.failed))) logs.push({ ...log, logIndex });
  };
  const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as Hash;
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row];
    const start = rows.inputStart[row];
    if (kind === RowKind.log) {
      const topics = rows.outputStart[row];
      add(row, {
        address: addresses[rows.from[row]],
        topics: Array.from({ length: topics }, (_, i) =>
          bytesToHash(payload.subarray(start + 32 * i, start + 32 * i + 32)),
        ),
        data: bytesToHex(payload.subarray(start + 32 * topics, start + rows.inputLength[row])),
      });
      continue;
    }
    if (!transfers || !MOVING.has(kind)) continue;
    const value = words[rows.value[row]];
    if (value === undefined || BigInt(value) === 0n) continue;
    const [from, to] = [addresses[rows.from[row]], addresses[rows.to[row]]];
    if (to === undefined) continue;
    add(row, {
      address: ETHER,
      topics: [TRANSFER, word(from), word(to)],
      data: word(`0x${BigInt(value).toString(16)}`),
    });
  }
  return { logs, next };
}
