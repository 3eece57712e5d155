/** A transaction's envelope as the interpreter takes it, and what it costs before anything runs. */
import { BLOB_GAS } from '../../chain/blob-gas';
import type { Ticket } from '../families/arbitrum/ticket';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';

/** One authorisation of a set-code transaction (EIP-7702); `authority` is recovered when absent. */
export type SignedAuthorization = {
  chainId: bigint;
  address: Uint8Array;
  nonce: bigint;
  yParity: number;
  r: bigint;
  s: bigint;
};

export type TransactionInput = {
  type: number;
  /** A chain took it: its gas limit was within the bounds of that chain, which may have others than Ethereum or none. */
  isIncluded?: boolean;
  /** Nobody signed it: any account may be its sender, one with code too, and the limit of a single transaction does not hold. */
  isMadeUp?: boolean;
  /**
   * The protocol put it into its block: neither nonce nor balance nor price is checked, and it pays no fees. Where it
   * cannot begin (too little gas or balance) it is included as failed and uses all of its gas.
   */
  isForced?: boolean;
  /** Whether it has no nonce of its own: it takes the one that its sender has. */
  isUnnumbered?: boolean;
  /** Whether it is a transaction of the chain itself, whose gas counts as 0 (OP Stack before Regolith). */
  isSystem?: boolean;
  /**
   * Whether nothing of it runs: ether moves, and what else it does is bookkeeping of the protocol. It costs no gas and
   * takes no nonce.
   */
  isSilent?: boolean;
  /** Wei that the protocol makes for the sender before anything else; they stay where the execution fails. */
  mint?: bigint;
  /** The account that `mint` is taken from, where it is not made. */
  mintedFrom?: Uint8Array;
  /** Whether there is no intrinsic gas: it costs what its call uses. */
  isBareCall?: boolean;
  /** Whether it is a call by the protocol itself that is shown as a transaction: its sender's nonce stays. */
  isOfProtocol?: boolean;
  /** Whether nothing is refunded for clearing state, and calldata has no floor price. */
  isWithoutRefund?: boolean;
  /** Wei for bringing the data to another layer, as the receipt states them. */
  statedDataFee?: bigint;
  /** Gas used as the receipt states it, where more than the execution uses may be charged. */
  statedGas?: bigint;
  /** Gas that who made the block gives back, as the receipt states it (OP Stack since Lagoon). */
  givenBack?: bigint;
  /** Gas that is paid before the first instruction for bringing the data to another layer; never given back. */
  dataGas?: number;
  /** Whether its gas limit is being estimated: gas that may differ once it is signed and sent is counted generously. */
  isEstimate?: true;
  /** On Arbitrum: a call from layer 1 that is kept until it succeeds, as it is submitted or redeemed. */
  ticket?: Ticket;
  /**
   * The token that takes the fees: its contract (20 bytes), and the base fee in the token where a receipt states it.
   */
  feeToken?: { address: Uint8Array; baseFee?: bigint };
  /** Bytes of the signed transaction, where fees depend on them. */
  encoded?: Uint8Array;
  /** 20 bytes; given, not recovered: the node says who sent it. */
  from: Uint8Array;
  /** 20 bytes; undefined creates a contract. */
  to: Uint8Array | undefined;
  nonce: bigint;
  value: bigint;
  data: Uint8Array;
  gasLimit: bigint;
  /** Legacy and EIP-2930: both are the gas price. */
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  accessList: readonly { address: Uint8Array; storageKeys: readonly Uint8Array[] }[];
  maxFeePerBlobGas: bigint;
  blobHashes: readonly Uint8Array[];
  authorizationList: readonly SignedAuthorization[];
};

/** Returns a call that nobody signed and that pays nothing for its gas; a creation where `to` is undefined. */
export function madeUpCall(
  call: Pick<TransactionInput, 'from' | 'to' | 'data' | 'gasLimit'> & Partial<TransactionInput>,
): TransactionInput {
  return {
    type: 0,
    isMadeUp: true,
    nonce: 0n,
    value: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
    ...call,
  };
}

/** What a family of chains adds to Ethereum's transactions. */
const OF_FAMILIES = [
  'isForced',
  'isSystem',
  'isSilent',
  'mint',
  'mintedFrom',
  'isBareCall',
  'isOfProtocol',
  'isWithoutRefund',
  'statedDataFee',
  'dataGas',
  'givenBack',
  'feeToken',
  'isUnnumbered',
  'ticket',
] as const satisfies readonly (keyof TransactionInput)[];

/** Returns what the family of its chain added to the transaction, for another that is executed in its place. */
export function addedByFamily(transaction: TransactionInput): Partial<TransactionInput> {
  return Object.fromEntries(OF_FAMILIES.flatMap((name) => (name in transaction ? [[name, transaction[name]]] : [])));
}

/** Returns the wei that the sender must have: the value, and all of its gas at the highest prices that it pays. */
export function fundsNeeded({
  gasLimit,
  maxFeePerGas,
  value,
  blobHashes,
  maxFeePerBlobGas,
}: Pick<TransactionInput, 'gasLimit' | 'maxFeePerGas' | 'value' | 'blobHashes' | 'maxFeePerBlobGas'>): bigint {
  return gasLimit * maxFeePerGas + value + BigInt(blobHashes.length) * BLOB_GAS * maxFeePerBlobGas;
}

/** `floor`: what a transaction uses at least (EIP-7623); 0 where there is none. */
export type GasOnEntry = { intrinsic: number; floor: number };
/** Returns the gas before the first instruction on a chain of its own prices, by Ethereum's. */
export type EntryGas = (transaction: TransactionInput, ethereum: GasOnEntry) => GasOnEntry;

/** Returns the gas before the first instruction: intrinsic, and the floor of EIP-7623 (0 before Prague). */
export function intrinsicGas(transaction: TransactionInput, fork: Fork): GasOnEntry {
  const { data } = transaction;
  let zeros = 0;
  for (const byte of data) if (byte === 0) zeros++;
  if (fork >= Fork.amsterdam) return intrinsicByResource(transaction, zeros);
  const nonZeros = data.length - zeros;
  let gas = 21000;
  if (transaction.to === undefined && fork >= Fork.homestead) gas += 32000; // EIP-2
  gas += 4 * zeros + (fork >= Fork.istanbul ? 16 : 68) * nonZeros; // EIP-2028
  if (transaction.to === undefined && fork >= Fork.shanghai) gas += Gas.INIT_CODE_WORD * Gas.wordsOf(data.length); // EIP-3860
  for (const entry of transaction.accessList) gas += 2400 + 1900 * entry.storageKeys.length; // EIP-2930
  gas += 25000 * transaction.authorizationList.length; // EIP-7702
  const floor = fork >= Fork.prague ? 21000 + 10 * (zeros + 4 * nonZeros) : 0; // EIP-7623
  return { intrinsic: gas, floor };
}

/** Returns the gas before the first instruction in a block of any chain: with that for the data, and without what its protocol leaves out. */
export function gasOnEntry(
  transaction: TransactionInput,
  { fork, protocol }: { fork: Fork; protocol?: { hasNoDataFloor?: true; entryGas?: EntryGas } },
): GasOnEntry {
  if (transaction.isSilent || transaction.isBareCall) return { intrinsic: 0, floor: 0 };
  const ethereum = intrinsicGas(transaction, fork);
  const { intrinsic, floor } = protocol?.entryGas?.(transaction, ethereum) ?? ethereum;
  const hasFloor = !transaction.isWithoutRefund && !protocol?.hasNoDataFloor;
  return { intrinsic: intrinsic + (transaction.dataGas ?? 0), floor: hasFloor ? floor : 0 };
}

/**
 * The same since Amsterdam: what state has to do with it is charged while the
 * transaction runs. EIP-2780 (draft of 2026-08-04), EIP-7976 (2026-07-08),
 * EIP-7981 (2026-07-07), EIP-8037 (2026-07-31), EIP-8038 (2026-08-04).
 */
function intrinsicByResource(
  { data, from, to, value, accessList, authorizationList }: TransactionInput,
  zeros: number,
): { intrinsic: number; floor: number } {
  let base = BASE;
  if (to === undefined) base += Gas.pricesOf(Fork.amsterdam).create;
  else if (!isSame(from, to)) base += Gas.pricesOf(Fork.amsterdam).coldAccount + (value > 0n ? VALUE : 0);
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  const listed = FLOOR_BYTE * (20 * accessList.length + 32 * keys);
  let intrinsic = base + listed + 4 * zeros + 16 * (data.length - zeros);
  intrinsic += LISTED_ACCOUNT * accessList.length + LISTED_SLOT * keys + AUTHORIZATION * authorizationList.length;
  if (to === undefined) intrinsic += Gas.INIT_CODE_WORD * Gas.wordsOf(data.length);
  return { intrinsic, floor: base + listed + FLOOR_BYTE * data.length };
}

/** The sender: its signature, its account, the place in the block. */
const BASE = 12000;
/** The recipient's balance, and the log of the transfer. */
const VALUE = 6000;
const AUTHORIZATION = 7816;
const LISTED_ACCOUNT = 2900;
const LISTED_SLOT = 2000;
/** The least that a byte of calldata or of an access list costs. */
const FLOOR_BYTE = 64;

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i]);
}

/** Returns the wei per gas that the sender pays in this block. */
export function effectiveGasPrice(transaction: TransactionInput, baseFee: bigint): bigint {
  const capped = baseFee + transaction.maxPriorityFeePerGas;
  if (capped > transaction.maxFeePerGas) return transaction.maxFeePerGas;
  return capped;
}
