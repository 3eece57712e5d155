/**
 * Networks, their endpoints, and the RPC client of each: which endpoints a
 * network has is read again for every job, so that what the reader changes on
 * the page counts at once. What is known of an endpoint (request slots, rate
 * limits, chain id) is kept apart from the clients, and shared with other tabs.
 */
import type { Capabilities, Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { ConfiguredNetwork, RuntimeConfig } from '../../core/config';
import type { TokenKeeper } from '../../core/hosted/hosted-access';
import { isLoopback } from '../../core/loopback';
import { isVirtualUrl } from '../../core/virtual/virtual-url';
import { createCallCounter } from '../../db/call-counter';
import { readEndpoints, saveServed } from '../../db/endpoints';
import { readNetworks } from '../../db/networks';
import type { Meter } from '../../net/rpc/endpoint';
import { createEndpointStates, type EndpointStates } from '../../net/rpc/endpoint-state';
import { createPeers, type Peers } from '../../net/rpc/peers';
import { createRpc, type Rpc, type RpcEndpoint } from '../../net/rpc/rpc';
import { once } from '../once';
import { Scheduler } from '../scheduler';
import type { LocalNetworks } from './local-networks';
import { createReprobe } from './reprobe';

export type KnownEndpoint = RpcEndpoint & { capabilities?: Capabilities };

export type Chains = {
  configure(config: RuntimeConfig): void;
  /** The configuration, once it came. */
  config(): Promise<RuntimeConfig>;
  /** The configuration's networks, then the reader's, then the generated list; the first of an id counts. */
  networks(): Promise<readonly Network[]>;
  /** Enabled endpoints, first tried first. */
  endpoints(networkId: NetworkId): Promise<readonly KnownEndpoint[]>;
  rpc(networkId: NetworkId): Promise<Rpc>;
  /** What is known of endpoints, shared by all clients and tabs. */
  readonly states: EndpointStates;
  /** Counts calls that do not go through `rpc`. */
  readonly meter: Meter;
  /** The networks that live in this browser. Their code is loaded with the first question. */
  local(): Promise<LocalNetworks>;
  /** Who keeps the tokens of hosted APIs; nobody where no page does. */
  tokens(): TokenKeeper | undefined;
  setTokens(keeper: TokenKeeper): void;
  /** The order of work of the engine. */
  readonly scheduler: Scheduler;
  /** Resolves once nothing is done any more, and call counts are written. */
  settled(): Promise<void>;
};

/** Loads what runs networks in this browser. */
export type OpenLocalNetworks = (chains: Chains, peers: Peers) => Promise<LocalNetworks>;

/** `openLocal` loads what runs the networks of this browser; without it there are none. */
export function createChains(peers: Peers = createPeers(), openLocal?: OpenLocalNetworks): Chains {
  let setConfig: (config: RuntimeConfig) => void = () => {};
  let configured = new Promise<RuntimeConfig>((resolve) => {
    setConfig = resolve;
  });
  let isConfigured = false;
  let tokens: TokenKeeper | undefined;
  const counter = createCallCounter();
  const scheduler = new Scheduler();
  const meter: Meter = ({ ok, ...call }) => counter.count({ ...call, at: Date.now(), failed: !ok });
  const local = once(async () => {
    if (openLocal === undefined) throw new Error('No network of this browser can be asked here.');
    return openLocal(chains, peers);
  });
  const clients = new Map<NetworkId, { made: string; rpc: Rpc }>();
  const states = createEndpointStates(peers, (url, init) =>
    isVirtualUrl(url) ? local().then((networks) => networks.respond(url, init)) : fetch(url, init),
  );
  const reprobe = createReprobe(peers, states, meter);

  /** Keeps which chain an endpoint serves, so that the next visit need not wait for the answer. */
  function keepServed(endpoint: RpcEndpoint, serves: boolean): void {
    if (isLoopback(endpoint.url) || (serves && (endpoint.servedAt ?? 0) > Date.now() - SERVED_AGAIN)) return;
    void scheduler.run('kept', () => saveServed(endpoint, serves ? Date.now() : undefined));
  }

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

  const chains: Chains = {
    local,
    configure(config) {
      if (isConfigured) configured = Promise.resolve(config);
      isConfigured = true;
      setConfig(config);
    },
    config: () => configured,
    async networks() {
      const [config, readers, known] = await Promise.all([configured, readNetworks(), knownNetworks()]);
      const byId = new Map<NetworkId, Network>();
      const completed = config.networks.map((network) => completeNetwork(network, known));
      for (const network of [...completed, ...readers, ...known]) {
        if (!byId.has(network.id)) byId.set(network.id, network);
      }
      return [...byId.values()].filter(({ excluded }) => !excluded);
    },
    endpoints,
    async rpc(networkId) {
      const list = await endpoints(networkId);
      const made = JSON.stringify(list.map(({ url, name, priority }) => [url, name, priority]));
      const known = clients.get(networkId);
      if (known?.made === made) return known.rpc;
      const rpc = createRpc({ networkId, endpoints: list, states, onServed: keepServed, meter });
      clients.set(networkId, { made, rpc });
      void reprobe(networkId, list);
      return rpc;
    },
    tokens: () => tokens,
    setTokens(keeper) {
      tokens = keeper;
    },
    states,
    meter,
    scheduler,
    async settled() {
      await scheduler.idle();
      await counter.flush();
    },
  };
  return chains;
}

/** A network that was configured by its id and endpoints alone, with what is known of the chain. */
function completeNetwork({ isBare, ...network }: ConfiguredNetwork, known: readonly Network[]): Network {
  const same = isBare && known.find(({ id }) => id === network.id);
  if (!same) return network;
  const { rpcUrls, explorers, testnet, hidden, deprecated, excluded, sortOrder, chainConfig } = network;
  return {
    ...same,
    rpcUrls: rpcUrls.length > 0 ? rpcUrls : same.rpcUrls,
    explorers: explorers.length > 0 ? explorers : same.explorers,
    testnet: testnet || same.testnet,
    hidden,
    deprecated: deprecated || same.deprecated,
    excluded,
    sortOrder,
    chainConfig,
  };
}

/** A kept time is not written anew within this, milliseconds. */
const SERVED_AGAIN = 60 * 60_000;

/** First priority of what came with the app. The reader's own endpoints and all that the reader moved are below it. */
const GIVEN = 100;

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
    const known = {
      ...(row?.capabilities === undefined ? {} : { capabilities: row.capabilities }),
      ...(row?.servedAt === undefined ? {} : { servedAt: row.servedAt }),
    };
    // A row may have been kept for what was found of the endpoint: then the list's order counts.
    const priority = row !== undefined && row.priority < GIVEN ? row.priority : GIVEN + index;
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
