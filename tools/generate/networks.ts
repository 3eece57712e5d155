/**
 * Writes src/core/chain/networks.gen.json from the chains that viem knows.
 * Run it after each upgrade of viem: `npm run generate:networks`.
 *
 * The order of the list is the order in which networks are shown: those of
 * OVERRIDES in its order, then other mainnets by name, then test networks.
 */
import { writeFileSync } from 'node:fs';
import type { Chain } from 'viem';
import * as chains from 'viem/chains';

type Override = { route?: string; aliases?: readonly string[]; name?: string; shorthand?: string };

/** Well-known networks in the order shown, and what viem's names do not make well. A Map, because objects sort number keys. */
const OVERRIDES = new Map<number, Override>([
  [1, { route: 'mainnet', aliases: ['ethereum', 'eth'], shorthand: 'ETH' }],
  [8453, { route: 'base', shorthand: 'BASE' }],
  [42161, { route: 'arbitrum', aliases: ['arbitrum-one', 'arb1'], name: 'Arbitrum One', shorthand: 'ARB' }],
  [10, { route: 'optimism', aliases: ['op-mainnet', 'op'], shorthand: 'OP' }],
  [137, { route: 'polygon', aliases: ['matic'], shorthand: 'POL' }],
  [56, { route: 'bsc', aliases: ['bnb', 'bnb-smart-chain'], shorthand: 'BNB' }],
  [43114, { route: 'avalanche', aliases: ['avax', 'c-chain'], shorthand: 'AVAX' }],
  [100, { route: 'gnosis', aliases: ['xdai'], shorthand: 'GNO' }],
  [59144, { route: 'linea', aliases: ['linea-mainnet'] }],
  [534352, { route: 'scroll' }],
  [324, { route: 'zksync', aliases: ['zksync-era', 'era'], shorthand: 'ZK' }],
  [81457, { route: 'blast' }],
  [5000, { route: 'mantle' }],
  [130, { route: 'unichain' }],
  [42220, { route: 'celo' }],
  [250, { route: 'fantom', aliases: ['ftm'] }],
  [146, { route: 'sonic' }],
  [288, { route: 'boba' }],
  [1284, { route: 'moonbeam' }],
  [1285, { route: 'moonriver' }],
  [3338, { route: 'peaq', name: 'peaq', shorthand: 'PEAQ' }],
  [9990, { route: 'agung', aliases: ['peaq-agung'], name: 'agung', shorthand: 'AGNG' }],
  [31337, { route: 'anvil', aliases: ['localhost', 'hardhat', 'foundry'], name: 'Local chain 31337' }],
  [1337, { route: 'local-1337', aliases: ['ganache'], name: 'Local chain 1337' }],
  [11155111, { route: 'sepolia' }],
  [560048, { route: 'hoodi' }],
  [84532, { route: 'base-sepolia' }],
  [421614, { route: 'arbitrum-sepolia' }],
  [11155420, { route: 'optimism-sepolia', aliases: ['op-sepolia'] }],
]);

/** Test networks that were shut down: by name, and those whose name does not tell. */
const SHUT_DOWN = /goerli|mumbai|rinkeby|ropsten|kovan|holesky|mekong/i;

/** First path segments of pages that have no network in front. */
const RESERVED = new Set(
  'tx txs block blocks contract contracts wallet wallets address token tokens nft nfts transfers search settings networks simulator debugger projects usage about account accounts home'.split(
    ' ',
  ),
);

type Entry = {
  id: number;
  name: string;
  route: string;
  aliases: string[];
  /** Name, symbol, decimals. */
  currency: [string, string, number];
  rpc: readonly string[];
  /** Name, URL and, where known, the URL of an Etherscan-style API. */
  explorers: string[][];
  shorthand?: string;
  testnet?: true;
  hidden?: true;
  deprecated?: true;
};

type Named = { key: string; chain: Chain };

const found = uniqueById(
  Object.entries<unknown>(chains).flatMap(([key, chain]) => (isChain(chain) ? [{ key, chain }] : [])),
);
const ranks = [...OVERRIDES.keys()];
const entries = withRoutes(
  found.toSorted((a, b) => rank(a) - rank(b) || a.chain.name.localeCompare(b.chain.name, 'en')),
);
const file = new URL('../../src/core/chain/networks.gen.json', import.meta.url);
writeFileSync(file, `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
console.log(`${entries.length} networks written to src/core/chain/networks.gen.json`);

function isChain(value: unknown): value is Chain {
  return typeof value === 'object' && value !== null && 'rpcUrls' in value && 'id' in value;
}

/** viem exports some chains under several names, and a few share an id; the first name in the alphabet stays. */
function uniqueById(all: readonly Named[]): Named[] {
  const byId = new Map<number, Named>();
  for (const named of all.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (!byId.has(named.chain.id)) byId.set(named.chain.id, named);
  }
  return [...byId.values()];
}

function rank({ chain }: Named): number {
  const known = ranks.indexOf(chain.id);
  if (known >= 0) return known;
  return chain.testnet ? ranks.length + 1 : ranks.length;
}

/** Well-known networks choose their path segments first, then all others their route, then what is left over serves as alias. */
function withRoutes(sorted: readonly Named[]): Entry[] {
  const taken = new Set(RESERVED);
  for (const { route, aliases } of OVERRIDES.values()) {
    for (const name of [route, ...(aliases ?? [])]) if (name) taken.add(name);
  }
  const withRoute = sorted.map((named) => {
    const override = OVERRIDES.get(named.chain.id) ?? {};
    const route = override.route ?? free(slug(override.name ?? named.chain.name), named.chain.id, taken);
    taken.add(route);
    return { ...named, override, route };
  });
  return withRoute.map(({ key, chain, override, route }) => {
    const aliases = [...(override.aliases ?? [])];
    const keySlug = slug(key.replace(/([a-z])([A-Z])/g, '$1-$2'));
    if (usable(keySlug) && !taken.has(keySlug)) aliases.push(keySlug);
    taken.add(keySlug);
    return entryOf(chain, override, route, aliases);
  });
}

function entryOf(chain: Chain, override: Override, route: string, aliases: string[]): Entry {
  const { name, symbol, decimals } = chain.nativeCurrency;
  const deprecated = SHUT_DOWN.test(chain.name);
  const rpc = [...new Set(chain.rpcUrls.default.http)];
  const local = rpc.every((url) => /^http:\/\/(localhost|127\.)/.test(url));
  const explorers = Object.values(chain.blockExplorers ?? {}).map(({ name, url, apiUrl }) =>
    apiUrl ? [name, url, apiUrl] : [name, url],
  );
  return {
    id: chain.id,
    name: override.name ?? chain.name,
    route,
    aliases,
    currency: [name, symbol, decimals],
    rpc,
    explorers: [...new Map(explorers.map((explorer) => [explorer[1], explorer])).values()],
    ...(override.shorthand ? { shorthand: override.shorthand } : {}),
    ...(chain.testnet || local ? { testnet: true } : {}),
    ...(deprecated || (local && !OVERRIDES.has(chain.id)) ? { hidden: true } : {}),
    ...(deprecated ? { deprecated: true } : {}),
  };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/-(mainnet|network|chain)$/, '');
}

function free(wanted: string, id: number, taken: ReadonlySet<string>): string {
  return usable(wanted) && !taken.has(wanted) ? wanted : `${wanted || 'chain'}-${id}`;
}

/** A route of digits would be read as a chain id. */
function usable(name: string): boolean {
  return name !== '' && !/^\d+$/.test(name);
}
