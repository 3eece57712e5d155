/**
 * What failed inside a transaction that succeeded. Contracts that carry out what others signed go on where that fails, and
 * say so by an event alone: an EntryPoint of its user operations (ERC-4337), a Safe of its transactions.
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
  parts: 'user operation' | 'Safe transaction' | 'module transaction';
  failed: number;
  of: number;
  origin?: RowIndex;
};

type Told = { parts: FailedInside['parts']; failed: (data: Uint8Array) => boolean };

const yes = () => true;
const no = () => false;

/**
 * The first topic of UserOperationEvent(bytes32 indexed hash, address indexed account, address indexed paymaster, uint256 nonce,
 * bool success, uint256, uint256) of EntryPoints since 0.6.
 */
export const USER_OPERATION: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/** Events that tell of parts, by their first topic. */
const TOLD: ReadonlyMap<Hex, Told> = new Map<Hex, Told>([
  [
    USER_OPERATION,
    {
      parts: 'user operation',
      failed: (data) => data.length >= 64 && data.subarray(32, 64).every((byte) => byte === 0),
    },
  ],
  // ExecutionFailure(bytes32,uint256) and ExecutionSuccess(bytes32,uint256)
  ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23', { parts: 'Safe transaction', failed: yes }],
  ['0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e', { parts: 'Safe transaction', failed: no }],
  // ExecutionFromModuleFailure(address indexed) and ExecutionFromModuleSuccess(address indexed)
  ['0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375', { parts: 'module transaction', failed: yes }],
  ['0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8', { parts: 'module transaction', failed: no }],
]);
/** Selectors that rows of such events have. */
const SELECTORS: ReadonlySet<string> = new Set([...TOLD.keys()].map((topic) => topic.slice(0, 10)));

/**
 * Functions that carry out such parts: handleOps and handleAggregatedOps of EntryPoints 0.6 and since 0.7, execTransaction,
 * execTransactionFromModule and execTransactionFromModuleReturnData of Safes.
 */
const CARRYING: ReadonlySet<Selector | undefined> = new Set<Selector>(
  [0x1fad948c, 0x4b1d7cf5, 0x765e827f, 0xdbed18e0, 0x6a761202, 0x468721a7, 0x5229073f].map(
    (number): Selector => `0x${number.toString(16)}` as Selector,
  ),
);

/**
 * Returns what was told of as failed by the contract that the transaction was sent to, or else by those that others call to
 * carry such parts out; undefined where nothing was told of, and where parts of several kinds failed: no kind is the whole
 * then. Events of others are their word. Linear in the rows.
 */
export function failedInside(trace: Trace): FailedInside | undefined {
  if (!trace.selectors.some((selector) => SELECTORS.has(selector))) return undefined;
  const logs = lastingLogs(trace);
  const told = toldIn(trace, logs, [rowIndex(0)]);
  const counts = [...(told.size > 0 ? told : toldIn(trace, logs, carryingFrames(trace))).values()];
  const failed = counts.filter((count) => count.failed > 0);
  return failed.length === 1 ? failed[0] : undefined;
}

/** What the callees of these frames told inside of them, by its kind. Both lists ascend, and no frame is inside another. */
function toldIn(trace: Trace, logs: readonly RowIndex[], frames: readonly RowIndex[]) {
  const { rows } = trace;
  const counts = new Map<FailedInside['parts'], FailedInside>();
  let at = 0;
  for (const row of logs) {
    while (at < frames.length && row >= rows.subtreeEnd[frames[at]]) at++;
    const frame = frames[at];
    if (frame === undefined) break;
    if (row < frame || rows.from[row] !== rows.to[frame] || !SELECTORS.has(selectorOf(trace, row) ?? '')) continue;
    const { topics, data } = logOf(trace, row);
    const told = topics[0] && TOLD.get(topics[0]);
    if (!told) continue;
    const count = counts.get(told.parts) ?? { parts: told.parts, failed: 0, of: 0 };
    counts.set(told.parts, count);
    count.of++;
    if (!told.failed(data)) continue;
    count.failed++;
    const origin = count.failed === 1 ? failedBefore(trace, row) : undefined;
    if (origin !== undefined) count.origin = origin;
  }
  return counts;
}

/** The outermost frames of such functions. */
function carryingFrames(trace: Trace): RowIndex[] {
  const { rows } = trace;
  const found: RowIndex[] = [];
  for (let row = 0; row < rows.length; row++) {
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
