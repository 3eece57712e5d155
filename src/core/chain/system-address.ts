import type { Address } from './primitives';

/** Under which the protocol itself acts: it calls system contracts (EIP-4788), and logs ether that moves (EIP-7708). */
export const SYSTEM_ADDRESS = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;
