/**
 * Table `transactionSummaries`: what lists show of transactions, one row per place in the chain. A place is a block
 * number and an index; where a transaction moved, only its last place is kept.
 *
 * A pending transaction has no place yet. It is listed above all blocks, at an index made of its hash.
 *
 * A stored row is its key and one packed text, which takes a quarter of the bytes of an object (`stored-summary.ts`).
 */
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';

/** The block number under which pending transactions are listed. */
export const PENDING_BLOCK = Number.MAX_SAFE_INTEGER;

/** The roles of an address in a transaction, as bits. */
export const ActivityRole = {
  sent: 1,
  received: 2,
  /** The transaction created it. */
  created: 4,
  /** A log of the receipt moves a token from it or to it. */
  transferred: 8,
  /** A frame of the trace ran its code or called it. */
  called: 16,
} as const;

/** Returns whether these roles include sender, receiver or created contract, and not only being called or moving a token inside. */
export function isDirect(roles: number): boolean {
  return (roles & (ActivityRole.sent | ActivityRole.received | ActivityRole.created)) !== 0;
}

/** Returns whether these roles say that the address was called inside only. A log that names it is no call. */
export function isInternal(roles: number): boolean {
  return !isDirect(roles) && (roles & ActivityRole.called) !== 0;
}

/** An address and its bits of `ActivityRole`. */
export type Party = { address: Address; roles: number };

/** The fields of a row: those of a summary, with its place in the list. */
export type TransactionSummaryRow = Omit<TransactionSummary, 'blockNumber' | 'index'> & {
  blockNumber: number;
  index: number;
  /**
   * What a failed transaction reverts with when it is called again on the state before its block; null where it does
   * not revert, absent where it was not called again.
   */
  revertData?: Hex | null;
  /** Addresses beside sender, receiver and created contract. */
  others: readonly Party[];
};

export function toTransactionSummaryRow(summary: TransactionSummary, others: readonly Party[]): TransactionSummaryRow {
  return { ...summary, ...placeOf(summary), others };
}

/** Returns the place at which a transaction is listed. */
export function placeOf({ hash, blockNumber, index }: { hash: Hash; blockNumber?: number; index?: number }): {
  blockNumber: number;
  index: number;
} {
  return blockNumber === undefined || index === undefined
    ? { blockNumber: PENDING_BLOCK, index: Number.parseInt(hash.slice(2, 14), 16) }
    : { blockNumber, index };
}

/** Returns every address that the transaction involves, each once. */
export function partiesOf({ from, to, contractAddress, others }: TransactionSummaryRow): readonly Party[] {
  const roles = new Map<Address, number>(others.map((party) => [party.address, party.roles]));
  const add = (address: Address | undefined, role: number) => {
    if (address !== undefined) roles.set(address, (roles.get(address) ?? 0) | role);
  };
  add(from, ActivityRole.sent);
  add(to, ActivityRole.received);
  add(contractAddress, ActivityRole.created);
  return [...roles].map(([address, bits]) => ({ address, roles: bits }));
}
