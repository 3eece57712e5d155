import type { Brand } from '../values/brand';

/** 0x and an even number of hex digits, lower case. */
export type Hex = `0x${string}`;
/** 0x and 40 hex digits, lower case inside Loupe; checksummed (EIP-55) only where it is shown. */
export type Address = Brand<Hex, 'Address'>;
/** 0x and 64 hex digits, lower case: of a block, a transaction or a blob. */
export type Hash = Brand<Hex, 'Hash'>;
/** The first four bytes of a function's or error's signature hash, 0x and 8 hex digits, lower case. */
export type Selector = Brand<Hex, 'Selector'>;
/** Chain id (EIP-155), which is also the network's id. */
export type NetworkId = Brand<number, 'NetworkId'>;
