/** Finds the family of a chain and loads its rules. */
import type { Network } from '../../chain/network';
import type { Address } from '../../chain/primitives';
import type { Transaction } from '../../chain/transaction';
import type { Family, RuledBlock } from './family';
import type { FamilyName } from './family-names';

const LOADERS: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  arbitrum: async () => (await import('./arbitrum')).ARBITRUM,
  gnosis: async () => (await import('./gnosis')).GNOSIS,
};

/** Chain ids of families that no header tells. */
const IDS: Readonly<Record<number, FamilyName | undefined>> = {
  100: 'gnosis',
  10200: 'gnosis',
  42161: 'arbitrum',
  42170: 'arbitrum',
  421614: 'arbitrum',
};

const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;

/** The first transaction of the block, which tells a rollup whatever its id. */
export type Opener = Pick<Transaction, 'type' | 'from' | 'to'>;

/** Returns the name of the family that the chain is of, by its id or by what its blocks have; undefined where none is known. */
export function familyOf(
  network: Pick<Network, 'id' | 'name'>,
  _block: RuledBlock,
  opener?: Opener,
): FamilyName | undefined {
  // Every block of Nitro begins with a transaction of ArbOS (OffchainLabs/nitro, arbos/internal_tx.go).
  if (opener?.type === 0x6a && opener.from === ARBOS) return 'arbitrum';
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
