/** The token standards that are told apart, and the first topics of the events that transfer tokens. */
import type { Hash } from './primitives';

export type TokenStandard = 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'ERC-6909';

/** Returns whether a token has items of which there are several each. */
export function isCounted(standard: string | undefined): boolean {
  return standard === 'ERC-1155' || standard === 'ERC-6909';
}

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
/** keccak256 of Transfer(address,address,address,uint256,uint256), of ERC-6909. */
export const TRANSFER_OF_ID = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859' as Hash;
/** keccak256 of ConsecutiveTransfer(uint256,uint256,address,address), of ERC-721 with ERC-2309. */
export const CONSECUTIVE_TRANSFER = '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d' as Hash;
/** keccak256 of Deposit(address,uint256), of WETH9. */
export const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c' as Hash;
/** keccak256 of Withdrawal(address,uint256), of WETH9. */
export const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65' as Hash;
/** keccak256 of Sent(address,address,address,uint256,bytes,bytes), of ERC-777. */
export const SENT = '0x06b541ddaa720db2b10a4d0cdac39b8d360425fc073085fac19bc82614677987' as Hash;
/** keccak256 of Minted(address,address,uint256,bytes,bytes), of ERC-777. */
export const MINTED = '0x2fe5be0146f74c5bce36c0b80911af6c7d86ff27e89d5cfa61fc681327954e5d' as Hash;
/** keccak256 of Burned(address,address,uint256,bytes,bytes), of ERC-777. */
export const BURNED = '0xa78a9be3a7b862d26933ad85fb11d80ef66b8f972d7cbba06621d583943a4098' as Hash;
