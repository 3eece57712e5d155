/**
 * Keeps what probes found of endpoints from growing old. An endpoint that the
 * reader never had probed is not probed. What a probe found rules trace methods
 * out, so the endpoint is probed again after a week, by one tab, behind all
 * calls of the reader.
 */
import type { Capabilities } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { runAsLeader } from '../../net/leader';
import type { Meter } from '../../net/rpc/endpoint';
import type { EndpointStates } from '../../net/rpc/endpoint-state';
import type { Peers } from '../../net/rpc/peers';
import { delay } from '../scheduling/wait';

/** Providers change what they offer, and nodes are updated, about so often; milliseconds. */
const WEEK = 7 * 24 * 60 * 60_000;
/** A probe in the background waits for every call of the reader; milliseconds. */
const PATIENCE = 10 * 60_000;

/** The page that asks first is complete by then, its code loaded and its rows drawn; milliseconds. */
const START_AFTER = 30_000;

/** The capabilities of an endpoint, where it was probed. */
type Probed = { capabilities?: Capabilities };

/** Probes old endpoints of a network again, once for each network; `startAfter` is for tests. */
export function createReprobe(peers: Peers, states: EndpointStates, meter: Meter, startAfter = START_AFTER) {
  const begun = new Set<NetworkId>();

  async function probeAgain(networkId: NetworkId): Promise<void> {
    const [{ probeEndpoint }, { readEndpoints, saveCapabilities }] = await Promise.all([
      import('../../net/probe'),
      import('../../db/networks/endpoints'),
    ]);
    // Read again: the tab that led before may have probed them all.
    for (const { capabilities, ...endpoint } of await readEndpoints(networkId)) {
      if (!endpoint.enabled || !isOld(capabilities)) continue;
      const options = { states, meter, lane: 'background', deadline: AbortSignal.timeout(PATIENCE) } as const;
      const probed = await probeEndpoint(endpoint, options);
      // An endpoint that is down just now keeps what was known of it.
      if (probed.ok) await saveCapabilities(endpoint, probed.value);
    }
  }

  return async (networkId: NetworkId, endpoints: readonly Probed[]): Promise<void> => {
    if (begun.has(networkId) || !endpoints.some(({ capabilities }) => isOld(capabilities))) return;
    begun.add(networkId);
    await delay(startAfter);
    await runAsLeader(peers, `probe ${networkId}`, () => probeAgain(networkId));
  };
}

function isOld(capabilities: Capabilities | undefined): boolean {
  return capabilities !== undefined && capabilities.probedAt < Date.now() - WEEK;
}
