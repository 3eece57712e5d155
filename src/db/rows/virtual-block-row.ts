/** Table `virtualBlocks`: a block of a virtual network, with all that it changed and what was set by hand after it. */
import * as v from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import { isSentTransaction, type Receipt, type SentTransaction, transactionOf } from '../../core/chain/transaction';
import type { ChainBlock } from '../../core/virtual/chain-keeper';
import { storedBlock } from './block-row';
import { address, count, hash, hex, list, networkId, parseRow, rowWriter } from './fields';
import { storedReceipt, storedTransaction } from './transaction-row';
import { storedChange } from './virtual-change';

const log = v.object({ address, topics: list(hash), data: hex, logIndex: v.exactOptional(count) });

const row = v.object({
  networkId,
  number: count,
  block: v.object({ ...storedBlock.entries, hash, number: count }),
  transactions: list(storedTransaction),
  receipts: list(v.object({ ...storedReceipt.entries, logs: list(log) })),
  changes: list(storedChange),
});

export type VirtualBlockRow = v.InferOutput<typeof row>;

const toStored = rowWriter(row);

/**
 * Returns the row of a block of a virtual network. The block that a fork began at is a row of the fork, although its
 * `block` names the parent's chain.
 */
export function toVirtualBlockRow(networkId: NetworkId, { sealed, changes }: ChainBlock): VirtualBlockRow {
  const { block, transactions, receipts } = sealed;
  return toStored({
    networkId,
    number: block.number,
    block,
    transactions,
    receipts: receipts.map((receipt) => ({ ...receipt, logCount: receipt.logs.length })),
    changes,
  });
}

/** Returns undefined where the row is damaged. */
export function fromVirtualBlockRow(stored: unknown): ChainBlock | undefined {
  const kept = parseRow(row, stored);
  const transactions = kept?.transactions.map(transactionOf).filter(isSentTransaction);
  if (kept === undefined || transactions?.length !== kept.transactions.length) return undefined;
  const { block, receipts, changes } = kept;
  return {
    sealed: {
      block,
      transactions: transactions satisfies SentTransaction[],
      uncles: [],
      receipts: receipts.map(({ logCount: _, ...receipt }): Receipt => receipt),
    },
    changes,
  };
}
