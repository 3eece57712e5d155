/**
 * Table `blockSummaries`: the block at each height that an endpoint stated last. It is the list of blocks, and leads
 * from a number to a hash. A block that a reorganisation replaced is only in `blocks`.
 */
import * as v from 'valibot';
import type { BlockSummary } from '../../core/chain/summaries';
import { type AllStored, address, count, definedFields, hash, networkId, parseRow } from './fields';

const row = v.object({
  networkId,
  number: count,
  hash,
  parentHash: hash,
  timestamp: v.number(),
  miner: address,
  transactionCount: count,
  gasUsed: v.number(),
  gasLimit: v.number(),
  baseFeePerGas: v.exactOptional(v.bigint()),
});

export type BlockSummaryRow = v.InferOutput<typeof row>;

export function toBlockSummaryRow(summary: BlockSummary): BlockSummaryRow {
  return definedFields({
    networkId: summary.networkId,
    number: summary.number,
    hash: summary.hash,
    parentHash: summary.parentHash,
    timestamp: summary.timestamp,
    miner: summary.miner,
    transactionCount: summary.transactionCount,
    gasUsed: summary.gasUsed,
    gasLimit: summary.gasLimit,
    baseFeePerGas: summary.baseFeePerGas,
  });
}

/** Undefined where the row is damaged. */
export function fromBlockSummaryRow(stored: unknown): BlockSummary | undefined {
  return parseRow(row, stored);
}

true satisfies AllStored<BlockSummary, BlockSummaryRow>;
