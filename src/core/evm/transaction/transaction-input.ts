/** A transaction's envelope as the interpreter takes it, and what it costs before anything runs. */
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';

/** Gas of one blob (EIP-4844). */
export const BLOB_GAS = 131072n;

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

/** Gas before the first instruction: intrinsic, and the floor of EIP-7623 (0 before Prague). */
export function intrinsicGas(transaction: TransactionInput, fork: Fork): { intrinsic: number; floor: number } {
  const { data } = transaction;
  let zeros = 0;
  for (const byte of data) if (byte === 0) zeros++;
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

/** Wei per gas the sender pays in this block. */
export function effectiveGasPrice(transaction: TransactionInput, baseFee: bigint): bigint {
  const capped = baseFee + transaction.maxPriorityFeePerGas;
  if (capped > transaction.maxFeePerGas) return transaction.maxFeePerGas;
  return capped;
}
