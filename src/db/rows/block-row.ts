/**
 * Table `blocks`: blocks as an endpoint stated them, by hash. `blockSummaries` says which one is the chain's at a
 * height.
 */
import * as v from 'valibot';
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { Block } from '../../core/chain/transaction';
import { type AllStored, address, count, definedFields, hash, hex, networkId, parseRow } from './fields';

export type KeptBlock = {
  networkId: NetworkId;
  hash: Hash;
  number: number;
  block: Block;
  /** Milliseconds since the epoch. */
  fetchedAt: number;
};

/** The stored fields of a block, in rows of blocks, replays and simulations. */
export const storedBlock = v.object({
  networkId,
  hash: v.exactOptional(hash),
  number: v.exactOptional(count),
  parentHash: hash,
  timestamp: v.number(),
  miner: address,
  nonce: v.exactOptional(hex),
  difficulty: v.exactOptional(v.bigint()),
  size: v.exactOptional(v.number()),
  gasUsed: v.number(),
  gasLimit: v.number(),
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
    v.array(v.object({ index: v.number(), validatorIndex: v.number(), address, amount: v.bigint() })),
  ),
  parentBeaconBlockRoot: v.exactOptional(hash),
  requestsHash: v.exactOptional(hash),
  blockAccessListHash: v.exactOptional(hash),
  slotNumber: v.exactOptional(v.number()),
  transactions: v.array(hash),
});

const row = v.object({ networkId, hash, number: count, block: storedBlock, fetchedAt: v.number() });

export type StoredBlock = v.InferOutput<typeof storedBlock>;
export type BlockRow = v.InferOutput<typeof row>;

export function toBlockRow(kept: KeptBlock): BlockRow {
  const { networkId, hash, number, fetchedAt } = kept;
  return { networkId, hash, number, block: toStoredBlock(kept.block), fetchedAt };
}

/** Undefined where the row is damaged. */
export function fromBlockRow(stored: unknown): KeptBlock | undefined {
  return parseRow(row, stored);
}

export function toStoredBlock(block: Block): StoredBlock {
  return definedFields({
    networkId: block.networkId,
    hash: block.hash,
    number: block.number,
    parentHash: block.parentHash,
    timestamp: block.timestamp,
    miner: block.miner,
    nonce: block.nonce,
    difficulty: block.difficulty,
    size: block.size,
    gasUsed: block.gasUsed,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    blobGasUsed: block.blobGasUsed,
    excessBlobGas: block.excessBlobGas,
    extraData: block.extraData,
    mixHash: block.mixHash,
    sha3Uncles: block.sha3Uncles,
    logsBloom: block.logsBloom,
    withdrawalsRoot: block.withdrawalsRoot,
    stateRoot: block.stateRoot,
    transactionsRoot: block.transactionsRoot,
    receiptsRoot: block.receiptsRoot,
    withdrawals: block.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
      index,
      validatorIndex,
      address,
      amount,
    })),
    parentBeaconBlockRoot: block.parentBeaconBlockRoot,
    requestsHash: block.requestsHash,
    blockAccessListHash: block.blockAccessListHash,
    slotNumber: block.slotNumber,
    transactions: [...block.transactions],
  });
}

true satisfies AllStored<Block, StoredBlock>;
