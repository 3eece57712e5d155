/**
 * What failed inside a transaction that succeeded. Contracts that carry out what others signed go on where that fails, and
 * say so by an event alone: an EntryPoint of its user operations (ERC-4337), a Safe of its transactions, a forwarder of its
 * requests (ERC-2771).
 */

import type { Hex, Selector } from '../chain/primitives';
import { isFrameKind } from './failures';
import { lastingLogs, logOf, selectorOf } from './row-fields';
import { RowFlag, type RowIndex, rowIndex, type Trace } from './rows';

/**
 * How many of the parts that were told of failed; `parts` says what they are, `origin` is the frame in which the first of
 * them failed, undefined where the trace has no such frame.
 */
export type FailedInside = {
  parts: 'user operation' | 'Safe transaction' | 'module transaction' | 'forwarded request';
  failed: number;
  of: number;
  origin?: RowIndex;
};

type Told = { parts: FailedInside['parts']; failed: (data: Uint8Array) => boolean };

const yes = () => true;
const no = () => false;
/** The second word of what is told is false. */
const bySecondWord = (data: Uint8Array) => data.length >= 64 && data.subarray(32, 64).every((byte) => byte === 0);

/**
 * The first topic of UserOperationEvent(bytes32 indexed hash, address indexed account, address indexed paymaster, uint256 nonce,
 * bool success, uint256, uint256) of EntryPoints since 0.6.
 */
export const USER_OPERATION: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/** By the first four bytes of their first topic, which rows of events have as their selector. */
const TOLD: ReadonlyMap<string | undefined, Told> = new Map<string | undefined, Told>([
  [USER_OPERATION.slice(0, 10), { parts: 'user operation', failed: bySecondWord }],
  // ExecutedForwardRequest(address indexed signer, uint256 nonce, bool success) of OpenZeppelin's forwarders
  ['0x842fb24a', { parts: 'forwarded request', failed: bySecondWord }],
  // ExecutionFailure(bytes32,uint256) and ExecutionSuccess(bytes32,uint256)
  ['0x23428b18', { parts: 'Safe transaction', failed: yes }],
  ['0x442e715f', { parts: 'Safe transaction', failed: no }],
  // ExecutionFromModuleFailure(address indexed) and ExecutionFromModuleSuccess(address indexed)
  ['0xacd2c870', { parts: 'module transaction', failed: yes }],
  ['0x6895c136', { parts: 'module transaction', failed: no }],
]);

/**
 * Functions that carry out such parts: handleOps and handleAggregatedOps of EntryPoints 0.6 and since 0.7, execTransaction,
 * execTransactionFromModule and execTransactionFromModuleReturnData of Safes, executeBatch of forwarders.
 */
const CARRYING: ReadonlySet<Selector | undefined> = new Set<Selector>(
  [0x1fad948c, 0x4b1d7cf5, 0x765e827f, 0xdbed18e0, 0x6a761202, 0x468721a7, 0x5229073f, 0xccf96b4a].map(
    (number): Selector => `0x${number.toString(16)}` as Selector,
  ),
);

/**
 * Returns what was told of as failed by the contract that the transaction was sent to, or else by the outermost of those that
 * others call to carry such parts out; undefined where nothing was told of, and where parts of several kinds failed: no kind
 * is the whole then. Events of others are their word. Linear in the rows for each such call inside of another.
 */
export function failedInside(trace: Trace): FailedInside | undefined {
  if (!trace.selectors.some((selector) => TOLD.has(selector))) return undefined;
  const logs = lastingLogs(trace);
  let frames = [rowIndex(0)];
  let failed = failedIn(trace, logs, frames);
  while (failed.length === 0 && frames.length > 0) {
    frames = frames.flatMap((frame) => carryingBelow(trace, frame));
    failed = failedIn(trace, logs, frames);
  }
  return failed.length === 1 ? failed[0] : undefined;
}

/** Counts the kinds that failed, by the events that the callees of these frames emitted inside of them. Both lists ascend, and no frame is inside another. */
function failedIn(trace: Trace, logs: readonly RowIndex[], frames: readonly RowIndex[]): FailedInside[] {
  const { rows } = trace;
  const counts = new Map<FailedInside['parts'], FailedInside>();
  let at = 0;
  for (const row of logs) {
    while (at < frames.length && row >= rows.subtreeEnd[frames[at]]) at++;
    const frame = frames[at];
    if (frame === undefined) break;
    const told = TOLD.get(selectorOf(trace, row));
    if (row < frame || rows.from[row] !== rows.to[frame] || told === undefined) continue;
    const count = counts.get(told.parts) ?? { parts: told.parts, failed: 0, of: 0 };
    counts.set(told.parts, count);
    count.of++;
    if (!told.failed(logOf(trace, row).data)) continue;
    count.failed++;
    const origin = count.failed === 1 ? failedBefore(trace, row) : undefined;
    if (origin !== undefined) count.origin = origin;
  }
  return [...counts.values()].filter((count) => count.failed > 0);
}

/** The outermost frames of such functions below a frame. */
function carryingBelow(trace: Trace, frame: RowIndex): RowIndex[] {
  const { rows } = trace;
  const found: RowIndex[] = [];
  for (let row = frame + 1; row < rows.subtreeEnd[frame]; row++) {
    if (!isFrameKind(rows.kind[row]) || !CARRYING.has(selectorOf(trace, rowIndex(row)))) continue;
    found.push(rowIndex(row));
    row = rows.subtreeEnd[row] - 1;
  }
  return found;
}

/** The last frame that failed right below the one that emitted `log`, before it. */
function failedBefore({ rows }: Trace, log: RowIndex): RowIndex | undefined {
  let failed: RowIndex | undefined;
  const parent = rows.parent[log];
  for (let row = parent + 1; row < log; row = rows.subtreeEnd[row])
    if ((rows.flags[row] & RowFlag.failed) !== 0) failed = rowIndex(row);
  return failed;
}
