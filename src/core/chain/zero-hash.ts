import type { Hash } from './primitives';

/** Stands where a header has nothing to name: the parent of the first block, the beacon block of a chain without any. */
export const ZERO_HASH = `0x${'0'.repeat(64)}` as Hash;
