/**
 * Networks, their endpoints, and the RPC client of each: which endpoints a
 * network has is read again for every job, so that what the reader changes on
 * the page counts at once. What is known of an endpoint (request slots, rate
 * limits, chain id) is kept apart from the clients, and shared with other tabs.
 */
import type { Capabilities, Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import type { ConfiguredNetwork, RuntimeConfig } from '../../core/config/runtime-config';
import type { TokenKeeper } from '../../core/hosted/hosted-access';
import { isLoopback } from '../../core/values/loopback';
import { isVirtualUrl } from '../../core/virtual/virtual-url';
import { askKept } from '../../db/database';
import { createCallCounter } from '../../db/networks/call-counter';
import type { KeptEndpoint } from '../../db/rows/endpoint-row';
import type { Meter } from '../../net/rpc/endpoint';
import { createEndpointStates, type EndpointStates } from '../../net/rpc/endpoint-state';
import { createPeers, type Peers } from '../../net/rpc/peers';
import { createRpc, type Rpc, type RpcEndpoint } from '../../net/rpc/rpc';
import { once } from '../scheduling/once';
import { Scheduler } from '../scheduling/scheduler';
import type { LocalNetworks } from './local-networks';
import { createReprobe } from './reprobe';

export type KnownEndpoint = RpcEndpoint & { capabilities?: Capabilities };

/** Loads what runs networks in this browser. */
export type OpenLocalNetworks = (chains: Chains, peers: Peers) => Promise<LocalNetworks>;

export class Chains {
  /** What is known of endpoints, shared by all clients and tabs. */
  readonly states: EndpointStates;
  /** Counts calls that do not go through `rpc`. */
  readonly meter: Meter = ({ ok, ...call }) => this.#counter.count({ ...call, at: Date.now(), failed: !ok });
  /** The order of work of the engine. */
  readonly scheduler = new Scheduler();
  /** The networks that live in this browser. Their code is loaded with the first question. */
  readonly local: () => Promise<LocalNetworks>;
  readonly #counter = createCallCounter();
  readonly #clients = new Map<NetworkId, { made: string; rpc: Rpc }>();
  readonly #reprobe: ReturnType<typeof createReprobe>;
  #tokens: TokenKeeper | undefined;
  #isConfigured = false;
  #setConfig: (config: RuntimeConfig) => void = () => {};
  #configured = new Promise<RuntimeConfig>((resolve) => {
    this.#setConfig = resolve;
  });

  /** `openLocal` loads what runs the networks of this browser; without it there are none. */
  constructor(peers: Peers = createPeers(), openLocal?: OpenLocalNetworks) {
    this.local = once(async () => {
      if (openLocal === undefined) throw new Error('No endpoint is available here.');
      return openLocal(this, peers);
    });
    this.states = createEndpointStates(peers, (url, init) =>
      isVirtualUrl(url) ? this.local().then((networks) => networks.respond(url, init)) : fetch(url, init),
    );
    this.#reprobe = createReprobe(peers, this.states, this.meter);
  }

  configure(config: RuntimeConfig): void {
    if (this.#isConfigured) this.#configured = Promise.resolve(config);
    this.#isConfigured = true;
    this.#setConfig(config);
  }

  /** The configuration, once it came. */
  config(): Promise<RuntimeConfig> {
    return this.#configured;
  }

  /** The configuration's networks, then the reader's, then the generated list; the first of an id counts. */
  async networks(): Promise<readonly Network[]> {
    const [config, readers, known] = await Promise.all([
      this.#configured,
      askKept<readonly Network[]>([], async () => (await import('../../db/networks/networks')).readNetworks()),
      knownNetworks(),
    ]);
    const byId = new Map<NetworkId, Network>();
    const completed = config.networks.map((network) => completeNetwork(network, known));
    for (const network of [...completed, ...readers, ...known]) {
      if (!byId.has(network.id)) byId.set(network.id, network);
    }
    return [...byId.values()].filter(({ excluded }) => !excluded);
  }

  /** Enabled endpoints, first tried first. */
  async endpoints(networkId: NetworkId): Promise<readonly KnownEndpoint[]> {
    const kept = await askKept<readonly KeptEndpoint[]>([], async () =>
      (await import('../../db/networks/endpoints')).readEndpoints(networkId),
    );
    const given = (await this.#configured).networks.find(({ id }) => id === networkId)?.rpcUrls ?? [];
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

  /** The client of a network: the same one as long as its endpoints stay the same. */
  async rpc(networkId: NetworkId): Promise<Rpc> {
    const list = await this.endpoints(networkId);
    const made = JSON.stringify(list.map(({ url, name, priority }) => [url, name, priority]));
    const known = this.#clients.get(networkId);
    if (known?.made === made) return known.rpc;
    const { states, meter } = this;
    const onServed = (endpoint: RpcEndpoint, serves: boolean) => this.#keepServed(endpoint, serves);
    const rpc = createRpc({ networkId, endpoints: list, states, onServed, meter });
    this.#clients.set(networkId, { made, rpc });
    void this.#reprobe(networkId, list);
    return rpc;
  }

  /** Returns the keeper of the tokens of hosted APIs; undefined where no page set one. */
  tokens(): TokenKeeper | undefined {
    return this.#tokens;
  }

  setTokens(keeper: TokenKeeper): void {
    this.#tokens = keeper;
  }

  /** Resolves once nothing is done any more, and call counts are written. */
  async settled(): Promise<void> {
    await this.scheduler.idle();
    await this.#counter.flush();
  }

  /** Keeps which chain an endpoint serves, so that the next visit need not wait for the answer. */
  #keepServed(endpoint: RpcEndpoint, serves: boolean): void {
    if (isLoopback(endpoint.url) || (serves && (endpoint.servedAt ?? 0) > Date.now() - SERVED_AGAIN)) return;
    void this.scheduler.run('kept', async () => {
      const { saveServed } = await import('../../db/networks/endpoints');
      await saveServed(endpoint, serves ? Date.now() : undefined);
    });
  }
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

/** A kept time is not written again before this has passed, milliseconds. */
const SERVED_AGAIN = 60 * 60_000;

/** First priority of what came with the app. The reader's own endpoints and all that the reader moved are below it. */
const GIVEN = 100;

/** Returns the part of a URL that names an endpoint to the reader: its host, never a key in its path. */
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
