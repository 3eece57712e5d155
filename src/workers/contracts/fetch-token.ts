/** Symbol and decimals of tokens, asked of the contracts themselves over the network's endpoint. */

import type { Address } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import { codesBehind } from '../../core/contract/code-behind';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenWords } from '../../net/token-words';
import type { KnownContracts } from './known-contracts';

/** Asks the contract for its symbol and decimals; undefined when the endpoint did not answer. */
export async function fetchToken(
  rpc: Rpc,
  address: Address,
  standard: TokenStandard,
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  const words = await fetchTokenWords(
    rpc,
    address,
    standard === 'ERC-20' ? ['symbol', 'decimals'] : ['symbol'],
    signal,
  );
  if (words === undefined) return undefined;
  return {
    networkId: rpc.networkId,
    address,
    abi: [],
    token: { standard, ...words },
    fetchedAt: Date.now(),
  };
}

/** Returns the token standard whose functions the ABIs of the contract and of what it runs have. */
export function standardOf(contracts: KnownContracts, address: Address): TokenStandard | undefined {
  const indexes = [address, ...codesBehind(contracts.knowledge(address))].map((each) => contracts.index(each));
  const has = (signature: string) =>
    indexes.some((index) => [...(index?.functions.values() ?? [])].some((entry) => entry.signature === signature));
  if (has('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)')) return 'ERC-1155';
  if (has('ownerOf(uint256)') && has('safeTransferFrom(address,address,uint256)')) return 'ERC-721';
  return has('transfer(address,uint256)') && has('decimals()') ? 'ERC-20' : undefined;
}
