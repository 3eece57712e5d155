/** Blocks, transactions and receipts of a virtual network in the words of JSON-RPC (execution API specification). */

import { quantityHex } from '../../chain/hex';
import type { Hash, Hex } from '../../chain/primitives';
import { type Log, type SentTransaction, signedGas } from '../../chain/transaction';
import { computeLogsBloom } from '../../proof/receipts';
import { encodeBlock, type SealedBlock } from '../sealed-block';

export type Form = Readonly<Record<string, unknown>>;

/** Writes a block as JSON-RPC does. With `full`, it has the transactions instead of their hashes. */
export function blockForm(sealed: SealedBlock, full: boolean): Form {
  const { block, transactions, uncles } = sealed;
  return {
    ...headerForm(sealed),
    size: quantityHex((encodeBlock(sealed).length - 2) / 2),
    uncles: uncles.map(({ hash }) => hash),
    transactions: full
      ? transactions.map((transaction) => transactionForm(transaction, block.timestamp))
      : block.transactions,
    ...(block.withdrawals
      ? {
          withdrawals: block.withdrawals.map(({ index, validatorIndex, address, amount }) => ({
            index: quantityHex(index),
            validatorIndex: quantityHex(validatorIndex),
            address,
            amount: quantityHex(amount),
          })),
        }
      : {}),
  };
}

/** Writes a header as subscriptions do. */
export function headerForm({ block }: Pick<SealedBlock, 'block'>): Form {
  const { networkId: _, transactions: __, withdrawals: ___, size: ____, exact, ...header } = block;
  return Object.fromEntries(
    Object.entries({ ...header, ...exact }).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'bigint' ? quantityHex(value) : value,
    ]),
  );
}

/** Writes a transaction as JSON-RPC does. `timestamp` is that of its block; undefined while it waits. */
export function transactionForm(transaction: SentTransaction, timestamp?: number): Form {
  const { type, signature, chainId } = transaction;
  const isIncluded = timestamp !== undefined && transaction.blockHash !== undefined;
  const common = {
    blockHash: isIncluded ? transaction.blockHash : null,
    blockNumber: isIncluded ? quantityHex(transaction.blockNumber) : null,
    blockTimestamp: isIncluded ? quantityHex(timestamp) : null,
    transactionIndex: isIncluded ? quantityHex(transaction.index) : null,
    from: transaction.from,
    gas: quantityHex(signedGas(transaction)),
    gasPrice: quantityHex(transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n),
    hash: transaction.hash,
    input: transaction.input,
    nonce: quantityHex(transaction.nonce),
    to: transaction.to ?? null,
    value: quantityHex(transaction.value),
    type: quantityHex(type),
    ...(chainId === undefined ? {} : { chainId: quantityHex(chainId) }),
    ...(signature === undefined
      ? {}
      : {
          v: quantityHex(type === 0 ? signature.v : (signature.yParity ?? 0)),
          r: short(signature.r),
          s: short(signature.s),
          ...(type === 0 ? {} : { yParity: quantityHex(signature.yParity ?? 0) }),
        }),
  };
  if (type === 0) return common;
  const feeCurrency = transaction.rollup?.feeCurrency;
  return {
    ...common,
    ...(feeCurrency !== undefined && { feeCurrency }),
    accessList: transaction.accessList ?? [],
    ...(type >= 2
      ? {
          maxFeePerGas: quantityHex(transaction.maxFeePerGas ?? 0n),
          maxPriorityFeePerGas: quantityHex(transaction.maxPriorityFeePerGas ?? 0n),
        }
      : {}),
    ...(type === 3
      ? {
          maxFeePerBlobGas: quantityHex(transaction.maxFeePerBlobGas ?? 0n),
          blobVersionedHashes: transaction.blobVersionedHashes,
        }
      : {}),
    ...(transaction.authorizationList
      ? {
          authorizationList: transaction.authorizationList.map((entry) => ({
            chainId: quantityHex(entry.chainId),
            address: entry.address,
            nonce: quantityHex(entry.nonce),
            yParity: quantityHex(entry.yParity),
            r: short(entry.r),
            s: short(entry.s),
          })),
        }
      : {}),
  };
}

/** Quantities have no leading zeros. */
function short(word: Hex): Hex {
  return quantityHex(BigInt(word));
}

export function receiptForm({ block, transactions, receipts }: SealedBlock, index: number): Form {
  const receipt = receipts[index];
  const { status, root, to, contractAddress, logs } = receipt;
  return {
    blockHash: block.hash,
    blockNumber: quantityHex(block.number),
    contractAddress: contractAddress ?? null,
    cumulativeGasUsed: quantityHex(receipt.cumulativeGasUsed ?? receipt.gasUsed),
    effectiveGasPrice: quantityHex(receipt.effectiveGasPrice ?? 0n),
    from: receipt.from,
    gasUsed: quantityHex(receipt.gasUsed),
    logs: logsOf({ block, receipts }, index),
    logsBloom: computeLogsBloom(logs),
    ...(root === undefined ? { status: status === 'success' ? '0x1' : '0x0' } : { root }),
    to: to ?? null,
    transactionHash: receipt.transactionHash,
    transactionIndex: quantityHex(index),
    type: quantityHex(transactions[index].type),
    ...(receipt.blobGasUsed === undefined ? {} : { blobGasUsed: quantityHex(receipt.blobGasUsed) }),
    ...(receipt.blobGasPrice === undefined ? {} : { blobGasPrice: quantityHex(receipt.blobGasPrice) }),
    ...receipt.rollup,
  };
}

/** Returns the logs of one transaction of a block. */
export function logsOf({ block, receipts }: Pick<SealedBlock, 'block' | 'receipts'>, index: number): Form[] {
  const { logs, transactionHash } = receipts[index];
  return logs.map((log) =>
    logForm(log, { blockHash: block.hash, number: block.number, timestamp: block.timestamp, transactionHash, index }),
  );
}

export type LogPlace = { blockHash: Hash; number: number; timestamp: number; transactionHash: Hash; index: number };

export function logForm({ address, topics, data, logIndex }: Log, place: LogPlace): Form {
  return {
    address,
    topics,
    data,
    blockNumber: quantityHex(place.number),
    transactionHash: place.transactionHash,
    transactionIndex: quantityHex(place.index),
    blockHash: place.blockHash,
    blockTimestamp: quantityHex(place.timestamp),
    logIndex: logIndex === undefined ? null : quantityHex(logIndex),
    removed: false,
  };
}
