import { BLOB_GAS } from '../../../core/chain/blob-gas';
import { bytesToAddress } from '../../../core/chain/hex';
import type { Hash } from '../../../core/chain/primitives';
import type { Receipt, Transaction } from '../../../core/chain/transaction';
import { blobBaseFee } from '../../../core/evm/environment';
import type { Execution } from '../../../core/evm/transaction/execution';
import { effectiveGasPrice } from '../../../core/evm/transaction/transaction-input';
import type { TransactionResult } from '../../../core/evm/transaction/transaction-result';
import { outcomeOf } from '../../../core/simulation/outcome';

/** Returns the receipt that a mined transaction has if it came out as it was executed here. What it used of its block is left out. */
export function receiptOfExecution(
  transaction: Transaction,
  { state, block, transaction: input }: Execution,
  result: TransactionResult,
): Receipt {
  const { networkId, hash, from, to, index = 0, blobVersionedHashes: blobs = [] } = transaction;
  const { success, gasUsed, logs } = outcomeOf(state, result);
  return {
    networkId,
    transactionHash: hash,
    blockHash: transaction.blockHash as Hash,
    blockNumber: block.number,
    index,
    from,
    ...(to === undefined ? {} : { to }),
    // A creation that failed names the address it would have had, as nodes do.
    ...(to === undefined && result.intended ? { contractAddress: bytesToAddress(result.intended) } : {}),
    status: success ? 'success' : 'failed',
    gasUsed,
    effectiveGasPrice: effectiveGasPrice(input, block.baseFee),
    ...(blobs.length > 0 && {
      blobGasUsed: blobs.length * Number(BLOB_GAS),
      blobGasPrice: blobBaseFee(block),
    }),
    logs,
  };
}
