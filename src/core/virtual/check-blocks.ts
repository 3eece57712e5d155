/** Whether blocks from a file are what they say: their hashes, their order, and what their headers say of transactions and receipts. */
import { hashOf } from '../chain/raw-transaction';
import { formatInteger } from '../format/counts';
import { computeHeaderHash } from '../proof/header';
import { computeListRoot } from '../proof/trie';
import type { ChainBlock } from './chain-keeper';
import { receiptBytes } from './receipt-bytes';
import { transactionsRootOf } from './sealed-block';

/**
 * Returns a sentence on what is wrong, undefined where nothing is. `isFork`: the first block is the parent's, whose
 * header may have fields that are not known here. What the blocks did to the state is not checked.
 */
export function faultInBlocks(blocks: readonly ChainBlock[], isFork: boolean): string | undefined {
  for (const [index, { sealed }] of blocks.entries()) {
    const { block, transactions, receipts } = sealed;
    const { hash, ...header } = block;
    const name = `Block ${formatInteger(block.number)}`;
    const before = blocks[index - 1]?.sealed.block;
    if (before !== undefined && (block.parentHash !== before.hash || block.number !== before.number + 1))
      return `${name} does not follow on the block before it.`;
    if (before === undefined && isFork) continue;
    if (computeHeaderHash(header) !== hash) return `${name} has another hash than its header gives.`;
    if (transactions.some((transaction) => hashOf(transaction) !== transaction.hash))
      return `${name} has a transaction with another hash than its fields give.`;
    if (
      transactionsRootOf(transactions) !== block.transactionsRoot ||
      transactions.map((transaction) => transaction.hash).join() !== block.transactions.join()
    )
      return `${name} has other transactions than its header says.`;
    const encoded = receipts.map((receipt, at) => receiptBytes(receipt, transactions[at] ?? { type: 0 }));
    if (receipts.length !== transactions.length || computeListRoot(encoded) !== block.receiptsRoot)
      return `${name} has other receipts than its header says.`;
  }
  return undefined;
}
