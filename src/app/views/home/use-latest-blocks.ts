import type { Network } from '../../../core/chain/network';
import type { Block } from '../../../core/chain/transaction';
import type { Failure } from '../../../core/values/failure';
import { useHead } from '../../chain-head';
import { useQuestion } from '../../use-question';

/** Blocks of the home page. */
export const LATEST = 10;

export type LatestBlocks = {
  /** Newest first. */
  blocks: readonly Block[];
  /** Why there are no blocks, or no newer ones. The blocks that were read stay. */
  failure?: Failure;
};

const NO_BLOCKS: readonly Block[] = [];

/** Returns the last blocks of the network, asked again when the head moves. */
export function useLatestBlocks(network: Network): LatestBlocks {
  const head = useHead(network.id);
  const number = head?.ok ? head.value.blockNumber : undefined;
  const headFailure = head?.ok === false ? head.error : undefined;
  const answer = useQuestion(
    'chain',
    `blocks ${network.id}`,
    (chain, job) => chain.loadBlocks(job, network.id, number ?? 0, LATEST),
    { version: number, when: number !== undefined },
  );
  const failure = answer.state === 'failed' ? answer.failure : headFailure;
  return {
    blocks: answer.last ?? NO_BLOCKS,
    ...(failure && { failure }),
  };
}
