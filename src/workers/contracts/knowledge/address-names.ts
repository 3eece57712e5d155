/** Names of addresses outside of a trace: of the facts of a page, a list, a block. */

import type { Name } from '../../../core/chain/name';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { askKept } from '../../../db/database';
import type { KnownContracts } from './known-contracts';

const MAX_ADDRESSES = 1_000;

/**
 * Returns the best known name of each address that has one. Kept contracts, and tokens of the index, are read for the
 * addresses of which `contracts` knows nothing.
 */
export async function namesOf(
  contracts: KnownContracts,
  addresses: readonly Address[],
): Promise<Readonly<Record<Address, Name>>> {
  const asked = [...new Set(addresses.slice(0, MAX_ADDRESSES))];
  const unread = asked.filter((address) => contracts.knowledge(address) === undefined);
  for (const known of unread.length === 0 ? [] : await askKept([], () => readKnown(contracts.networkId, unread)))
    if (contracts.knowledge(known.address) === undefined) contracts.put('kept', known);
  const names: Record<Address, Name> = {};
  for (const address of asked) {
    const name = contracts.calleeName(address);
    if (name !== undefined) names[address] = name;
  }
  return names;
}

/** Contracts that pages met, and tokens that only the index met. */
async function readKnown(networkId: NetworkId, addresses: readonly Address[]): Promise<readonly ContractKnowledge[]> {
  const [{ readContracts }, { readTokens }] = await Promise.all([
    import('../../../db/contracts/contracts'),
    import('../../../db/contracts/tokens'),
  ]);
  const kept = await readContracts(networkId, addresses);
  const tokens = await readTokens(
    networkId,
    addresses.filter((address) => !kept.has(address)),
  );
  const indexed = [...tokens.values()].map(({ address, standard, symbol, decimals }): ContractKnowledge => {
    const token = { standard, ...(symbol !== undefined && { symbol }), ...(decimals !== undefined && { decimals }) };
    return { networkId, address, abi: [], token, fetchedAt: -1 };
  });
  return [...kept.values(), ...indexed];
}
