/**
 * What failed inside a transaction that succeeded. Contracts that carry out what others signed go on where that fails, and
 * say so by an event alone: an EntryPoint of its user operations (ERC-4337), a Safe of its transactions.
 */

import type { Hex } from '../chain/primitives';
import { lastingLogs, logOf } from './row-fields';
import type { Trace } from './rows';

/** How many of the parts that the called contract told of failed; `parts` says what they are. */
export type FailedInside = {
  parts: 'user operation' | 'Safe transaction' | 'module transaction';
  failed: number;
  of: number;
};

type Told = { parts: FailedInside['parts']; failed: (data: Uint8Array) => boolean };

const yes = () => true;
const no = () => false;

/**
 * The first topic of UserOperationEvent(bytes32 indexed hash, address indexed account, address indexed paymaster, uint256 nonce,
 * bool success, uint256, uint256) of EntryPoints since 0.6.
 */
export const USER_OPERATION: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';

/** By their first topic. */
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
/** What rows of such events have as their selector. */
const SELECTORS: ReadonlySet<string> = new Set([...TOLD.keys()].map((topic) => topic.slice(0, 10)));

/**
 * Returns what the contract that the transaction was sent to told of as failed; undefined where it told of nothing, and
 * where parts of several kinds failed: no kind is the whole then. Events of others are their word. Linear in the rows.
 */
export function failedInside(trace: Trace): FailedInside | undefined {
  const { rows, selectors } = trace;
  if (!selectors.some((selector) => SELECTORS.has(selector))) return undefined;
  const counts = new Map<FailedInside['parts'], FailedInside>();
  for (const row of lastingLogs(trace)) {
    if (rows.from[row] !== rows.to[0] || !SELECTORS.has(selectors[rows.selector[row]])) continue;
    const { topics, data } = logOf(trace, row);
    const told = topics[0] && TOLD.get(topics[0]);
    if (!told) continue;
    const count = counts.get(told.parts) ?? { parts: told.parts, failed: 0, of: 0 };
    count.of++;
    if (told.failed(data)) count.failed++;
    counts.set(told.parts, count);
  }
  const failed = [...counts.values()].filter((count) => count.failed > 0);
  return failed.length === 1 ? failed[0] : undefined;
}
