/** Symbol and decimals of tokens, asked of the contracts themselves over the network's endpoint. */

import type { Address, Hex, Selector } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import { codesBehind } from '../../core/contract/proxies/code-behind';
import { decodeAddress, TOKEN_CALLS } from '../../core/tokens/token-calls';
import { callContract } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenMetadata } from '../../net/token-metadata';
import type { KnownContracts } from './knowledge/known-contracts';

/** transfer(address,uint256) */
const TRANSFER = '0xa9059cbb';
const OF_POOL = [TOKEN_CALLS.token0, TOKEN_CALLS.token1] as readonly Hex[] as readonly Selector[];
const OF_VAULT = [TOKEN_CALLS.asset, TOKEN_CALLS.convertToAssets] as readonly Hex[] as readonly Selector[];

/** A contract that is asked what it is as a token, as a pool of two, as a vault, or as several of these. */
export type TokenQuestion = {
  standard: TokenStandard | undefined;
  /** Whether events or an ABI say that it is a token of the standard; else its decimals do. */
  isTold: boolean;
  isPool: boolean;
  isVault: boolean;
};

/** Asks the contract for its symbol, decimals, asset and pair; undefined when the endpoint did not answer. */
export async function fetchToken(
  rpc: Rpc,
  contracts: KnownContracts,
  address: Address,
  { standard, isTold, isPool, isVault }: TokenQuestion,
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  const [words, asset, pair] = await Promise.all([
    standard && fetchTokenMetadata(rpc, address, standard === 'ERC-20' ? ['symbol', 'decimals'] : ['symbol'], signal),
    isVault && standard === 'ERC-20' ? fetchAddress(rpc, address, TOKEN_CALLS.asset, signal) : undefined,
    isPool ? fetchPair(rpc, contracts, address, signal) : undefined,
  ]);
  // Code tells a pool, and that of a factory holds its pools': what answers no decimals is no token of theirs.
  const isToken = (isTold && !isPool) || standard !== 'ERC-20' || words?.decimals !== undefined;
  if (words === undefined && pair === undefined) return undefined;
  return {
    networkId: rpc.networkId,
    address,
    abi: [],
    ...(standard && words && isToken && { token: { standard, ...words, ...(asset && { asset }) } }),
    ...pair,
    fetchedAt: Date.now(),
  };
}

/** Asks a pool for its two tokens, and these for their symbols; undefined where it has none, or one has no symbol. */
async function fetchPair(
  rpc: Rpc,
  contracts: KnownContracts,
  address: Address,
  signal: AbortSignal,
): Promise<Required<Pick<ContractKnowledge, 'pair' | 'pairTokens'>> | undefined> {
  const symbolOf = async (token: Address) => {
    const known = contracts.knowledgeOfToday(token)?.token?.symbol;
    return known ?? (await fetchTokenMetadata(rpc, token, ['symbol'], signal))?.symbol;
  };
  const [token0, token1] = await Promise.all(
    [TOKEN_CALLS.token0, TOKEN_CALLS.token1].map((data) => fetchAddress(rpc, address, data, signal)),
  );
  if (token0 === undefined || token1 === undefined) return undefined;
  const [first, second] = await Promise.all([symbolOf(token0), symbolOf(token1)]);
  if (first === undefined || second === undefined) return undefined;
  return { pair: [first, second], pairTokens: [token0, token1] };
}

/** Returns the address that a call of the contract answers; undefined where there is none. */
async function fetchAddress(rpc: Rpc, to: Address, data: Hex, signal: AbortSignal): Promise<Address | undefined> {
  const answer = await callContract(rpc, { to, data }, 'latest', { signal });
  return answer.ok && !answer.value.reverted ? decodeAddress(answer.value.data) : undefined;
}

/** Returns whether the contract answers `token0()` and `token1()`, as far as its code, or an ABI of what it runs, tells. */
export function isPool(contracts: KnownContracts, address: Address, code: Hex | undefined): boolean {
  return hasFunctions(contracts, address, code, OF_POOL);
}

/** Returns whether the contract is a vault of ERC-4626, as far as its code, or an ABI of what it runs, tells. */
export function isVault(contracts: KnownContracts, address: Address, code: Hex | undefined): boolean {
  return hasFunctions(contracts, address, code, OF_VAULT);
}

function hasFunctions(
  contracts: KnownContracts,
  address: Address,
  code: Hex | undefined,
  selectors: readonly Selector[],
): boolean {
  if (code !== undefined && selectors.every((selector) => pushes(code, selector))) return true;
  return [address, ...codesBehind(contracts.knowledge(address))].some((each) => {
    const functions = contracts.index(each)?.functions;
    return functions !== undefined && selectors.every((selector) => functions.has(selector));
  });
}

/** Returns whether code of a pool is that of an ERC-20 too: its shares are one. */
export function hasShares(code: Hex | undefined): boolean {
  return code !== undefined && pushes(code, TRANSFER) && pushes(code, TOKEN_CALLS.decimals);
}

/** Whether a dispatcher compares with the selector (PUSH4). */
function pushes(code: Hex, selector: string): boolean {
  return code.includes(`63${selector.slice(2)}`);
}

/** Returns the token standard whose functions the ABIs of the contract and of what it runs have. */
export function standardOf(contracts: KnownContracts, address: Address): TokenStandard | undefined {
  const indexes = [address, ...codesBehind(contracts.knowledge(address))].map((each) => contracts.index(each));
  const has = (signature: string) =>
    indexes.some((index) => [...(index?.functions.values() ?? [])].some((entry) => entry.signature === signature));
  if (has('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)')) return 'ERC-1155';
  if (has('transfer(address,uint256,uint256)') && has('setOperator(address,bool)')) return 'ERC-6909';
  if (has('ownerOf(uint256)') && has('safeTransferFrom(address,address,uint256)')) return 'ERC-721';
  return has('transfer(address,uint256)') && has('decimals()') ? 'ERC-20' : undefined;
}
