/** What a transaction paid, and to whom: EIP-1559 burns the base fee, EIP-4844 the blob fee; the rest is the tip. */
import type { Block, ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';

/** All in wei. */
export type Fee = {
  total: bigint;
  /** Per unit of gas, as charged. */
  price: bigint;
  /** Absent where the block has no base fee. */
  burnt?: bigint;
  tip?: bigint;
  /** Part of the total that paid for blobs. */
  blob?: bigint;
  /** What a rollup adds for publishing on its base chain, where its node says so; part of the total. */
  rollup?: bigint;
};

/** The fee of a mined transaction; undefined where the node gave no price. */
export function feeOf(
  transaction: Transaction,
  receipt: ReceiptWithoutLogs,
  block: Block | undefined,
): Fee | undefined {
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  if (price === undefined) return undefined;
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
  // A deposit transaction of a rollup pays nothing, so there is nothing to burn.
  if (base !== undefined && price >= base) {
    fee.burnt = gas * base + (blob ?? 0n);
    fee.tip = gas * (price - base);
  }
  return fee;
}

function quantity(text: string | undefined): bigint | undefined {
  return text !== undefined && /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined;
}
