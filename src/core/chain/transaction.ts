/**
 * A transaction, its receipt and its block as Loupe keeps them: JSON-RPC
 * quantities decoded, hex lower case, absent fields left out.
 *
 * Wei amounts are bigint; gas, nonces, indexes and block numbers are numbers.
 */
import type { Brand } from '../values/brand';
import type { Address, Hash, Hex, NetworkId } from './primitives';

export type AccessListEntry = { address: Address; storageKeys: readonly Hash[] };

/** One authorisation of a set-code transaction (EIP-7702). One that does not count may name any chain and any nonce. */
export type Authorization = {
  /** A bigint past 2^53. */
  chainId: number | bigint;
  address: Address;
  /** A bigint past 2^53. */
  nonce: number | bigint;
  yParity: number;
  r: Hex;
  s: Hex;
};

/** Returns the value as a number, or as it is where a number would round it. */
export function exactOf(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

export type TransactionSignature = { r: Hex; s: Hex; v: bigint; yParity?: number };

/**
 * Fields that only rollups have, under the names their nodes give them;
 * values as hex or text of the node, bounded in length.
 */
export type RollupFields = Readonly<Record<string, string>>;

/**
 * Returns a gas limit as it is signed. 2^63 of one that was not kept exactly is 2^63 - 1, the highest that nodes in Go
 * have: system transactions have it.
 */
export function signedGas({ gas, exact }: Pick<CommonFields, 'gas' | 'exact'>): number | bigint {
  // One that was changed has another number.
  if (exact && Number(exact.gas) === gas) return exact.gas as bigint;
  return gas === 2 ** 63 ? 2n ** 63n - 1n : gas;
}

/** Where a transaction is on its chain: absent while it is pending. */
type Inclusion =
  | { blockHash: Hash; blockNumber: number; index: number }
  | { blockHash?: never; blockNumber?: never; index?: never };

type CommonFields = {
  networkId: NetworkId;
  hash: Hash;
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  nonce: number;
  value: bigint;
  input: Hex;
  /** Gas limit. */
  gas: number;
  /** Fields that their numbers round, past 2^53, by name. */
  exact?: Readonly<Record<string, bigint>>;
  /** Wei per unit of gas. For fee-market transactions it is the price paid, as nodes state it. */
  gasPrice?: bigint;
  /** The chain id that was signed, absent before EIP-155. */
  chainId?: number;
  signature?: TransactionSignature;
  rollup?: RollupFields;
};

/** Fields that only some envelopes have. Fees are absent where an endpoint leaves them out. */
export type EnvelopeFields = {
  accessList: readonly AccessListEntry[];
  maxFeePerGas?: bigint;
  maxPriorityFeePerGas?: bigint;
  maxFeePerBlobGas?: bigint;
  blobVersionedHashes: readonly Hash[];
  authorizationList: readonly Authorization[];
};
type FeeField = 'maxFeePerGas' | 'maxPriorityFeePerGas';

/** An envelope of type `Type` (EIP-2718) that has `Field` of the fields above and none of the others. */
type Envelope<Type extends number, Field extends keyof EnvelopeFields> = { type: Type } & Pick<
  EnvelopeFields,
  Field
> & {
    [Other in Exclude<keyof EnvelopeFields, Field>]?: never;
  };

type LegacyEnvelope = Envelope<0, never>;
type AccessListEnvelope = Envelope<1, 'accessList'>;
type FeeMarketEnvelope = Envelope<2, 'accessList' | FeeField>;
type BlobEnvelope = Envelope<3, 'accessList' | FeeField | 'maxFeePerBlobGas' | 'blobVersionedHashes'>;
/** A transaction of Celo that pays in the token that `rollup.feeCurrency` names, in CELO where there is none (CIP-64). */
type TokenFeeEnvelope = Envelope<0x7b, 'accessList' | FeeField>;
type SetCodeEnvelope = Envelope<4, 'accessList' | FeeField | 'authorizationList'>;
/** The type of an envelope that only rollups have: 0x7e deposit, 0x64… Arbitrum. */
export type ForeignType = Brand<number, 'ForeignType'>;
/** An envelope that only rollups have, with whatever fields its node gives. */
type ForeignEnvelope = { type: ForeignType } & Partial<EnvelopeFields>;

/** A transaction that Ethereum knows: legacy, EIP-2930, EIP-1559, EIP-4844 or EIP-7702. */
export type EthereumTransaction = CommonFields &
  Inclusion &
  (LegacyEnvelope | AccessListEnvelope | FeeMarketEnvelope | BlobEnvelope | SetCodeEnvelope);

/** A transaction that somebody signs and sends, on a chain that takes its type. */
export type SentTransaction = EthereumTransaction | (CommonFields & Inclusion & TokenFeeEnvelope);

export type Transaction = SentTransaction | (CommonFields & Inclusion & ForeignEnvelope);

/** What is stated of a transaction: any of the fields, whatever its type. */
export type StatedTransaction = CommonFields &
  Partial<EnvelopeFields> & { type: number; blockHash?: Hash; blockNumber?: number; index?: number };

/** Returns whether the endpoint left out a part of the transaction that is hashed: its signature, or a price. */
export function isLeftOut({ type, signature, maxFeePerGas, maxPriorityFeePerGas, gasPrice }: Transaction): boolean {
  if (signature === undefined) return true;
  if (type < 2) return gasPrice === undefined;
  return (type <= 4 || type === CIP64) && (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined);
}

const FEES = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const;
const LISTS = ['accessList', 'blobVersionedHashes', 'authorizationList'] as const;
/** For each type, those of the optional fields that its envelope has. */
const ENVELOPES: Readonly<Record<number, readonly string[]>> = {
  0: [],
  1: ['accessList'],
  2: ['accessList', ...FEES],
  3: ['accessList', ...FEES, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  4: ['accessList', ...FEES, 'authorizationList'],
};

/**
 * Returns the transaction that is stated: of the fields that only some
 * envelopes have, those of its type, lists being empty where they are left out.
 * It counts as pending unless its whole place in the chain is stated.
 */
export function transactionOf(stated: StatedTransaction): Transaction {
  const { blockHash, blockNumber, index, ...transaction } = stated;
  const envelope = ENVELOPES[stated.type];
  if (envelope) {
    for (const field of [...FEES, 'maxFeePerBlobGas'] as const)
      if (!envelope.includes(field)) delete transaction[field];
    for (const field of LISTS) {
      if (envelope.includes(field)) transaction[field] ??= [];
      else delete transaction[field];
    }
  }
  const isIncluded = blockHash !== undefined && blockNumber !== undefined && index !== undefined;
  return { ...transaction, ...(isIncluded && { blockHash, blockNumber, index }) } as Transaction;
}

/** Returns whether the transaction has one of Ethereum's envelope types. */
export function isEthereumTransaction(transaction: Transaction): transaction is EthereumTransaction {
  return transaction.type in ENVELOPES;
}

/** Returns whether the transaction is of a type that is signed and sent. */
export function isSentTransaction(transaction: Transaction): transaction is SentTransaction {
  return isEthereumTransaction(transaction) || transaction.type === CIP64;
}

/** Envelope type of CIP-64. */
export const CIP64 = 0x7b;

export type Log = {
  address: Address;
  topics: readonly Hash[];
  data: Hex;
  /** Index in the block. Absent where the node leaves it out. */
  logIndex?: number;
  removed?: boolean;
};

export type Receipt = {
  networkId: NetworkId;
  transactionHash: Hash;
  blockHash: Hash;
  blockNumber: number;
  index: number;
  from: Address;
  to?: Address;
  contractAddress?: Address;
  /** Absent before Byzantium, where the receipt holds a state root instead. */
  status?: 'success' | 'failed';
  root?: Hash;
  gasUsed: number;
  /** Gas used by the block's transactions up to this one, included. Absent where the node leaves it out. */
  cumulativeGasUsed?: number;
  effectiveGasPrice?: bigint;
  blobGasUsed?: number;
  blobGasPrice?: bigint;
  logs: readonly Log[];
  rollup?: RollupFields;
};

/** A receipt without its logs, which may be thousands. */
export type ReceiptWithoutLogs = Omit<Receipt, 'logs'> & { logCount: number };

export function withoutLogs({ logs, ...others }: Receipt): ReceiptWithoutLogs {
  return { ...others, logCount: logs.length };
}

/** Returns the receipt whose other fields and logs these are. */
export function withLogs({ logCount, ...others }: ReceiptWithoutLogs, logs: readonly Log[]): Receipt {
  return { ...others, logs };
}

/**
 * Gas of a transaction before refunds, as far as it is known. The receipt's gas
 * is `initial + executed` less what was refunded, or the floor price of the
 * calldata where that is more (EIP-7623).
 */
export type SpentGas = {
  /** Before the first instruction. */
  initial: number;
  /** Gas that the outermost call used, callees included; absent where the source states only the receipt's gas. */
  executed?: number;
};

export type Withdrawal = {
  index: number;
  validatorIndex: number;
  address: Address /** Gwei (EIP-4895). */;
  amount: bigint;
};

/** Gas of a block that states no limit, for what executes in it. More than any chain gives a block. */
const UNSTATED_GAS_LIMIT = 1_000_000_000;

/** Returns the gas limit of a block; a billion where the block states none. */
export function gasLimitOf({ gasLimit = UNSTATED_GAS_LIMIT }: Pick<Block, 'gasLimit'>): number {
  return gasLimit;
}

export type Block = {
  networkId: NetworkId;
  /** Absent, like `number`, while the block is pending. */
  hash?: Hash;
  number?: number;
  parentHash: Hash;
  /** Seconds since the epoch. */
  timestamp: number;
  /** The zero address where the node states none, as of a pending block. */
  miner: Address;
  /** The node states no miner. */
  minerUnknown?: true;
  nonce?: Hex;
  difficulty?: bigint;
  /** Bytes. */
  size?: number;
  gasUsed: number;
  /** Absent on chains whose blocks have none. */
  gasLimit?: number;
  baseFeePerGas?: bigint;
  blobGasUsed?: number;
  excessBlobGas?: number;
  extraData?: Hex;
  mixHash?: Hash;
  sha3Uncles?: Hash;
  /** 256 bytes. */
  logsBloom?: Hex;
  withdrawalsRoot?: Hash;
  stateRoot?: Hash;
  transactionsRoot?: Hash;
  receiptsRoot?: Hash;
  withdrawals?: readonly Withdrawal[];
  parentBeaconBlockRoot?: Hash;
  /** EIP-7685, since Prague. */
  requestsHash?: Hash;
  /** EIP-7928, since Amsterdam. */
  blockAccessListHash?: Hash;
  /** EIP-7843, since Amsterdam. */
  slotNumber?: number;
  /** Fields that their numbers round, past 2^53, by name: a development chain without a limit of gas states 2^64 - 1. */
  exact?: Readonly<Record<string, bigint>>;
  /** Fields of headers that only some chains have. */
  rollup?: RollupFields;
  transactions: readonly Hash[];
};
