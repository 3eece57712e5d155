/** Where the chain leaves what was indexed of it. */
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { blockAt, countBlocks, type Spans } from '../../core/chain/spans';
import type { Block } from '../../core/chain/transaction';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readBlockSummaries } from '../../db/chain/blocks';
import { fetchBlock } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';

/**
 * Finds the highest indexed block that the chain still has, -1 for none, or undefined where it has all of them: at
 * most as many questions as a bisection takes. An endpoint that lags behind the index, or has deleted old blocks,
 * does not take blocks back, unless it is a node on this machine: development nodes go back to snapshots.
 */
export async function findForkPoint(
  rpc: Rpc,
  networkId: NetworkId,
  spans: Spans,
  head: Block,
  signal: AbortSignal,
): Promise<Result<number | undefined, Failure>> {
  const top = spans.at(-1)?.last;
  if (top === undefined || head.number === undefined) return ok(undefined);
  const headNumber = head.number;
  if (headNumber < top && !rpc.isLocal) return ok(undefined);

  /** Whether the chain has the indexed block of this number. */
  const has = async (number: number): Promise<Result<boolean, Failure>> => {
    const indexed = await indexedHash(networkId, number);
    if (number > headNumber || indexed === undefined) return ok(false);
    if (number === headNumber) return ok(indexed === head.hash);
    if (number === headNumber - 1) return ok(indexed === head.parentHash);
    const block = await fetchBlock(rpc, number, { signal });
    if (block.ok) return ok(block.value.hash === indexed);
    return block.error.code === 'notFound' ? ok(!rpc.isLocal) : block;
  };
  const isWhole = await has(top);
  if (!isWhole.ok) return isWhole;
  if (isWhole.value) return ok(undefined);
  // The chain has the first `kept` of the indexed blocks, in their order.
  let kept = 0;
  let gone = countBlocks(spans) - 1;
  while (kept < gone) {
    const middle = Math.floor((kept + gone) / 2);
    const found = await has(blockAt(spans, middle) ?? 0);
    if (!found.ok) return found;
    if (found.value) kept = middle + 1;
    else gone = middle;
  }
  return ok(kept === 0 ? -1 : blockAt(spans, kept - 1));
}

async function indexedHash(networkId: NetworkId, number: number): Promise<Hash | undefined> {
  const { rows } = await readBlockSummaries(networkId, { cursor: `${number + 1}.0`, limit: 1 });
  return rows[0]?.number === number ? rows[0].hash : undefined;
}
