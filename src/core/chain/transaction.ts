/**
 * A transaction, its receipt and its block as Loupe keeps them: JSON-RPC
 * quantities decoded, hex lower case, absent fields left out.
 *
 * Wei amounts are bigint; gas, nonces, indexes and block numbers are numbers.
 */
import type { Address, Hash, Hex, NetworkId } from './primitives';

export type AccessListEntry = { address: Address; storageKeys: readonly Hash[] };

/** One authorisation of a set-code transaction (EIP-7702). */
export type Authorization = {
  chainId: number;
  address: Address;
  nonce: number;
  yParity: number;
  r: Hex;
  s: Hex;
};

export type TransactionSignature = { r: Hex; s: Hex; v: bigint; yParity?: number };

/**
 * Fields that only rollups have, under the names their nodes give them;
 * values as hex or text of the node, bounded in length.
 */
export type RollupFields = Readonly<Record<string, string>>;

export type Transaction = {
  networkId: NetworkId;
  hash: Hash;
  /** Envelope type (EIP-2718): 0 to 4 on mainnet, others on rollups (0x7e deposit, 0x64… Arbitrum). */
  type: number;
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  nonce: number;
  value: bigint;
  input: Hex;
  /** Gas limit. */
  gas: number;
  gasPrice?: bigint;
  maxFeePerGas?: bigint;
  maxPriorityFeePerGas?: bigint;
  maxFeePerBlobGas?: bigint;
  blobVersionedHashes?: readonly Hash[];
  accessList?: readonly AccessListEntry[];
  authorizationList?: readonly Authorization[];
  /** The chain id that was signed, absent before EIP-155. */
  chainId?: number;
  signature?: TransactionSignature;
  /** The three are absent together while the transaction is pending. */
  blockHash?: Hash;
  blockNumber?: number;
  index?: number;
  rollup?: RollupFields;
};

export type Log = {
  address: Address;
  topics: readonly Hash[];
  data: Hex;
  /** Index in the block. */
  logIndex: number;
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
  cumulativeGasUsed: number;
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

/** The receipt whose other fields and logs these are. */
export function withLogs({ logCount, ...others }: ReceiptWithoutLogs, logs: readonly Log[]): Receipt {
  return { ...others, logs };
}

export type Withdrawal = {
  index: number;
  validatorIndex: number;
  address: Address /** Gwei (EIP-4895). */;
  amount: bigint;
};

export type Block = {
  networkId: NetworkId;
  /** Absent, like `number`, while the block is pending. */
  hash?: Hash;
  number?: number;
  parentHash: Hash;
  /** Seconds since the epoch. */
  timestamp: number;
  miner: Address;
  nonce?: Hex;
  difficulty?: bigint;
  /** Bytes. */
  size?: number;
  gasUsed: number;
  gasLimit: number;
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
  transactions: readonly Hash[];
};
