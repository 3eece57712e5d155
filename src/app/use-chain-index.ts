/** The index of a network: how far it is, and seeing to it while a page shows what it has. */
import { useEffect } from 'react';
import { DEVELOPMENT_CHAINS } from '../core/chain/development-chains';
import type { Network } from '../core/chain/network';
import type { NetworkId } from '../core/chain/primitives';
import { spansWithin } from '../core/chain/spans';
import { isLoopback } from '../core/values/loopback';
import { readIndexChoice } from '../db/chain-index/index-choices';
import { readIndexProgress } from '../db/chain-index/index-progress';
import type { IndexChoice } from '../db/rows/index-choice-row';
import type { IndexProgress } from '../db/rows/index-progress-row';
import { pageShown } from './page-stages';
import { useLoaded } from './use-loaded';
import { useStored } from './use-stored';
import { ofVisit } from './visit';
import { useWiring } from './wiring';

/** Blocks below the head that are indexed of a chain that is switched on. */
export const DEFAULT_WINDOW = 1_000;

export type ChainIndex = {
  /** off: not indexed · filling: older blocks are missing · whole: all blocks that are wanted are there. Undefined until it is read. */
  state: 'off' | 'paused' | 'filling' | 'whole' | undefined;
  progress: IndexProgress | undefined;
  choice: IndexChoice | undefined;
  /** Lowest block from which on nothing is missing; undefined where the head is missing itself. */
  from: number | undefined;
  /** Percent of the wanted blocks that are there. */
  percent: number;
  choose: (chosen: Chosen) => void;
};

/** Returns whether the index has every block of the chain, so that sums of transfers are balances. */
export function isWholeIndex({ state, from }: ChainIndex): boolean {
  return state === 'whole' && from === 0;
}

/** What was last read of each network, so that its next page need not wait for it. */
const lastRead = ofVisit(() => new Map<NetworkId, Pick<ChainIndex, 'progress' | 'choice'>>());

/** How the index is to be; whether blocks are traced stays as it is unless given. */
type Chosen = Pick<IndexChoice, 'state' | 'window'> & { traces?: boolean };

export function useChainIndex(network: Network): ChainIndex {
  const {
    workers: { indexer },
    config: { explorer },
  } = useWiring();
  const { id } = network;
  const isConfigured = explorer?.networkId === id && explorer.index !== undefined;
  useFollowedIndexes([id]);
  const read = useStored(
    async () => ({ id, progress: await readIndexProgress(id), choice: await readIndexChoice(id) }),
    [id],
    lastRead().has(id),
  );
  // What was read of the network before this one says nothing of it.
  const stored = read?.id === id ? read : lastRead().get(id);
  useEffect(() => {
    if (stored !== undefined) lastRead().set(id, stored);
  }, [id, stored]);
  const { progress, choice } = stored ?? {};
  // A chain with such an id that is far away is no development chain of the reader's, and is not indexed by itself.
  const isLocalDevelopment = DEVELOPMENT_CHAINS.includes(id) && isOnThisMachine(network);
  const isBegun = isConfigured || progress?.head !== undefined || isLocalDevelopment;
  // A node on this machine is taken for one for development, whose chain is indexed without being asked for, until it says otherwise.
  const mayBegin = stored !== undefined && choice === undefined && !isBegun && isOnThisMachine(network);
  const isDevelopment = useLoaded(mayBegin ? `development ${id}` : undefined, () =>
    // A worker that died begins nothing.
    indexer.isDevelopment(id).catch(() => false),
  );
  const isOn = choice === undefined ? isBegun || (mayBegin && isDevelopment !== false) : choice.state === 'on';
  const { from, percent } = extentOf(progress);
  return {
    state:
      stored === undefined
        ? undefined
        : choice?.state === 'paused'
          ? 'paused'
          : !isOn
            ? 'off'
            : percent < 100
              ? 'filling'
              : 'whole',
    progress,
    choice,
    from,
    percent,
    choose: ({ traces = choice?.traces ?? false, ...chosen }) =>
      void indexer.choose({ networkId: id, ...chosen, ...(traces && { traces: true as const }) }).catch(() => {}),
  };
}

function isOnThisMachine({ rpcUrls }: Network): boolean {
  return rpcUrls.length > 0 && rpcUrls.every(isLoopback);
}

/** Sees to the indexes of networks as soon as the page is shown. Without it nothing fills them. */
export function useFollowedIndexes(networkIds: readonly NetworkId[]): void {
  const { indexer } = useWiring().workers;
  const key = networkIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the networks
  useEffect(() => {
    let isCurrent = true;
    void pageShown().then(() => {
      if (!isCurrent) return;
      // Lost with a worker that dies at once; the next page that shows a list asks again.
      for (const id of networkIds) indexer.follow(id).catch(() => {});
    });
    return () => {
      isCurrent = false;
    };
  }, [indexer, key]);
}

function extentOf(progress: IndexProgress | undefined): { from: number | undefined; percent: number } {
  if (progress?.head === undefined || progress.first === undefined) return { from: undefined, percent: 0 };
  const { first, head, spans } = progress;
  const wanted = head - first + 1;
  const there = spansWithin(spans, { first, last: head }).reduce((sum, span) => sum + span.last - span.first + 1, 0);
  const top = spans.at(-1);
  return {
    from: top !== undefined && top.last >= head ? top.first : undefined,
    percent: wanted <= 0 ? 100 : Math.min(100, Math.floor((there / wanted) * 100)),
  };
}
