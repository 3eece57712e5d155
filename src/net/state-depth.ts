/** How far back endpoints keep the state. */

import type { Capabilities } from '../core/chain/network';
import type { Address } from '../core/chain/primitives';
import { fetchBalance } from './account-reader';
import type { Rpc } from './rpc/rpc';

/** An account that any state can be asked for. */
const NOBODY = '0x0000000000000000000000000000000000000000' as Address;

/** Returns the deepest of a few depths below `head` at which a balance is answered; -1 when none is. Asks for eight of them together. */
export async function findStateDepth(rpc: Rpc, head: number, signal: AbortSignal): Promise<Capabilities['stateDepth']> {
  const first = Math.min(1, head);
  const depths = [100_000, 10_000, 1_024, 127, 16, 0].filter((depth) => head - depth > first || depth === 0);
  const blocks = [first, ...depths.map((depth) => head - depth)];
  const balances = await Promise.all(blocks.map((block) => fetchBalance(rpc, NOBODY, block, { signal })));
  const deepest = balances.findIndex((balance) => balance.ok);
  if (deepest === 0) return 'archive';
  // Blocks have moved on since `head` was asked, so the newest alone proves nothing.
  return deepest < 0 ? -1 : (depths[deepest - 1] ?? -1);
}
