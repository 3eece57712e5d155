/**
 * Table `transactions`: transactions as an endpoint stated them, with their receipts. The logs are in `receiptLogs`.
 */
import * as v from 'valibot';
import type { Hash, NetworkId } from '../../core/chain/primitives';
import { type ReceiptWithoutLogs, type Transaction, transactionOf } from '../../core/chain/transaction';
import {
  type AllStored,
  address,
  count,
  hash,
  hex,
  list,
  networkId,
  parseRow,
  rowReader,
  rowWriter,
  transactionKey,
} from './fields';

/** The key of a transaction: its chain and its hash. */
export type TransactionId = { networkId: NetworkId; hash: Hash };

/** A transaction that is kept, and its receipt once it is mined. */
export type KeptTransaction = TransactionId & {
  transaction: Transaction;
  receipt?: ReceiptWithoutLogs;
  /** Milliseconds since the epoch. */
  fetchedAt: number;
  gone?: TransactionRow['gone'];
};

/** A number, past 2^53 a bigint. */
const exact = v.union([count, v.bigint()]);
const rollup = v.record(v.string(), v.string());

/** The stored fields of a transaction. */
export const storedTransaction = v.object({
  ...transactionKey,
  type: count,
  from: address,
  to: v.exactOptional(address),
  nonce: count,
  value: v.bigint(),
  input: hex,
  gas: count,
  exact: v.exactOptional(v.record(v.string(), v.bigint())),
  gasPrice: v.exactOptional(v.bigint()),
  maxFeePerGas: v.exactOptional(v.bigint()),
  maxPriorityFeePerGas: v.exactOptional(v.bigint()),
  maxFeePerBlobGas: v.exactOptional(v.bigint()),
  blobVersionedHashes: v.exactOptional(list(hash)),
  accessList: v.exactOptional(list(v.object({ address, storageKeys: list(hash) }))),
  authorizationList: v.exactOptional(
    list(v.object({ chainId: exact, address, nonce: exact, yParity: v.number(), r: hex, s: hex })),
  ),
  chainId: v.exactOptional(v.number()),
  signature: v.exactOptional(v.object({ r: hex, s: hex, v: v.bigint(), yParity: v.exactOptional(v.number()) })),
  blockHash: v.exactOptional(hash),
  blockNumber: v.exactOptional(count),
  index: v.exactOptional(count),
  rollup: v.exactOptional(rollup),
});

/** The stored fields of a receipt without its logs. */
export const storedReceipt = v.object({
  networkId,
  transactionHash: hash,
  blockHash: hash,
  blockNumber: count,
  index: count,
  from: address,
  to: v.exactOptional(address),
  contractAddress: v.exactOptional(address),
  status: v.exactOptional(v.picklist(['success', 'failed'])),
  root: v.exactOptional(hash),
  gasUsed: count,
  cumulativeGasUsed: v.exactOptional(count),
  effectiveGasPrice: v.exactOptional(v.bigint()),
  blobGasUsed: v.exactOptional(count),
  blobGasPrice: v.exactOptional(v.bigint()),
  rollup: v.exactOptional(rollup),
  logCount: count,
});

const row = v.object({
  ...transactionKey,
  transaction: storedTransaction,
  receipt: v.exactOptional(storedReceipt),
  fetchedAt: v.number(),
  /** The chain, or whoever it waited with, no longer has it. `block`: the number of the one that it was taken back from. */
  gone: v.exactOptional(
    v.object({ how: v.picklist(['replaced', 'dropped', 'taken back']), block: v.exactOptional(count) }),
  ),
});

export type TransactionRow = v.InferOutput<typeof row>;

export const toTransactionRow = rowWriter(row);

/** The row as it is stored, without fields that the table does not have; undefined where it is damaged. */
export const checkTransactionRow = rowReader(row);

/** Returns undefined where the row is damaged. */
export function fromTransactionRow(stored: unknown): KeptTransaction | undefined {
  const kept = parseRow(row, stored);
  return kept && { ...kept, transaction: transactionOf(kept.transaction) };
}

true satisfies AllStored<Transaction, TransactionRow['transaction']>;
true satisfies AllStored<ReceiptWithoutLogs, NonNullable<TransactionRow['receipt']>>;
