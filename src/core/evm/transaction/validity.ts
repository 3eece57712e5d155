/** Whether a transaction can be in a block at all. */
import { type BlockEnvironment, blobBaseFee } from '../environment';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import * as W from '../words/words';
import { fundsNeeded, gasOnEntry, type TransactionInput } from './transaction-input';

/** Returns why the transaction is invalid, in geth's words; undefined when it is valid. `otherFees`: wei that it costs beside gas and blobs. */
export function whyInvalid(
  state: State,
  sender: AccountIndex,
  transaction: TransactionInput,
  block: BlockEnvironment,
  otherFees = 0n,
): string | undefined {
  const gas = gasOnEntry(transaction, block);
  const { fork } = block;
  if (state.nonce[sender] === 2n ** 64n - 1n) return 'nonce has max value'; // EIP-2681
  if (!transaction.isUnnumbered && state.nonce[sender] !== transaction.nonce)
    return state.nonce[sender] < transaction.nonce ? 'nonce too high' : 'nonce too low';
  const code = state.codes[state.code[sender]];
  // EIP-3607, with the exception of EIP-7702.
  const isSigner = code.bytes.length === 0 || (fork >= Fork.prague && code.delegate);
  if (fork >= Fork.london && !isSigner && transaction.isMadeUp !== true) return 'sender not an eoa';
  if (fork >= Fork.london && !block.protocol?.statesLaterBaseFee && transaction.maxFeePerGas < block.baseFee)
    return 'max fee per gas less than block base fee';
  if (transaction.maxFeePerGas < transaction.maxPriorityFeePerGas)
    return 'max priority fee per gas higher than max fee per gas';
  if (transaction.isIncluded !== true) {
    if (transaction.gasLimit > block.gasLimit) return 'gas limit reached';
    // Where the rest of a limit is held back, no limit is too high.
    const isCapped = transaction.isMadeUp !== true && block.protocol?.enter === undefined;
    if (isCapped && transaction.gasLimit > maxGasLimit(block)) return 'transaction gas limit too high'; // EIP-7825
  }
  if (transaction.type === 1 && fork < Fork.berlin) return 'transaction type not supported';
  if (transaction.type === 2 && fork < Fork.london) return 'transaction type not supported';
  if (transaction.type === 3) {
    if (fork < Fork.cancun) return 'transaction type not supported';
    if (transaction.to === undefined)
      return 'input string too short for common.Address, decoding into (types.BlobTx).To';
    if (transaction.blobHashes.length === 0) return 'blob transaction missing blob hashes';
    if (transaction.blobHashes.some((hash) => hash[0] !== 1)) return 'blob has invalid hash version';
    if (transaction.blobHashes.length > (fork >= Fork.osaka ? 6 : block.blobs.max))
      return 'blob gas used exceeds maximum allowance';
    if (transaction.maxFeePerBlobGas < blobBaseFee(block)) return 'max fee per blob gas less than block blob gas fee';
  }
  if (transaction.type === 4) {
    if (fork < Fork.prague) return 'transaction type not supported';
    if (transaction.to === undefined) return 'set code transaction must not be a create transaction';
    if (transaction.authorizationList.length === 0) return 'set code transaction with empty auth list';
  }
  if (
    fork >= Fork.shanghai &&
    transaction.to === undefined &&
    transaction.data.length > Gas.pricesIn(block).maxInitCodeSize
  )
    return 'max initcode size exceeded';
  // What it costs before it runs is execution, which has a bound of its own (EIP-8037).
  if (fork >= Fork.amsterdam && Math.max(gas.intrinsic, gas.floor) > Gas.MAX_EXECUTION_GAS)
    return 'intrinsic gas too high';
  if (transaction.gasLimit < gas.intrinsic) return 'intrinsic gas too low';
  if (transaction.gasLimit < gas.floor) return 'insufficient gas for floor data gas cost';
  if (fundsNeeded(transaction) + otherFees > W.toBigInt(state.balance, sender << 3))
    return 'insufficient funds for gas * price + value';
  return undefined;
}

/** Returns why even a call that nobody signed is invalid; undefined when it is valid. */
export function whyInvalidCall(
  state: State,
  sender: AccountIndex,
  transaction: TransactionInput,
  block: BlockEnvironment,
): string | undefined {
  const { fork } = block;
  const { intrinsic, floor } = gasOnEntry(transaction, block);
  const { maxInitCodeSize } = Gas.pricesIn(block);
  if (transaction.to === undefined && transaction.authorizationList.length > 0)
    return 'set code transaction must not be a create transaction';
  if (fork >= Fork.shanghai && transaction.to === undefined && transaction.data.length > maxInitCodeSize)
    return 'max initcode size exceeded';
  if (fork >= Fork.amsterdam && intrinsic > Gas.MAX_EXECUTION_GAS) return 'intrinsic gas too high';
  if (transaction.gasLimit < intrinsic) return 'intrinsic gas too low';
  if (transaction.gasLimit < floor) return 'insufficient gas for floor data gas cost';
  if (transaction.value > W.toBigInt(state.balance, sender << 3)) return 'insufficient funds for transfer';
  return undefined;
}

/** Returns the highest gas limit that a transaction may have, whatever its block has. */
export function maxGasLimit({ fork, protocol }: Pick<BlockEnvironment, 'fork' | 'protocol'>): number {
  if (protocol?.maxGasLimit !== undefined) return protocol.maxGasLimit;
  return fork >= Fork.osaka && fork < Fork.amsterdam ? Gas.MAX_EXECUTION_GAS : Number.POSITIVE_INFINITY;
}
