/** Finds the family of a chain and loads its rules. */
import type { Network } from '../../chain/network';
import type { Transaction } from '../../chain/transaction';
import type { Family, RuledBlock } from './family';
import type { FamilyName } from './family-names';

const LOADERS: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  gnosis: async () => (await import('./gnosis')).GNOSIS,
  bnbSmartChain: async () => (await import('./bnb-smart-chain')).BNB_SMART_CHAIN,
  polygon: async () => (await import('./polygon')).POLYGON,
};

/** Chain ids of families that no header tells. */
const IDS: Readonly<Record<number, FamilyName | undefined>> = {
  100: 'gnosis',
  10200: 'gnosis',
  56: 'bnbSmartChain',
  97: 'bnbSmartChain',
  137: 'polygon',
  80002: 'polygon',
};

/** The first transaction of the block, which tells a rollup whatever its id. */
export type Opener = Pick<Transaction, 'type' | 'from' | 'to'>;

/** Returns the name of the family that the chain is of, by its id or by what its blocks have; undefined where none is known. */
export function familyOf(
  network: Pick<Network, 'id' | 'name'>,
  _block: RuledBlock,
  _opener?: Opener,
): FamilyName | undefined {
  return IDS[network.id];
}

const loaded = new Map<FamilyName, Promise<Family>>();

/** Loads the rules of a family, once; rejects when their file cannot be had. */
export function loadFamily(name: FamilyName): Promise<Family> {
  const known = loaded.get(name) ?? LOADERS[name]();
  loaded.set(name, known);
  known.catch(() => loaded.delete(name));
  return known;
}
