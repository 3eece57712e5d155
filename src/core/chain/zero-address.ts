import type { Address } from './primitives';

/** Stands for nobody: where tokens are made from and destroyed to, and what an unset address is. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as Address;
