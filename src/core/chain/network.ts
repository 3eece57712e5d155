/** Networks and the endpoints that serve them. */
import type { NetworkId } from './primitives';

export type NativeCurrency = { name: string; symbol: string; decimals: number };

/** The currency of a chain that does not say which one it has. */
export const ETHER: NativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };

export type ExplorerLink = { name: string; url: string; apiUrl?: string };

export type Network = {
  id: NetworkId;
  name: string;
  /** First path segment of the network's pages, unique; falls back to the id as text. */
  route: string;
  routeAliases: readonly string[];
  nativeCurrency: NativeCurrency;
  /** Public endpoints known for the network, best first. May be empty. */
  rpcUrls: readonly string[];
  explorers: readonly ExplorerLink[];
  testnet: boolean;
  /** Left out of lists, still reachable by its route. */
  hidden: boolean;
  deprecated: boolean;
  /** Whether the network is offered nowhere. */
  excluded: boolean;
  sortOrder: number;
  shorthand?: string;
  color?: string;
  /** Free-form settings of the chain; invalid JSON counts as empty. */
  chainConfig: Readonly<Record<string, unknown>>;
};

/** Returns a network that nobody but the reader, or a file, tells of: nothing is known of it but this, and it has no endpoints. */
export function unlistedNetwork(id: NetworkId, name: string, nativeCurrency: NativeCurrency): Network {
  return {
    id,
    name,
    route: String(id),
    routeAliases: [],
    nativeCurrency,
    rpcUrls: [],
    explorers: [],
    testnet: false,
    hidden: false,
    deprecated: false,
    excluded: false,
    sortOrder: 0,
    chainConfig: {},
  };
}

/** One JSON-RPC endpoint of a network. */
export type Endpoint = {
  networkId: NetworkId;
  url: string;
  /** Shown to the reader; the URL's host when they gave none. Never holds the key part of a URL. */
  name: string;
  /** config: from config.json · reader: added by the reader · public: from the generated list. */
  origin: 'config' | 'reader' | 'public';
  enabled: boolean;
  /** Lower is tried first. */
  priority: number;
};

/** What an endpoint was seen to answer; each field says what was observed, never what a client should have. */
export type Capabilities = {
  chainId: number;
  /** web3_clientVersion, '' when refused. */
  client: string;
  /** Milliseconds since the epoch. */
  probedAt: number;
  /** Median round trip of the probe's calls, milliseconds. */
  latency: number;
  /** How far back state answers: 'archive', or the number of recent blocks it was seen for, or -1 when it was not found out. */
  stateDepth: 'archive' | number;
  /** Methods and tracers that gave a usable answer. An empty `{}` or empty struct logs is a no. */
  methods: Readonly<Record<ProbedMethod, ProbeOutcome>>;
};

export type ProbedMethod =
  | 'callTracer'
  | 'prestateTracer'
  | 'structLogs'
  | 'trace_transaction'
  | 'trace_replayTransaction'
  | 'ots_traceTransaction'
  | 'eth_getBlockReceipts'
  | 'eth_createAccessList'
  | 'eth_getBlockAccessList'
  | 'eth_simulateV1'
  | 'eth_feeHistory';

/** 'unknown' when there was no transaction to try it on, or the endpoint did not answer in time. */
export type ProbeOutcome = { answers: 'yes' | 'no' | 'unknown'; detail: string };

/** Finds the network that a path segment names: by route, chain id or alias, in any case. */
export function findNetwork<N extends Network>(networks: readonly N[], segment: string): N | undefined {
  const name = segment.toLowerCase();
  return (
    networks.find((network) => network.route === name) ??
    networks.find((network) => String(network.id) === name) ??
    networks.find((network) => network.routeAliases.includes(name))
  );
}
