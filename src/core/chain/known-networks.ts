/**
 * The generated list of public networks (`npm run generate:networks`), about
 * 700 of them. It is loaded only when it is asked for.
 */
import type { Network } from './network';
import type { NetworkId } from './primitives';

/** One entry of networks.gen.json; absent flags are false, and its place in the list is its sort order. */
type GeneratedNetwork = {
  id: number;
  name: string;
  route: string;
  aliases: readonly string[];
  currency: readonly [name: string, symbol: string, decimals: number];
  rpc: readonly string[];
  explorers: readonly (readonly [name: string, url: string, apiUrl?: string])[];
  shorthand?: string;
  testnet?: boolean;
  hidden?: boolean;
  deprecated?: boolean;
};

/** Returns all known networks in the order they are shown. Loads them on the first call. */
export async function loadKnownNetworks(): Promise<readonly Network[]> {
  const { default: generated } = (await import('./networks.gen.json')) as { default: unknown };
  return (generated as readonly GeneratedNetwork[]).map(toNetwork);
}

function toNetwork(entry: GeneratedNetwork, sortOrder: number): Network {
  const [name, symbol, decimals] = entry.currency;
  return {
    id: entry.id as NetworkId,
    name: entry.name,
    route: entry.route,
    routeAliases: entry.aliases,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: entry.rpc,
    explorers: entry.explorers.map(([name, url, apiUrl]) =>
      apiUrl === undefined ? { name, url } : { name, url, apiUrl },
    ),
    testnet: entry.testnet ?? false,
    hidden: entry.hidden ?? false,
    deprecated: entry.deprecated ?? false,
    excluded: false,
    sortOrder,
    ...(entry.shorthand === undefined ? {} : { shorthand: entry.shorthand }),
    chainConfig: {},
  };
}
