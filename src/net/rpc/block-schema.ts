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
import type { Block, Transaction } from '../../core/chain/transaction';
import {
  address,
  addressOrNone,
  bigQuantity,
  bytes,
  compact,
  exactQuantity,
  hash,
  loose,
  quantity,
  stated,
  withRollup,
} from './fields';
import { transactionSchema } from './transaction-schema';

const NO_MINER = '0x0000000000000000000000000000000000000000' as Address;

const withdrawal = object({ index: quantity, validatorIndex: quantity, address, amount: bigQuantity });

/** Fields of headers that only some chains have, under the names of their nodes. */
const ROLLUP_FIELDS = [
  // Avalanche
  'extDataHash',
  'extDataGasUsed',
  'blockGasCost',
  'timestampMilliseconds',
  'minDelayExcess',
  // Gnosis before the merge, and others whose blocks AuRa made
  'step',
  'signature',
  // Berachain
  'parentProposerPubkey',
  // Base since Denim, BNB Smart Chain
  'timestampMs',
  'milliTimestamp',
  // Arbitrum
  'l1BlockNumber',
  'sendCount',
  'sendRoot',
  // ZKsync
  'l1BatchNumber',
  'l1BatchTimestamp',
] as const;

/** `hash` and `number` are null of a pending block. What else a block needs is required; the rest is shown where it is stated. */
const header = {
  ...loose(ROLLUP_FIELDS),
  hash: nullish(hash),
  number: nullish(exactQuantity),
  parentHash: hash,
  timestamp: exactQuantity,
  miner: stated(addressOrNone),
  author: stated(addressOrNone),
  nonce: stated(bytes),
  difficulty: stated(bigQuantity),
  size: stated(quantity),
  gasUsed: exactQuantity,
  gasLimit: stated(exactQuantity),
  baseFeePerGas: stated(bigQuantity),
  blobGasUsed: stated(exactQuantity),
  excessBlobGas: stated(exactQuantity),
  extraData: stated(bytes),
  mixHash: stated(hash),
  sha3Uncles: stated(hash),
  logsBloom: stated(bytes),
  withdrawalsRoot: stated(hash),
  stateRoot: stated(hash),
  transactionsRoot: stated(hash),
  receiptsRoot: stated(hash),
  withdrawals: stated(array(withdrawal)),
  parentBeaconBlockRoot: stated(hash),
  requestsHash: stated(hash),
  blockAccessListHash: stated(hash),
  slotNumber: stated(exactQuantity),
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

type Numbers<T> = { [Name in keyof T]: Exclude<T[Name], bigint> };

type RawHeader = InferOutput<ObjectSchema<typeof header, undefined>>;

function toBlock(networkId: NetworkId, raw: RawHeader, transactions: readonly Hash[]): Block {
  const { miner, author, difficulty, baseFeePerGas, ...header } = withRollup(raw, ROLLUP_FIELDS);
  const rounded = Object.entries(header).filter(([, value]) => typeof value === 'bigint') as [string, bigint][];
  return compact<Block>({
    ...(header as Numbers<typeof header>),
    ...Object.fromEntries(rounded.map(([name, value]) => [name, Number(value)])),
    difficulty,
    baseFeePerGas,
    networkId,
    number: raw.hash && raw.number != null ? Number(raw.number) : undefined,
    exact: rounded.length > 0 ? Object.fromEntries(rounded) : undefined,
    miner: miner ?? author ?? NO_MINER,
    minerUnknown: miner === undefined && author === undefined ? true : undefined,
    transactions,
  });
}
