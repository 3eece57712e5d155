/** Loads the rules of a family of chains. */
import type { Family, RuledBlock } from './family';
import type { FamilyName } from './family-names';
import type { Protocol } from './protocol';

const LOADERS: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  arbitrum: async () => (await import('./arbitrum')).ARBITRUM,
  gnosis: async () => (await import('./gnosis')).GNOSIS,
  opStack: async () => (await import('./op-stack')).OP_STACK,
  celo: async () => (await import('./celo')).CELO,
  mantle: async () => (await import('./mantle')).MANTLE,
  bnbSmartChain: async () => (await import('./bnb-smart-chain')).BNB_SMART_CHAIN,
  polygon: async () => (await import('./polygon')).POLYGON,
  scroll: async () => (await import('./scroll')).SCROLL,
  taiko: async () => (await import('./taiko')).TAIKO,
  linea: async () => (await import('./linea')).LINEA,
  berachain: async () => (await import('./berachain')).BERACHAIN,
  frontier: async () => (await import('./frontier')).FRONTIER,
  avalanche: async () => (await import('./avalanche')).AVALANCHE,
};

const loaded = new Map<FamilyName, Promise<Family>>();

/** Loads the rules of a family, once; rejects when their file cannot be had. */
export function loadFamily(name: FamilyName): Promise<Family> {
  const known = loaded.get(name) ?? LOADERS[name]();
  loaded.set(name, known);
  known.catch(() => loaded.delete(name));
  return known;
}

/** Loads how a chain that is of no family is known to count gas in a block; undefined where it counts as Ethereum does. */
export async function loadOwnGas(id: number, block: RuledBlock): Promise<Protocol | undefined> {
  return (await import('../rules/own-gas')).ownGas(id, block);
}
