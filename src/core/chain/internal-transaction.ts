import type { Address, Hash } from './primitives';

/** A call or creation inside of a transaction, as explorers list those of an address. */
export type InternalTransaction = {
  /** Hash of the transaction that contains it. */
  hash: Hash;
  /** Tells those of one transaction apart: its place in the trace, in the words of who lists it. */
  place: string;
  blockNumber: number;
  /** Time of the block, seconds since the epoch. */
  timestamp?: number;
  /** `call`, `create`, `delegatecall`, as who lists it calls it: untrusted. */
  type: string;
  from: Address;
  /** What was called or created; absent where a creation failed. */
  to?: Address;
  value: bigint;
  isFailed: boolean;
};
