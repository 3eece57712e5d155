/**
 * What the traces of a block say that its receipts do not: who is called inside of its transactions, and which of these
 * calls moved value, made a contract or destroyed one. Explorers list the latter as internal transactions.
 */
import { isPrecompile } from './precompiles';
import type { Address } from './primitives';

export const INTERNAL_CALL_TYPES = ['call', 'callcode', 'create', 'create2', 'selfdestruct'] as const;
export type InternalCallType = (typeof INTERNAL_CALL_TYPES)[number];

export type InternalCall = {
  blockNumber: number;
  /** Place among those of its block, from 0. */
  position: number;
  transactionIndex: number;
  type: InternalCallType;
  from: Address;
  /** The account that was called or made, or that received what was left; absent where a creation failed. */
  to?: Address;
  /** Wei. */
  value: bigint;
  /** Whether the call, or a call that it was made in, failed: nothing moved. */
  isFailed: boolean;
};

export type BlockCalls = {
  calls: readonly InternalCall[];
  /** Addresses that are called inside of a transaction, by its index, each once; precompiles left out. */
  called: ReadonlyMap<number, readonly Address[]>;
};

/** A call inside of a transaction as a trace states it, in the order of execution. `type` in lower case. */
export type TracedCall = Pick<InternalCall, 'transactionIndex' | 'from' | 'to' | 'value' | 'isFailed'> & {
  type: string;
};

/** Calls and addresses that are kept of one transaction: one with more is a distribution, and would fill the lists. */
const MAX_KEPT = 256;

export function collectBlockCalls(blockNumber: number, traced: readonly TracedCall[]): BlockCalls {
  const calls: InternalCall[] = [];
  const called = new Map<number, Set<Address>>();
  const kept = new Map<number, number>();
  for (const { type, ...call } of traced) {
    const { transactionIndex: at, to } = call;
    const addresses = called.get(at) ?? new Set();
    called.set(at, addresses);
    if (to !== undefined && addresses.size < MAX_KEPT && !isPrecompile(to)) addresses.add(to);
    const count = kept.get(at) ?? 0;
    const listed = INTERNAL_CALL_TYPES.find((each) => each === type);
    if (listed === undefined || count === MAX_KEPT) continue;
    if (call.value === 0n && (listed === 'call' || listed === 'callcode')) continue;
    kept.set(at, count + 1);
    calls.push({ ...call, type: listed, blockNumber, position: calls.length });
  }
  return { calls, called: new Map([...called].map(([at, addresses]) => [at, [...addresses]])) };
}
