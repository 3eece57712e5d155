/** eth_getBlockByNumber and eth_getBlockByHash, with transaction hashes or whole transactions. */
import {
  array,
  type GenericSchema,
  type InferOutput,
  nullish,
  type ObjectSchema,
  object,
  pipe,
  transform,
} from 'valibot';
import type { Address, Hash, NetworkId } from '../../core/chain/primitives';
import type { Block, Transaction, Withdrawal } from '../../core/chain/transaction';
import { address, addressOrNone, bigQuantity, bytes, compact, hash, quantity } from './fields';
import { transactionSchema } from './transaction-schema';

const NO_MINER = '0x0000000000000000000000000000000000000000' as Address;

const withdrawal = pipe(
  object({ index: quantity, validatorIndex: quantity, address, amount: bigQuantity }),
  transform((raw): Withdrawal => raw),
);

const header = {
  hash: nullish(hash),
  number: nullish(quantity),
  parentHash: hash,
  timestamp: quantity,
  miner: addressOrNone,
  nonce: nullish(bytes),
  difficulty: nullish(bigQuantity),
  size: nullish(quantity),
  gasUsed: quantity,
  gasLimit: quantity,
  baseFeePerGas: nullish(bigQuantity),
  blobGasUsed: nullish(quantity),
  excessBlobGas: nullish(quantity),
  extraData: nullish(bytes),
  mixHash: nullish(hash),
  sha3Uncles: nullish(hash),
  logsBloom: nullish(bytes),
  withdrawalsRoot: nullish(hash),
  stateRoot: nullish(hash),
  transactionsRoot: nullish(hash),
  receiptsRoot: nullish(hash),
  withdrawals: nullish(array(withdrawal)),
  parentBeaconBlockRoot: nullish(hash),
  requestsHash: nullish(hash),
  blockAccessListHash: nullish(hash),
  slotNumber: nullish(quantity),
};

/** Returns the schema of a block, with the hashes of its transactions. A pending block has no miner yet: the zero address stands for it. */
export function blockSchema(networkId: NetworkId): GenericSchema<unknown, Block> {
  return pipe(
    object({ ...header, transactions: array(hash) }),
    transform((raw) => toBlock(networkId, raw, raw.transactions)),
  );
}

export type FullBlock = { block: Block; transactions: readonly Transaction[] };

/** Returns the schema of a block and its transactions. */
export function fullBlockSchema(networkId: NetworkId): GenericSchema<unknown, FullBlock> {
  return pipe(
    object({ ...header, transactions: array(transactionSchema(networkId)) }),
    transform((raw) => ({
      block: toBlock(
        networkId,
        raw,
        raw.transactions.map((transaction) => transaction.hash),
      ),
      transactions: raw.transactions,
    })),
  );
}

type RawHeader = InferOutput<ObjectSchema<typeof header, undefined>>;

function toBlock(networkId: NetworkId, raw: RawHeader, transactions: readonly Hash[]): Block {
  const pending = raw.hash === null || raw.hash === undefined;
  return compact<Block>({
    networkId,
    hash: raw.hash,
    number: pending ? undefined : raw.number,
    parentHash: raw.parentHash,
    timestamp: raw.timestamp,
    miner: raw.miner ?? NO_MINER,
    nonce: raw.nonce,
    difficulty: raw.difficulty,
    size: raw.size,
    gasUsed: raw.gasUsed,
    gasLimit: raw.gasLimit,
    baseFeePerGas: raw.baseFeePerGas,
    blobGasUsed: raw.blobGasUsed,
    excessBlobGas: raw.excessBlobGas,
    extraData: raw.extraData,
    mixHash: raw.mixHash,
    sha3Uncles: raw.sha3Uncles,
    logsBloom: raw.logsBloom,
    withdrawalsRoot: raw.withdrawalsRoot,
    stateRoot: raw.stateRoot,
    transactionsRoot: raw.transactionsRoot,
    receiptsRoot: raw.receiptsRoot,
    withdrawals: raw.withdrawals,
    parentBeaconBlockRoot: raw.parentBeaconBlockRoot,
    requestsHash: raw.requestsHash,
    blockAccessListHash: raw.blockAccessListHash,
    slotNumber: raw.slotNumber,
    transactions,
  });
}
