/** Symbol and decimals of tokens, asked of the contracts themselves over the network's endpoint. */

import { createAbiIndex } from '../../core/abi/abi-index';
import { decodeReturn } from '../../core/abi/decode';
import type { Address, Hex } from '../../core/chain/primitives';
import type { ContractKnowledge, TokenStandard } from '../../core/contract/knowledge';
import { hexToBytes } from '../../core/hex';
import { callContract } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { KnownContracts } from './known-contracts';

const SYMBOL_CALL = '0x95d89b41' as Hex;
const DECIMALS_CALL = '0x313ce567' as Hex;
const view = { type: 'function', stateMutability: 'view', inputs: [] } as const;
const metadata = createAbiIndex([
  { ...view, name: 'symbol', outputs: [{ name: '', type: 'string' }] },
  { ...view, name: 'decimals', outputs: [{ name: '', type: 'uint8' }] },
]);
/** Characters of a symbol that are kept; the rest is no symbol but a message. */
const MAX_SYMBOL = 64;

/** What the contract says of itself; undefined when the endpoint did not answer at all. */
export async function fetchToken(
  rpc: Rpc,
  address: Address,
  standard: TokenStandard,
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  const ask = (data: Hex) => callContract(rpc, { to: address, data }, 'latest', { signal });
  const [symbol, decimals] = await Promise.all([
    ask(SYMBOL_CALL),
    standard === 'ERC-20' ? ask(DECIMALS_CALL) : undefined,
  ]);
  if (!symbol.ok) return undefined;
  const text = symbol.value.reverted ? undefined : symbolOf(symbol.value.data);
  const places = decimals?.ok === true && !decimals.value.reverted ? decimalsOf(decimals.value.data) : undefined;
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

/** The text of a `string`, or of a `bytes32` as early tokens (MKR, SAI) return it. */
function symbolOf(data: Hex): string | undefined {
  const bytes = hexToBytes(data);
  const text =
    bytes.length === 32
      ? new TextDecoder().decode(bytes.subarray(0, lastNonZero(bytes)))
      : decodeReturn(metadata, SYMBOL_CALL, bytes, MAX_SYMBOL)?.[0]?.text;
  return text === undefined || text.trim() === '' ? undefined : text.slice(0, MAX_SYMBOL);
}

function decimalsOf(data: Hex): number | undefined {
  const text = decodeReturn(metadata, DECIMALS_CALL, hexToBytes(data), 80)?.[0]?.text;
  const decimals = Number(text ?? Number.NaN);
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 255 ? decimals : undefined;
}

function lastNonZero(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}
