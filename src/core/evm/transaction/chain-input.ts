/** Blocks and transactions as the interpreter takes them. */

import { exactField } from '../../chain/exact-field';
import { hexToBytes } from '../../chain/hex';
import {
  type AccessListEntry,
  type Block,
  gasLimitOf,
  type Receipt,
  signedGas,
  type Transaction,
} from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import type { BlockEnvironment } from '../environment';
import type { ChainRules } from '../families/family';
import { type BlockMaker, refusedType } from '../rules/chain-rules';
import { Fork } from '../rules/forks';
import type { TransactionInput } from './transaction-input';

/** An included block. */
export type IncludedBlock = Block & { number: number };

/**
 * Returns the block as code in it sees it, with `hashes` of earlier blocks by
 * number, to which more may be added later. The parent's is added here.
 */
export function toEnvironment(
  block: IncludedBlock,
  rules: ChainRules,
  hashes: Map<number, Uint8Array>,
): BlockEnvironment {
  hashes.set(block.number - 1, hexToBytes(block.parentHash));
  return {
    fork: rules.fork,
    blobs: rules.blobs,
    chainId: BigInt(block.networkId),
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: exactField(block, 'gasLimit') ?? gasLimitOf(block),
    coinbase: hexToBytes(block.miner),
    baseFee: block.baseFeePerGas ?? 0n,
    random: rules.fork >= Fork.paris ? BigInt(block.mixHash ?? 0) : (block.difficulty ?? 0n),
    excessBlobGas: BigInt(exactField(block, 'excessBlobGas') ?? 0),
    slotNumber: block.slotNumber ?? 0,
    blockHash: (number) => hashes.get(number),
    ...(rules.protocol && { protocol: rules.protocol }),
    ...rules.family?.environment?.(block, rules),
  };
}

/** Converts the transaction's fields to bytes and words; its type must be 0 to 4. `isIncluded`: a block of the chain holds it. */
export function toInput(transaction: Transaction, isIncluded = false): TransactionInput {
  const { type, from, to, nonce, value, input, gasPrice = 0n } = transaction;
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const isShort = maxFeePerGas === undefined || maxPriorityFeePerGas === undefined;
  // Before EIP-1559 the one price is both; where an endpoint leaves one out, it is what was paid.
  const isOne = type < 2 || (isShort && transaction.gasPrice !== undefined);
  return {
    type,
    isIncluded,
    from: hexToBytes(from),
    to: to === undefined ? undefined : hexToBytes(to),
    nonce: BigInt(nonce),
    value,
    data: hexToBytes(input),
    gasLimit: BigInt(signedGas(transaction)),
    maxFeePerGas: isOne ? gasPrice : (maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: isOne ? gasPrice : (maxPriorityFeePerGas ?? 0n),
    accessList: toAccessList(transaction.accessList ?? []),
    maxFeePerBlobGas: transaction.maxFeePerBlobGas ?? 0n,
    blobHashes: (transaction.blobVersionedHashes ?? []).map(hexToBytes),
    authorizationList: (transaction.authorizationList ?? []).map((entry) => ({
      chainId: BigInt(entry.chainId),
      address: hexToBytes(entry.address),
      nonce: BigInt(entry.nonce),
      yParity: entry.yParity,
      r: BigInt(entry.r),
      s: BigInt(entry.s),
    })),
  };
}

/**
 * Converts the fields of a mined transaction by the rules of its block, or returns a sentence on why it cannot be executed.
 * A development node takes over any account, so its senders may have code (EIP-3607). `receipt` is there where
 * the family of the chain needs it, or the transaction lacks its price.
 */
export function toMinedInput(
  stated: Transaction,
  maker: BlockMaker,
  { rules, block, receipt }: { rules: ChainRules; block: Block; receipt?: Receipt | undefined },
): Result<TransactionInput, string> {
  // What data costs on rollups goes by the bytes of the transaction, its price among them.
  const transaction = lacksPrice(stated) ? { ...stated, gasPrice: receipt?.effectiveGasPrice ?? 0n } : stated;
  const input = { ...toInput(transaction, true), isMadeUp: maker === 'development' };
  const own = rules.family?.input?.(transaction, block, receipt);
  if (own !== undefined) return own.ok ? ok({ ...input, ...own.value }) : own;
  const refusal = refusedType(transaction.type);
  return refusal === undefined ? ok(input) : fail(refusal);
}

/** Returns whether the endpoint left out all that says what the transaction pays for gas. */
export function lacksPrice({ type, gasPrice, maxFeePerGas }: Transaction): boolean {
  return type <= 4 && (gasPrice ?? maxFeePerGas) === undefined;
}

/** Converts an access list (EIP-2930) to bytes. */
export function toAccessList(entries: readonly AccessListEntry[]): TransactionInput['accessList'] {
  return entries.map(({ address, storageKeys }) => ({
    address: hexToBytes(address),
    storageKeys: storageKeys.map(hexToBytes),
  }));
}
