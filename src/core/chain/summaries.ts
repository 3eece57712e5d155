/** What a list shows of a block or a transaction: the fields of one row, without what only its own page needs. */
import { paysInToken } from './fee-currency';
import type { Address, Hash, NetworkId, Selector } from './primitives';
import { type PseudoKind, pseudoKind } from './pseudo-transaction';
import { receiptStatus } from './receipt-status';
import type { Block, ReceiptWithoutLogs, Transaction } from './transaction';

export type BlockSummary = {
  networkId: NetworkId;
  number: number;
  hash: Hash;
  parentHash: Hash;
  /** Seconds since the epoch. */
  timestamp: number;
  miner: Address;
  transactionCount: number;
  gasUsed: number;
  gasLimit?: number;
  baseFeePerGas?: bigint;
};

export type TransactionSummary = {
  networkId: NetworkId;
  hash: Hash;
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  /** The contract that a creation made. */
  contractAddress?: Address;
  /** Wei. */
  value: bigint;
  /** Absent where the calldata has fewer than four bytes, and for a creation. */
  selector?: Selector;
  /** Gas limit. */
  gas: number;
  /** The three are absent together while the transaction is pending. Some who list addresses leave out the first. */
  blockHash?: Hash;
  blockNumber?: number;
  index?: number;
  /** Time of its block, seconds since the epoch; absent where the block is not known. */
  timestamp?: number;
  /** What follows is in the receipt, which not every endpoint gives for a whole block. */
  status?: 'success' | 'failed';
  gasUsed?: number;
  /** Wei, for the gas alone; rollups charge for data besides. Absent where a token pays. */
  fee?: bigint;
  /** Which transaction without an account it is, where its type tells and no other field here does. */
  pseudo?: PseudoKind;
};

/** Returns the summary of a block; undefined while the block is pending. */
export function summarizeBlock(block: Block): BlockSummary | undefined {
  const { networkId, number, hash, parentHash, timestamp, miner, gasUsed, gasLimit, baseFeePerGas } = block;
  if (number === undefined || hash === undefined) return undefined;
  const transactionCount = block.transactions.length;
  return {
    networkId,
    number,
    hash,
    parentHash,
    timestamp,
    miner,
    transactionCount,
    gasUsed,
    ...(gasLimit === undefined ? {} : { gasLimit }),
    ...(baseFeePerGas === undefined ? {} : { baseFeePerGas }),
  };
}

/** `timestamp` is that of the transaction's block. */
export function summarizeTransaction(
  transaction: Transaction,
  receipt:
    | Pick<ReceiptWithoutLogs, 'status' | 'root' | 'gasUsed' | 'effectiveGasPrice' | 'contractAddress'>
    | undefined,
  timestamp: number | undefined,
): TransactionSummary {
  const { networkId, hash, from, to, value, gas, input, blockHash, blockNumber, index } = transaction;
  const summary: TransactionSummary = { networkId, hash, from, value, gas };
  if (to !== undefined) {
    summary.to = to;
    if (input.length >= 10) summary.selector = input.slice(0, 10) as Selector;
  }
  if (blockHash !== undefined) {
    Object.assign(summary, { blockHash, blockNumber, index });
    if (timestamp !== undefined) summary.timestamp = timestamp;
  }
  const pseudo = transaction.type > 4 ? pseudoKind(transaction) : 0;
  if (pseudo !== 0 && pseudo !== pseudoKind(summary)) summary.pseudo = pseudo;
  if (receipt === undefined) return summary;
  const { gasUsed, effectiveGasPrice, contractAddress } = receipt;
  const status = receiptStatus(receipt, gas);
  summary.gasUsed = gasUsed;
  if (status !== undefined) summary.status = status;
  // Nodes name the address also where the creation failed and nothing is there.
  if (contractAddress !== undefined && status === 'success') summary.contractAddress = contractAddress;
  if (effectiveGasPrice !== undefined && !paysInToken(transaction.rollup))
    summary.fee = effectiveGasPrice * BigInt(gasUsed);
  return summary;
}
