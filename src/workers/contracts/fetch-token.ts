/** Symbol and decimals of tokens, asked of the contracts themselves over the network's endpoint. */

import type { Address, Hex } from '../../core/chain/primitives';
import type { ContractKnowledge, TokenStandard } from '../../core/contract/knowledge';
import { decodeDecimals, decodeTokenText, TOKEN_CALLS } from '../../core/tokens/token-words';
import { callContract } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { KnownContracts } from './known-contracts';

/** What the contract says of itself; undefined when the endpoint did not answer at all. */
export async function fetchToken(
  rpc: Rpc,
  address: Address,
  standard: TokenStandard,
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  const ask = (data: Hex) => callContract(rpc, { to: address, data }, 'latest', { signal });
  const [symbol, decimals] = await Promise.all([
    ask(TOKEN_CALLS.symbol),
    standard === 'ERC-20' ? ask(TOKEN_CALLS.decimals) : undefined,
  ]);
  if (!symbol.ok) return undefined;
  const text = symbol.value.reverted ? undefined : decodeTokenText(symbol.value.data);
  const places = decimals?.ok === true && !decimals.value.reverted ? decodeDecimals(decimals.value.data) : undefined;
  return {
    networkId: rpc.networkId,
    address,
    abi: [],
    token: {
      standard,
      ...(text === undefined ? {} : { symbol: text }),
      ...(places === undefined ? {} : { decimals: places }),
    },
    fetchedAt: Date.now(),
  };
}

/** The token standard whose functions the ABI of the contract, or of its implementation, has. */
export function standardOf(contracts: KnownContracts, address: Address): TokenStandard | undefined {
  const implementation = contracts.knowledge(address)?.proxy?.implementation;
  const indexes = [
    contracts.index(address),
    implementation === undefined ? undefined : contracts.index(implementation),
  ];
  const has = (signature: string) =>
    indexes.some((index) => [...(index?.functions.values() ?? [])].some((entry) => entry.signature === signature));
  if (has('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)')) return 'ERC-1155';
  if (has('ownerOf(uint256)') && has('safeTransferFrom(address,address,uint256)')) return 'ERC-721';
  return has('transfer(address,uint256)') && has('decimals()') ? 'ERC-20' : undefined;
}
