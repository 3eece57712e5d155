/**
 * Table `blockSummaries`: the block at each height that an endpoint stated last. It is the list of blocks, and leads
 * from a number to a hash. A block that a reorganisation replaced is only in `blocks`.
 */
import * as v from 'valibot';
import type { BlockSummary } from '../../core/chain/summaries';
import { type AllStored, address, count, hash, networkId, rowReader, rowWriter } from './fields';

const row = v.object({
  networkId,
  number: count,
  hash,
  parentHash: hash,
  timestamp: v.number(),
  miner: address,
  transactionCount: count,
  gasUsed: v.number(),
  gasLimit: v.exactOptional(v.number()),
  baseFeePerGas: v.exactOptional(v.bigint()),
});

export type BlockSummaryRow = v.InferOutput<typeof row>;

export const toBlockSummaryRow = rowWriter(row);

/** Undefined where the row is damaged. */
export const fromBlockSummaryRow = rowReader(row);

true satisfies AllStored<BlockSummary, BlockSummaryRow>;
