/** The token standards that are told apart, and the first topics of the events that transfer tokens. */
import type { Hash } from './primitives';

export type TokenStandard = 'ERC-20' | 'ERC-721' | 'ERC-1155';

/**
 * Returns whether a token whose events index nothing has items, and no amounts. CryptoKitties is older than the standard
 * and has no interface to ask for: what has a symbol and no decimals has items.
 */
export function hasItems(token: { symbol?: string; decimals?: number } | undefined): boolean {
  return token?.symbol !== undefined && token.decimals === undefined;
}

/** keccak256 of Approval(address,address,uint256), of ERC-20 and ERC-721. */
export const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925' as Hash;
/** keccak256 of Transfer(address,address,uint256), of ERC-20 and ERC-721. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash;
/** keccak256 of TransferSingle(address,address,address,uint256,uint256), of ERC-1155. */
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62' as Hash;
/** keccak256 of TransferBatch(address,address,address,uint256[],uint256[]), of ERC-1155. */
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb' as Hash;
