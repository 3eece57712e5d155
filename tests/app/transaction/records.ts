/** A mined transaction, its receipt and its block, to change a field of at a time. */
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import {
  type Block,
  type ReceiptWithoutLogs,
  type StatedTransaction,
  type Transaction,
  transactionOf,
} from '../../../src/core/chain/transaction';

const networkId = 31337 as NetworkId;
const blockHash = `0x${'b1'.repeat(32)}` as Hash;
const hash = `0x${'a1'.repeat(32)}` as Hash;
const sender = `0x${'11'.repeat(20)}` as Address;
const callee = `0x${'22'.repeat(20)}` as Address;

export function minedTransaction(change: Partial<StatedTransaction> = {}): Transaction {
  return transactionOf({
    networkId,
    hash,
    type: 2,
    from: sender,
    to: callee,
    nonce: 1,
    value: 0n,
    input: '0xa9059cbb',
    gas: 100_000,
    blockHash,
    blockNumber: 7,
    index: 0,
    ...change,
  });
}

export function minedReceipt(change: Partial<ReceiptWithoutLogs> = {}): ReceiptWithoutLogs {
  return {
    networkId,
    transactionHash: hash,
    blockHash,
    blockNumber: 7,
    index: 0,
    from: sender,
    to: callee,
    status: 'success',
    gasUsed: 21_000,
    cumulativeGasUsed: 21_000,
    logCount: 0,
    ...change,
  };
}

export function minedBlock(change: Partial<Block> = {}): Block {
  return {
    networkId,
    hash: blockHash,
    number: 7,
    parentHash: blockHash,
    timestamp: 1_700_000_000,
    miner: sender,
    gasUsed: 21_000,
    gasLimit: 30_000_000,
    transactions: [hash],
    ...change,
  };
}
