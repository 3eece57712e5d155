/**
 * Table `transactionSummaries`: what lists show of transactions, one row per place in the chain. A place is a block
 * number and an index; where a transaction moved, only its last place is kept.
 *
 * A pending transaction has no place yet. It is listed above all blocks, at an index made of its hash.
 *
 * A stored row is its key and one packed text, which takes a quarter of the bytes of an object (`stored-summary.ts`).
 * Rows that were written before version 14 of the database are objects, and are read as they are.
 */
import * as v from 'valibot';
import type { Address, Hash } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import { type AllStored, address, count, definedFields, hash, hex, networkId, selector } from './fields';

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

/**
 * Whether these roles include sender, receiver or created contract, and not only being called or moving a token inside.
 */
export function isDirect(roles: number): boolean {
  return (roles & (ActivityRole.sent | ActivityRole.received | ActivityRole.created)) !== 0;
}

/** An address and its bits of `ActivityRole`. */
export type Party = { address: Address; roles: number };

/** The fields of a row: a row that was written before version 14, or what a packed row says. */
export const summaryRow = v.object({
  networkId,
  blockNumber: count,
  index: count,
  hash,
  blockHash: v.exactOptional(hash),
  timestamp: v.exactOptional(v.number()),
  from: address,
  to: v.exactOptional(address),
  contractAddress: v.exactOptional(address),
  value: v.bigint(),
  selector: v.exactOptional(selector),
  gas: v.number(),
  gasUsed: v.exactOptional(v.number()),
  fee: v.exactOptional(v.bigint()),
  status: v.exactOptional(v.picklist(['success', 'failed'])),
  /**
   * What a failed transaction reverts with when it is called again on the state before its block; null where it does
   * not revert, absent where it was not called again.
   */
  revertData: v.exactOptional(v.nullable(hex)),
  /** Addresses beside sender, receiver and created contract. */
  others: v.array(v.object({ address, roles: count })),
});

export type TransactionSummaryRow = v.InferOutput<typeof summaryRow>;

export function toTransactionSummaryRow(summary: TransactionSummary, others: readonly Party[]): TransactionSummaryRow {
  return definedFields({
    networkId: summary.networkId,
    ...placeOf(summary),
    hash: summary.hash,
    blockHash: summary.blockHash,
    timestamp: summary.timestamp,
    from: summary.from,
    to: summary.to,
    contractAddress: summary.contractAddress,
    value: summary.value,
    selector: summary.selector,
    gas: summary.gas,
    gasUsed: summary.gasUsed,
    fee: summary.fee,
    status: summary.status,
    others: others.map(({ address, roles }) => ({ address, roles })),
  });
}

export const packedSummaryRow = v.object({ networkId, blockNumber: count, index: count, packed: v.string() });

/** A row as it is stored. */
export type StoredTransactionSummary = v.InferOutput<typeof packedSummaryRow>;

/** The place at which a transaction is listed. */
export function placeOf({ hash, blockNumber, index }: { hash: Hash; blockNumber?: number; index?: number }): {
  blockNumber: number;
  index: number;
} {
  return blockNumber === undefined || index === undefined
    ? { blockNumber: PENDING_BLOCK, index: Number.parseInt(hash.slice(2, 14), 16) }
    : { blockNumber, index };
}

/** Every address that the transaction involves, each once. */
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

true satisfies AllStored<TransactionSummary, TransactionSummaryRow>;
