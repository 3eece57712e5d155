/** What endpoints that no longer keep the state of a block still keep. It is loaded where that state is gone. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { fetchBlockNumber } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import { findStateDepth } from '../../../net/state-depth';

/** Returns a sentence on how far back the endpoints reach, after a space; empty where they do not say. */
export async function howFarBack(rpc: Rpc, signal: AbortSignal): Promise<string> {
  const head = await fetchBlockNumber(rpc, { signal });
  if (!head.ok) return '';
  const depth = await findStateDepth(rpc, head.value, signal);
  if (depth === 'archive' || depth < 0) return '';
  if (depth === 0) return ' It keeps the state of the newest block alone.';
  return ` It reaches back to block ${formatInteger(head.value - depth)} at least, ${countOf(depth, 'block')} before the newest.`;
}
