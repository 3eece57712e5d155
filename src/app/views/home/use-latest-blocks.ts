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
  /** Newest first. */
  blocks: readonly Block[];
  /** Why there are none, or no newer ones; what is there stays. */
  failure?: Failure;
};

/** The last blocks of the network, asked again when the head moves. */
export function useLatestBlocks(network: Network): LatestBlocks {
  const api = useTraceApi();
  const head = useHead(network.id);
  const number = head?.ok ? head.value.blockNumber : undefined;
  const headFailure = head?.ok === false ? head.error : undefined;
  const [latest, setLatest] = useState<{ network: Network; blocks: readonly Block[]; failure?: Failure }>();
  const blocks = latest?.network === network ? latest.blocks : [];

  useEffect(() => {
    if (number === undefined) return;
    const job = newJobId();
    let current = true;
    api.loadBlocks(job, network.id, number, LATEST).then(
      (result) => {
        if (!current) return;
        setLatest((was) => ({
          network,
          blocks: result.ok ? result.value : was?.network === network ? was.blocks : [],
          ...(!result.ok && { failure: result.error }),
        }));
      },
      () => {}, // the worker stopped; the notice says so
    );
    return () => {
      current = false;
      api.cancel(job).catch(() => {}); // a worker that died has nothing left to cancel
    };
  }, [api, network, number]);

  const failure = (latest?.network === network ? latest.failure : undefined) ?? headFailure;
  return {
    blocks,
    ...(failure && { failure }),
  };
}
