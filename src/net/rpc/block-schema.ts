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
import {
  address,
  addressOrNone,
  bigQuantity,
  bytes,
  compact,
  hash,
  loose,
  quantity,
  stated,
  withRollup,
} from './fields';
import { transactionSchema } from './transaction-schema';

const NO_MINER = '0x0000000000000000000000000000000000000000' as Address;

const withdrawal = pipe(
  object({ index: quantity, validatorIndex: quantity, address, amount: bigQuantity }),
  transform((raw): Withdrawal => raw),
);

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
  number: nullish(quantity),
  parentHash: hash,
  timestamp: quantity,
  miner: stated(addressOrNone),
  author: stated(addressOrNone),
  nonce: stated(bytes),
  difficulty: stated(bigQuantity),
  size: stated(quantity),
  gasUsed: quantity,
  gasLimit: stated(quantity),
  baseFeePerGas: stated(bigQuantity),
  blobGasUsed: stated(quantity),
  excessBlobGas: stated(quantity),
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
  slotNumber: stated(quantity),
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
  const { miner, author, ...header } = withRollup(raw, ROLLUP_FIELDS);
  return compact<Block>({
    ...header,
    networkId,
    number: raw.hash ? raw.number : undefined,
    miner: miner ?? author ?? NO_MINER,
    minerUnknown: miner === undefined && author === undefined ? true : undefined,
    transactions,
  });
}
