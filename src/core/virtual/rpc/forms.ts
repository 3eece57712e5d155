/** Blocks, transactions and receipts of a virtual network in the words of JSON-RPC (execution API specification). */
import type { Hash, Hex } from '../../chain/primitives';
import { type Log, type SentTransaction, signedGas } from '../../chain/transaction';
import { computeLogsBloom } from '../../proof/receipts';
import { encodeBlock, type SealedBlock } from '../sealed-block';

export type Form = Readonly<Record<string, unknown>>;

export function hex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** Writes a block as JSON-RPC does. With `full`, it has the transactions instead of their hashes. */
export function blockForm(sealed: SealedBlock, full: boolean): Form {
  const { block, transactions, uncles } = sealed;
  return {
    ...headerForm(sealed),
    size: hex((encodeBlock(sealed).length - 2) / 2),
    uncles: uncles.map(({ hash }) => hash),
    transactions: full
      ? transactions.map((transaction) => transactionForm(transaction, block.timestamp))
      : block.transactions,
    ...(block.withdrawals
      ? {
          withdrawals: block.withdrawals.map(({ index, validatorIndex, address, amount }) => ({
            index: hex(index),
            validatorIndex: hex(validatorIndex),
            address,
            amount: hex(amount),
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
      typeof value === 'number' || typeof value === 'bigint' ? hex(value) : value,
    ]),
  );
}

/** Writes a transaction as JSON-RPC does. `timestamp` is that of its block; undefined while it waits. */
export function transactionForm(transaction: SentTransaction, timestamp?: number): Form {
  const { type, signature, chainId } = transaction;
  const isIncluded = timestamp !== undefined && transaction.blockHash !== undefined;
  const common = {
    blockHash: isIncluded ? transaction.blockHash : null,
    blockNumber: isIncluded ? hex(transaction.blockNumber) : null,
    blockTimestamp: isIncluded ? hex(timestamp) : null,
    transactionIndex: isIncluded ? hex(transaction.index) : null,
    from: transaction.from,
    gas: hex(signedGas(transaction)),
    gasPrice: hex(transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n),
    hash: transaction.hash,
    input: transaction.input,
    nonce: hex(transaction.nonce),
    to: transaction.to ?? null,
    value: hex(transaction.value),
    type: hex(type),
    ...(chainId === undefined ? {} : { chainId: hex(chainId) }),
    ...(signature === undefined
      ? {}
      : {
          v: hex(type === 0 ? signature.v : (signature.yParity ?? 0)),
          r: short(signature.r),
          s: short(signature.s),
          ...(type === 0 ? {} : { yParity: hex(signature.yParity ?? 0) }),
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
          maxFeePerGas: hex(transaction.maxFeePerGas ?? 0n),
          maxPriorityFeePerGas: hex(transaction.maxPriorityFeePerGas ?? 0n),
        }
      : {}),
    ...(type === 3
      ? {
          maxFeePerBlobGas: hex(transaction.maxFeePerBlobGas ?? 0n),
          blobVersionedHashes: transaction.blobVersionedHashes,
        }
      : {}),
    ...(transaction.authorizationList
      ? {
          authorizationList: transaction.authorizationList.map((entry) => ({
            chainId: hex(entry.chainId),
            address: entry.address,
            nonce: hex(entry.nonce),
            yParity: hex(entry.yParity),
            r: short(entry.r),
            s: short(entry.s),
          })),
        }
      : {}),
  };
}

/** Quantities have no leading zeros. */
function short(word: Hex): Hex {
  return hex(BigInt(word));
}

export function receiptForm({ block, transactions, receipts }: SealedBlock, index: number): Form {
  const receipt = receipts[index];
  const { status, root, to, contractAddress, logs } = receipt;
  return {
    blockHash: block.hash,
    blockNumber: hex(block.number),
    contractAddress: contractAddress ?? null,
    cumulativeGasUsed: hex(receipt.cumulativeGasUsed ?? receipt.gasUsed),
    effectiveGasPrice: hex(receipt.effectiveGasPrice ?? 0n),
    from: receipt.from,
    gasUsed: hex(receipt.gasUsed),
    logs: logsOf({ block, receipts }, index),
    logsBloom: computeLogsBloom(logs),
    ...(root === undefined ? { status: status === 'success' ? '0x1' : '0x0' } : { root }),
    to: to ?? null,
    transactionHash: receipt.transactionHash,
    transactionIndex: hex(index),
    type: hex(transactions[index].type),
    ...(receipt.blobGasUsed === undefined ? {} : { blobGasUsed: hex(receipt.blobGasUsed) }),
    ...(receipt.blobGasPrice === undefined ? {} : { blobGasPrice: hex(receipt.blobGasPrice) }),
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
    blockNumber: hex(place.number),
    transactionHash: place.transactionHash,
    transactionIndex: hex(place.index),
    blockHash: place.blockHash,
    blockTimestamp: hex(place.timestamp),
    logIndex: logIndex === undefined ? null : hex(logIndex),
    removed: false,
  };
}
