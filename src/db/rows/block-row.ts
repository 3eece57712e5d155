/**
 * Table `blocks`: blocks as an endpoint stated them, by hash. `blockSummaries` says which one is the chain's at a
 * height.
 */
import * as v from 'valibot';
import type { Block } from '../../core/chain/transaction';
import { type AllStored, address, count, hash, hex, list, networkId, rowReader, rowWriter } from './fields';

/** The stored fields of a block, in rows of blocks, replays and simulations. */
export const storedBlock = v.object({
  networkId,
  hash: v.exactOptional(hash),
  number: v.exactOptional(count),
  parentHash: hash,
  timestamp: v.number(),
  miner: address,
  minerUnknown: v.exactOptional(v.literal(true)),
  nonce: v.exactOptional(hex),
  difficulty: v.exactOptional(v.bigint()),
  size: v.exactOptional(v.number()),
  gasUsed: v.number(),
  gasLimit: v.exactOptional(v.number()),
  baseFeePerGas: v.exactOptional(v.bigint()),
  blobGasUsed: v.exactOptional(v.number()),
  excessBlobGas: v.exactOptional(v.number()),
  extraData: v.exactOptional(hex),
  mixHash: v.exactOptional(hash),
  sha3Uncles: v.exactOptional(hash),
  logsBloom: v.exactOptional(hex),
  withdrawalsRoot: v.exactOptional(hash),
  stateRoot: v.exactOptional(hash),
  transactionsRoot: v.exactOptional(hash),
  receiptsRoot: v.exactOptional(hash),
  withdrawals: v.exactOptional(
    list(v.object({ index: v.number(), validatorIndex: v.number(), address, amount: v.bigint() })),
  ),
  parentBeaconBlockRoot: v.exactOptional(hash),
  requestsHash: v.exactOptional(hash),
  blockAccessListHash: v.exactOptional(hash),
  slotNumber: v.exactOptional(v.number()),
  exact: v.exactOptional(v.record(v.string(), v.bigint())),
  rollup: v.exactOptional(v.record(v.string(), v.string())),
  transactions: list(hash),
});

/** `fetchedAt` in milliseconds since the epoch. */
const row = v.object({ networkId, hash, number: count, block: storedBlock, fetchedAt: v.number() });

export type KeptBlock = v.InferOutput<typeof row>;

export const toBlockRow = rowWriter(row);

/** Undefined where the row is damaged. */
export const fromBlockRow = rowReader(row);

true satisfies AllStored<Block, KeptBlock['block']>;
