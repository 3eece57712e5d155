/** The block that an execution makes of a draft: its roots, its hash, and its transactions and receipts in their places. */

import type { Hash } from '../chain/primitives';
import type { Block, SentTransaction } from '../chain/transaction';
import { computeHeaderHash } from '../proof/header';
import { computeLogsBloom } from '../proof/receipts';
import { computeListRoot } from '../proof/trie';
import { assert } from '../values/assert';
import { type BlockExecution, requestsHashOf } from './block-execution';
import { receiptBytes } from './receipt-bytes';
import { type SealedBlock, transactionsRootOf, type Uncle, withdrawalsRootOf } from './sealed-block';

/** `requests` are those of the block (EIP-7685) with their type before each. */
type Executed = {
  taken: readonly SentTransaction[];
  uncles: readonly Uncle[];
  execution: BlockExecution;
  requests: readonly Uint8Array[];
  stateRoot: Hash;
};

/** Builds a sealed block from a draft. It lacks the fields that the draft lacks, because the rules of its fork do not have them. */
export function sealedBlockOf(
  draft: Block & { number: number },
  { taken, uncles, execution, requests, stateRoot }: Executed,
): SealedBlock {
  const { receipts } = execution;
  const block = withHash({
    ...draft,
    transactions: taken.map(({ hash }) => hash),
    gasUsed: execution.gasUsed,
    ...(draft.blobGasUsed === undefined ? {} : { blobGasUsed: execution.blobGasUsed }),
    ...(draft.requestsHash === undefined ? {} : { requestsHash: requestsHashOf(requests) }),
    ...(draft.withdrawals === undefined ? {} : { withdrawalsRoot: withdrawalsRootOf(draft.withdrawals) }),
    logsBloom: computeLogsBloom(receipts.flatMap(({ logs }) => logs)),
    transactionsRoot: transactionsRootOf(taken),
    receiptsRoot: computeListRoot(receipts.map((receipt, index) => receiptBytes(receipt, taken[index]))),
    stateRoot,
  });
  return {
    block,
    transactions: taken.map((transaction, index) => ({
      ...transaction,
      gasPrice: receipts[index].effectiveGasPrice ?? 0n,
      blockHash: block.hash,
      blockNumber: block.number,
      index,
    })),
    uncles,
    receipts: receipts.map((receipt) => ({ ...receipt, blockHash: block.hash })),
  };
}

/** Returns the block under the hash of its header. */
export function withHash(block: Block): SealedBlock['block'] {
  const { hash: _, ...header } = block;
  const hash = computeHeaderHash(header);
  assert(hash !== undefined && header.number !== undefined, 'the header is whole');
  return { ...header, hash, number: header.number };
}
