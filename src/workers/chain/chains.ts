/**
 * Networks, their endpoints, and the one door to each: which endpoints a
 * network has is read again for every job, so that what the reader changes on
 * the page counts at once, and what is known of an endpoint (rate limits,
 * chain id) is kept while the list stays the same.
 */
import type { Capabilities, Endpoint, Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { RuntimeConfig } from '../../core/config';
import { createCallCounter } from '../../db/call-counts';
import { readEndpoints } from '../../db/endpoints';
import { readNetworks } from '../../db/networks';
import type { Meter } from '../../net/rpc/endpoint';
import { createRpc, type Rpc } from '../../net/rpc/rpc';
import { type Arrivals, createArrivals } from './transaction-request';
import { type Backlog, createBacklog } from './write-queue';

export type KnownEndpoint = Endpoint & { capabilities?: Capabilities };

export type Chains = {
  configure(config: RuntimeConfig): void;
  /** The configuration, once it came. */
  config(): Promise<RuntimeConfig>;
  /** The configuration's networks, then the reader's, then the generated list; the first of an id counts. */
  networks(): Promise<readonly Network[]>;
  /** Enabled endpoints, first tried first. */
  endpoints(networkId: NetworkId): Promise<readonly KnownEndpoint[]>;
  rpc(networkId: NetworkId): Promise<Rpc>;
  /** Transactions on their way. */
  readonly arrivals: Arrivals;
  /** Counts calls that do not go through `rpc`. */
  readonly meter: Meter;
  /** Writes that wait until the reader has seen something. */
  readonly backlog: Backlog;
  /** Writes what waits: the backlog, and call counts. */
  flush(): Promise<void>;
};

export function createChains(): Chains {
  let setConfig: (config: RuntimeConfig) => void = () => {};
  let configured = new Promise<RuntimeConfig>((resolve) => {
    setConfig = resolve;
  });
  let isConfigured = false;
  const counter = createCallCounter();
  const backlog = createBacklog();
  const meter: Meter = ({ ok, ...call }) => counter.count({ ...call, at: Date.now(), failed: !ok });
  const doors = new Map<NetworkId, { made: string; rpc: Rpc }>();

  async function endpoints(networkId: NetworkId): Promise<readonly KnownEndpoint[]> {
    const kept = await readEndpoints(networkId);
    const given = (await configured).networks.find(({ id }) => id === networkId)?.rpcUrls ?? [];
    const chosen = [
      ...joinEndpoints(networkId, given, 'config', kept),
      ...kept.filter(({ origin }) => origin === 'reader'),
    ];
    // Public endpoints are strangers: asked only where the reader and the deployment name none.
    const all = chosen.some(({ enabled }) => enabled)
      ? chosen
      : [...chosen, ...(await publicEndpoints(networkId, kept))];
    return all.filter(({ enabled }) => enabled).sort((a, b) => a.priority - b.priority);
  }

  return {
    configure(config) {
      if (isConfigured) configured = Promise.resolve(config);
      isConfigured = true;
      setConfig(config);
    },
    config: () => configured,
    async networks() {
      const [config, readers, known] = await Promise.all([configured, readNetworks(), knownNetworks()]);
      const byId = new Map<NetworkId, Network>();
      for (const network of [...config.networks, ...readers, ...known]) {
        if (!byId.has(network.id)) byId.set(network.id, network);
      }
      return [...byId.values()].filter(({ excluded }) => !excluded);
    },
    endpoints,
    async rpc(networkId) {
      const list = await endpoints(networkId);
      const made = JSON.stringify(list.map(({ url, name, priority }) => [url, name, priority]));
      const door = doors.get(networkId);
      if (door?.made === made) return door.rpc;
      const rpc = createRpc({ networkId, endpoints: list, meter });
      doors.set(networkId, { made, rpc });
      return rpc;
    },
    arrivals: createArrivals(),
    meter,
    backlog,
    async flush() {
      await backlog.flush();
      await counter.flush();
    },
  };
}

/** The part of a URL that names an endpoint to the reader: its host, never a key in its path. */
export function endpointName(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'endpoint';
  }
}

/** Endpoints made of URLs, with what is kept of each: what was probed, and whether the reader switched it off. */
function joinEndpoints(
  networkId: NetworkId,
  urls: readonly string[],
  origin: 'config' | 'public',
  kept: readonly KnownEndpoint[],
): KnownEndpoint[] {
  return urls.map((url, index) => {
    const row = kept.find((candidate) => candidate.url === url && candidate.origin === origin);
    const known = row?.capabilities === undefined ? {} : { capabilities: row.capabilities };
    const priority = row?.priority ?? 100 + index;
    return { networkId, url, name: endpointName(url), origin, enabled: row?.enabled ?? true, priority, ...known };
  });
}

async function publicEndpoints(networkId: NetworkId, kept: readonly KnownEndpoint[]): Promise<KnownEndpoint[]> {
  const network = (await knownNetworks()).find(({ id }) => id === networkId);
  return joinEndpoints(networkId, network?.rpcUrls ?? [], 'public', kept);
}

/** The generated list; loaded when it is first needed, because it is large. */
async function knownNetworks(): Promise<readonly Network[]> {
  const { loadKnownNetworks } = await import('../../core/chain/known-networks');
  return loadKnownNetworks();
}
