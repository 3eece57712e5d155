/** What a transaction paid, and to whom: EIP-1559 burns the base fee, EIP-4844 the blob fee; the rest is the tip. */
import { BLOB_GAS } from '../../../core/chain/blob-gas';
import { paysInToken } from '../../../core/chain/fee-currency';
import type { Block, ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';

/** All in wei. */
export type Fee = {
  total: bigint;
  /** Per unit of gas, as charged. */
  price: bigint;
  /** The base fee and that of blobs, which some chains collect. Absent where the block has no base fee, and on rollups. */
  burnt?: bigint;
  tip?: bigint;
  /** Part of the total that paid for blobs. */
  blob?: bigint;
  /** What a rollup adds for publishing on its base chain, where its node says so; part of the total. */
  rollup?: bigint;
};

/** Returns the most that a transaction can cost, wei; undefined where the node gave no price, or one in another currency. */
export function highestFeeOf({
  gas,
  gasPrice,
  maxFeePerGas,
  maxFeePerBlobGas,
  blobVersionedHashes,
  rollup,
}: Transaction): bigint | undefined {
  const price = maxFeePerGas ?? gasPrice;
  const blobs = BigInt(blobVersionedHashes?.length ?? 0);
  if (price === undefined || paysInToken(rollup)) return undefined;
  if (blobs > 0n && maxFeePerBlobGas === undefined) return undefined;
  return BigInt(gas) * price + blobs * BLOB_GAS * (maxFeePerBlobGas ?? 0n);
}

/** Returns the fee of a mined transaction; undefined where the node gave no price, or one in another currency. */
export function feeOf(
  transaction: Transaction,
  receipt: ReceiptWithoutLogs,
  block: Block | undefined,
): Fee | undefined {
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  if (price === undefined || paysInToken(transaction.rollup)) return undefined;
  const gas = BigInt(receipt.gasUsed);
  const blob =
    receipt.blobGasUsed === undefined || receipt.blobGasPrice === undefined
      ? undefined
      : BigInt(receipt.blobGasUsed) * receipt.blobGasPrice;
  const rollup = quantity(receipt.rollup?.l1Fee);
  const base = block?.baseFeePerGas;
  const fee: Fee = { total: gas * price + (blob ?? 0n) + (rollup ?? 0n), price };
  if (blob !== undefined) fee.blob = blob;
  if (rollup !== undefined) fee.rollup = rollup;
  const isRollup = transaction.rollup !== undefined || receipt.rollup !== undefined;
  if (base !== undefined && price >= base && !isRollup) {
    fee.burnt = gas * base + (blob ?? 0n);
    fee.tip = gas * (price - base);
  }
  return fee;
}

function quantity(text: string | undefined): bigint | undefined {
  return text !== undefined && /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined;
}
