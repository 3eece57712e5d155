/** The networks that are watched: one loop each, in one of all tabs; and telling what was found. */
import type { NetworkId } from '../../core/chain/primitives';
import { harmlessText } from '../../core/text/harmless';
import type { Watch } from '../../core/watch/watch';
import { webhookBody } from '../../core/watch/webhook';
import type { WatchMatchRow } from '../../db/rows/watch-row';
import { markTold, readUntold, readWatches } from '../../db/watches/watches';
import { runAsLeader } from '../../net/leader';
import { createPeers, type Peers } from '../../net/rpc/peers';
import { postToWebhook } from '../../net/webhook';
import type { Chains } from '../chain/chains';
import { networkOf } from '../chain/find-network';
import { Pause } from '../scheduling/pause';
import { stepWatch } from './chain-watch';
import { databaseStore } from './database-store';
import { rpcChain } from './rpc-chain';
import type { WatchApi, WatchNotice } from './watch.api';
import { createWatchedSimulations } from './watched-simulations';

/** Times in milliseconds. */
export type WatchPace = {
  /** Between two questions for the head: of a node on this machine, and of others, whose blocks take seconds. */
  local: number;
  remote: number;
  /** After an endpoint or storage failed. */
  afterFailure: number;
};
const PACE: WatchPace = { local: 2_000, remote: 12_000, afterFailure: 15_000 };
/** Finds that are told at a time; the others follow. */
const TOLD_AT_ONCE = 50;
const MAX_WHAT = 200;

export type Watching = { api: WatchApi; stop(): Promise<void> };

export function createWatching(chains: Chains, peers: Peers = createPeers(), pace: WatchPace = PACE): Watching {
  const loops = new Map<NetworkId, { pause: Pause; ended: Promise<void> }>();
  const stopped = new AbortController();
  let notify: (notices: readonly WatchNotice[]) => void = () => {};

  function start(networkId: NetworkId): void {
    const pause = new Pause(stopped.signal);
    const store = databaseStore(networkId);
    const simulate = createWatchedSimulations(() => networkOf(chains, networkId));
    const pass = async () => {
      const rpc = (await chains.rpc(networkId)).lane('background');
      const outcome = await stepWatch(rpcChain(rpc, stopped.signal, simulate), store);
      await tellUntold(networkId, notify, stopped.signal);
      if (outcome === 'more') return 0;
      if (outcome === 'failed') return pace.afterFailure;
      return rpc.isLocal ? pace.local : pace.remote;
    };
    const ended = runAsLeader(peers, `watch ${networkId}`, () => pause.repeat(pass, pace.afterFailure));
    loops.set(networkId, { pause, ended });
  }

  return {
    api: {
      async subscribe(tell) {
        notify = tell;
      },
      async follow() {
        await chains.config();
        const watched = new Set((await readWatches()).filter(({ isOn }) => isOn).map(({ networkId }) => networkId));
        for (const networkId of watched) {
          const loop = loops.get(networkId);
          if (loop === undefined) start(networkId);
          else loop.pause.wake();
        }
      },
      testWebhook: (url, format, test) =>
        postToWebhook(
          url,
          webhookBody(format, { id: 'test', ...test, ...pageOf(test.networkId, test) }),
          stopped.signal,
        ),
    },
    async stop() {
      stopped.abort();
      for (const { pause } of loops.values()) pause.wake();
      await Promise.all([...loops.values()].map(({ ended }) => ended));
    },
  };
}

/**
 * Tells what was not told, then keeps that it was. A kill between the two tells again, under the same id: a notification
 * with the id of one that is shown takes its place, and a webhook is given the id.
 */
async function tellUntold(
  networkId: NetworkId,
  notify: (notices: readonly WatchNotice[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const rows = await readUntold(networkId, TOLD_AT_ONCE);
  if (rows.length === 0) return;
  const watches = new Map((await readWatches(networkId)).map((watch) => [watch.id, watch]));
  const noticed = rows.filter(({ watchId, isGone }) => !isGone && watches.get(watchId)?.notifies === true);
  if (noticed.length > 0) notify(noticed.map((row) => noticeOf(row, watches.get(row.watchId))));
  const told: Pick<WatchMatchRow, 'watchId' | 'key' | 'webhookFailure'>[] = [];
  for (const row of rows) {
    const { watchId, key } = row;
    const watch = watches.get(watchId);
    const url = row.isGone ? undefined : watch?.webhook;
    const body = webhookBody(watch?.webhookFormat ?? 'json', noticeOf(row, watch));
    const sent = url === undefined ? undefined : await postToWebhook(url, body, signal);
    if (signal.aborted) return;
    told.push({ watchId, key, ...(sent !== undefined && !sent.ok && { webhookFailure: sent.error }) });
  }
  await markTold(told);
}

function noticeOf(row: WatchMatchRow, watch: Watch | undefined): WatchNotice {
  return {
    id: `${row.watchId} ${row.key}`,
    networkId: row.networkId,
    name: harmlessText(watch?.name ?? '', MAX_WHAT),
    what: harmlessText(row.what, MAX_WHAT),
    blockNumber: row.blockNumber,
    ...(row.transactionHash && { transactionHash: row.transactionHash }),
    ...pageOf(row.networkId, row),
  };
}

/** The page of the transaction, or of the block, in the app that watches. */
function pageOf(
  networkId: NetworkId,
  { transactionHash, blockNumber }: Pick<WatchNotice, 'transactionHash' | 'blockNumber'>,
): { url?: string } {
  const { origin } = globalThis.location ?? {};
  const page = transactionHash === undefined ? `block/${blockNumber ?? 'latest'}` : `tx/${transactionHash}`;
  return origin === undefined ? {} : { url: `${origin}/${networkId}/${page}` };
}
