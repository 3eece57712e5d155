import { useEffect, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Block } from '../../../core/chain/transaction';
import type { Failure } from '../../../core/failure';
import { useHead } from '../../head';
import { newJobId } from '../../use-answer';
import { useTraceApi } from '../../wiring';

/** Blocks of the home page (spec §9). */
export const LATEST = 10;

export type LatestBlocks = {
  /** Newest first; grows while older ones are asked for. */
  blocks: readonly Block[];
  /** Why there are no more; what is there stays. */
  failure?: Failure;
  complete: boolean;
};

/** The last blocks of the network, asked one after the other, again when the head moves. */
export function useLatestBlocks(network: Network): LatestBlocks {
  const api = useTraceApi();
  const head = useHead(network.id);
  const number = head?.ok ? head.value.blockNumber : undefined;
  const headFailure = head?.ok === false ? head.error : undefined;
  const [latest, setLatest] = useState<{ network: Network; blocks: readonly Block[]; failure?: Failure }>();
  const blocks = latest?.network === network ? latest.blocks : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocks known when the head moved; later ones are its own
  useEffect(() => {
    if (number === undefined) return;
    const job = newJobId();
    const known = new Map(blocks.map((block) => [block.number, block]));
    let current = true;
    void (async () => {
      for (let at = number; at > number - LATEST && at >= 0; at--) {
        if (known.has(at)) continue;
        const result = await api.loadBlock(job, network.id, at).catch(() => undefined);
        if (!current || result === undefined) return;
        if (result.ok) known.set(at, result.value.block);
        const failed = result.ok ? {} : { failure: result.error };
        setLatest({ network, blocks: unbroken(known, number), ...failed });
        if (!result.ok) return;
      }
    })();
    return () => {
      current = false;
      api.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
    };
  }, [api, network, number]);

  const failure = (latest?.network === network ? latest.failure : undefined) ?? headFailure;
  return {
    blocks,
    complete: number !== undefined && blocks.length >= Math.min(LATEST, number + 1),
    ...(failure && { failure }),
  };
}

/** The run of blocks from `head` down whose hashes fit; on a chain that was reset, older ones do not belong to it. */
function unbroken(known: ReadonlyMap<number | undefined, Block>, head: number): readonly Block[] {
  const run: Block[] = [];
  for (let at = head; run.length < LATEST; at--) {
    const block = known.get(at);
    const child = run.at(-1);
    if (!block || (child && child.parentHash !== block.hash)) break;
    run.push(block);
  }
  return run;
}
