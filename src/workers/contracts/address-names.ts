/** Names of addresses outside of a trace: of the facts of a page, a list, a block. */

import type { Name } from '../../core/chain/name';
import type { Address } from '../../core/chain/primitives';
import { readContracts } from '../../db/contracts';
import type { KnownContracts } from './known-contracts';

const MAX_ADDRESSES = 1_000;

/**
 * Returns the best known name of each address that has one. Kept contracts are read for the addresses of which
 * `contracts` knows nothing.
 */
export async function namesOf(
  contracts: KnownContracts,
  addresses: readonly Address[],
): Promise<Readonly<Record<Address, Name>>> {
  const asked = [...new Set(addresses.slice(0, MAX_ADDRESSES))];
  const unread = asked.filter((address) => contracts.knowledge(address) === undefined);
  const kept = unread.length === 0 ? [] : (await readContracts(contracts.networkId, unread)).values();
  for (const known of kept) if (contracts.knowledge(known.address) === undefined) contracts.put('kept', known);
  const names: Record<Address, Name> = {};
  for (const address of asked) {
    const name = contracts.calleeName(address);
    if (name !== undefined) names[address] = name;
  }
  return names;
}
