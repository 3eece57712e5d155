/** Blocks without their transactions, from an endpoint alone: nothing of the database is loaded for them. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Block } from '../../core/chain/transaction';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchBlock } from '../../net/chain-reader';
import type { Chains } from './chains';

/** Blocks that one call of `loadBlocks` loads at most. */
const MAX_BLOCKS = 100;

/** Loads blocks from `newest` down, asked together so that the transport batches them. */
export async function loadBlocks(
  chains: Chains,
  networkId: NetworkId,
  newest: number,
  count: number,
  signal: AbortSignal,
): Promise<Result<readonly Block[], Failure>> {
  const rpc = await chains.rpc(networkId);
  const length = Math.max(0, Math.min(count, MAX_BLOCKS, newest + 1));
  const numbers = Array.from({ length }, (_, index) => newest - index);
  const answers = await Promise.all(numbers.map((number) => fetchBlock(rpc, number, { signal })));
  const blocks: Block[] = [];
  for (const answer of answers) {
    if (!answer.ok) return fail(answer.error);
    blocks.push(answer.value);
  }
  return ok(blocks);
}
