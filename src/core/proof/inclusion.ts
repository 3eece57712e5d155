/**
 * Whether a block's transactions and receipts are those its header commits to.
 * With them a receipt (status, gas used, every log) is the header's word, not
 * the endpoint's.
 */

import { hexToBytes } from '../chain/hex';
import type { Hex } from '../chain/primitives';
import { encodeRawTransaction } from '../chain/raw-transaction';
import {
  type Block,
  type EthereumTransaction,
  isEthereumTransaction,
  isLeftOut,
  type Receipt,
  type Transaction,
} from '../chain/transaction';
import type { Encoding } from '../evm/families/family';
import { computeLogsBloom, encodeReceipt, receiptFields } from './receipts';
import { computeListRoot } from './trie';

/** `unknown`: the block has something that is encoded by rules not known here, or the header lacks the root. */
export type Inclusion =
  | { state: 'proven' }
  | { state: 'contradicted'; reason: string }
  | { state: 'unknown'; reason: string };

/** Recomputes transactionsRoot, receiptsRoot and logs bloom, encoded as the chain does; linear in the bytes of the block. */
export function checkInclusion(
  block: Block,
  listedTransactions: readonly Transaction[],
  listedReceipts: readonly Receipt[],
  encoding: Encoding = {},
): Inclusion {
  const { transactionsRoot, receiptsRoot, logsBloom } = block;
  if (transactionsRoot === undefined || receiptsRoot === undefined || logsBloom === undefined) {
    return { state: 'unknown', reason: 'The endpoint leaves out the roots of the block.' };
  }
  if (listedTransactions.length !== block.transactions.length || listedReceipts.length !== block.transactions.length) {
    return contradicted('The endpoint gives another number of transactions or receipts than the block lists.');
  }
  const isInside = listedTransactions.map((each) => encoding.isOutside?.(each) !== true);
  const transactions = listedTransactions.filter((_, index) => isInside[index]);
  const receipts = listedReceipts.filter((_, index) => isInside[index]);
  const encodedTransactions: Uint8Array[] = [];
  for (const each of transactions) {
    const own = encoding.transaction?.(each);
    if (own === undefined && !isEthereumTransaction(each))
      return {
        state: 'unknown',
        reason: `The block has a transaction of type ${each.type}, whose encoding is not known here.`,
      };
    encodedTransactions.push(hexToBytes(own ?? encodeRawTransaction(each as EthereumTransaction)));
  }
  if (computeListRoot(encodedTransactions) !== transactionsRoot) {
    return transactions.some(isLeftOut)
      ? {
          state: 'unknown',
          reason: 'The block has a transaction without a signature or a price, which cannot be encoded.',
        }
      : contradicted('The transactions of the block are not those its header commits to.');
  }
  const later = encoding.settlesLater?.(block);
  if (later !== undefined) return { state: 'unknown', reason: later };
  const gap = receipts.findIndex((receipt, index) => receipt.transactionHash !== transactions[index].hash);
  if (gap !== -1) return contradicted(`The receipt at position ${gap} of the block is of another transaction.`);
  if (receipts.some(({ cumulativeGasUsed }) => cumulativeGasUsed === undefined)) {
    return { state: 'unknown', reason: 'A receipt of the block states no cumulative gas, so it cannot be encoded.' };
  }
  const encoded = receipts.map(
    (receipt, index) =>
      encoding.receipt?.(receipt, transactions[index], receiptFields(receipt)) ??
      encodeReceipt(receipt, transactions[index].type),
  );
  if (computeListRoot(encoded) !== receiptsRoot) {
    const isShort = receipts.some(
      (receipt, index) =>
        (receipt.status === undefined && receipt.root === undefined) ||
        encoding.leavesOut?.(receipt, transactions[index]) === true,
    );
    return isShort
      ? { state: 'unknown', reason: 'A receipt of the block lacks a field, so it cannot be encoded.' }
      : contradicted('The receipts of the block are not those its header commits to.');
  }
  if (computeLogsBloom(receipts.flatMap(({ logs }) => logs)) !== (logsBloom as Hex)) {
    return contradicted('The events of the block do not give the bloom filter of its header.');
  }
  const uneven = gasDifference(receipts, block);
  return uneven === undefined ? { state: 'proven' } : contradicted(uneven);
}

/** Gas used is not in a receipt's encoding: it is the difference of the cumulative gas, which is. */
function gasDifference(receipts: readonly Receipt[], block: Block): string | undefined {
  let before = 0;
  for (const [index, { gasUsed, cumulativeGasUsed }] of receipts.entries()) {
    if (cumulativeGasUsed === undefined || cumulativeGasUsed - before !== gasUsed) {
      return `The receipt at position ${index} of the block states another gas than its cumulative gas gives.`;
    }
    before = cumulativeGasUsed;
  }
  return before === block.gasUsed ? undefined : 'The receipts of the block do not add up to the gas of its header.';
}

function contradicted(reason: string): Inclusion {
  return { state: 'contradicted', reason };
}
