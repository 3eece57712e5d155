/** Parameters of JSON-RPC as they come: checked, and turned into what the chain takes. */

import type { Address, Hash, Hex } from '../../chain/primitives';
import type { AccessListEntry, Authorization, Withdrawal } from '../../chain/transaction';
import { type Fields, isFields } from '../../values/json-fields';
import { least } from '../../values/least';
import { invalid } from './rpc-error';

/** Bytes of a parameter at most. */
const MAX_BYTES = 1 << 20;
/** Entries of a list at most. */
const MAX_LIST = 10_000;

/** Returns whether the value is undefined or null. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function fieldsOf(value: unknown, what: string): Fields {
  if (!isFields(value)) throw invalid(`${what} must be an object`);
  return value;
}

export function booleanOf(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw invalid(`${what} must be true or false`);
  return value;
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MAX_LIST) throw invalid(`${what} must be a list`);
  return value;
}

/** Hex digits after 0x, in lower case. */
function digitsOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalid(`invalid argument: ${what} must be a hex string`);
  if (!/^0x/i.test(value)) throw invalid(`invalid argument: ${what}: hex string without 0x prefix`);
  const digits = value.slice(2).toLowerCase();
  if (!/^[\da-f]*$/.test(digits)) throw invalid(`invalid argument: ${what}: invalid hex string`);
  return digits;
}

export function bytesOf(value: unknown, what: string): Hex {
  const digits = digitsOf(value, what);
  if (digits.length % 2 !== 0) throw invalid(`invalid argument: ${what}: hex string of odd length`);
  if (digits.length > 2 * MAX_BYTES) throw invalid(`invalid argument: ${what}: more than ${MAX_BYTES} bytes`);
  return `0x${digits}`;
}

export function addressOf(value: unknown, what = 'address'): Address {
  const digits = digitsOf(value, what);
  if (digits.length !== 40) throw invalid(`invalid argument: ${what}: hex string has length ${digits.length}, want 40`);
  return `0x${digits}` as Address;
}

export function hashOf(value: unknown, what = 'hash'): Hash {
  const digits = digitsOf(value, what);
  if (digits.length !== 64) throw invalid(`invalid argument: ${what}: hex string has length ${digits.length}, want 64`);
  return `0x${digits}` as Hash;
}

/** Reads a word of at most 32 bytes, with or without leading zeros. */
export function wordOf(value: unknown, what: string): Hash {
  const digits = typeof value === 'number' ? quantityOf(value, what).toString(16) : digitsOf(value, what);
  if (digits.length > 64) throw invalid(`invalid argument: ${what}: more than 32 bytes`);
  return `0x${digits.padStart(64, '0')}` as Hash;
}

/** Reads a number in hex, or as JSON has it. */
export function bigQuantityOf(value: unknown, what: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  const digits = digitsOf(value, what);
  if (digits === '' || digits.length > 64) throw invalid(`invalid argument: ${what}: not a quantity`);
  return BigInt(`0x${digits}`);
}

export function quantityOf(value: unknown, what: string): number {
  const quantity = bigQuantityOf(value, what);
  if (quantity > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid(`invalid argument: ${what}: larger than 2^53`);
  return Number(quantity);
}

/** Reads seconds or counts that tools also give in decimal text. */
export function amountOf(value: unknown, what: string): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return quantityOf(value, what);
}

export function accessListOf(value: unknown): readonly AccessListEntry[] {
  return listOf(value, 'accessList').map((entry) => {
    const { address, storageKeys } = fieldsOf(entry, 'accessList');
    return {
      address: addressOf(address),
      storageKeys: isAbsent(storageKeys) ? [] : listOf(storageKeys, 'storageKeys').map((key) => wordOf(key, 'key')),
    };
  });
}

export function authorizationsOf(value: unknown): readonly Authorization[] {
  return listOf(value, 'authorizationList').map((entry) => {
    const { chainId, address, nonce, yParity, v, r, s } = fieldsOf(entry, 'authorizationList');
    return {
      chainId: quantityOf(chainId, 'chainId'),
      address: addressOf(address),
      nonce: quantityOf(nonce, 'nonce'),
      yParity: quantityOf(yParity ?? v, 'yParity'),
      r: wordOf(r, 'r'),
      s: wordOf(s, 's'),
    };
  });
}

export function withdrawalsOf(value: unknown): readonly Withdrawal[] {
  return listOf(value, 'withdrawals').map((entry) => {
    const { index, validatorIndex, address, amount } = fieldsOf(entry, 'withdrawals');
    return {
      index: quantityOf(index, 'index'),
      validatorIndex: quantityOf(validatorIndex, 'validatorIndex'),
      address: addressOf(address),
      amount: bigQuantityOf(amount, 'amount'),
    };
  });
}

/** What a call or a transaction is asked with. Absent fields follow the chain. */
export type CallRequest = {
  from?: Address;
  to?: Address;
  gas?: number;
  gasPrice?: bigint;
  maxFeePerGas?: bigint;
  maxPriorityFeePerGas?: bigint;
  maxFeePerBlobGas?: bigint;
  value?: bigint;
  input?: Hex;
  nonce?: number;
  chainId?: number;
  type?: number;
  accessList?: readonly AccessListEntry[];
  blobVersionedHashes?: readonly Hash[];
  authorizationList?: readonly Authorization[];
  /** On Celo, the token that the transaction pays in (CIP-64). */
  feeCurrency?: Address;
};

const READERS: { [Name in keyof CallRequest]-?: (value: unknown) => NonNullable<CallRequest[Name]> } = {
  from: (value) => addressOf(value, 'from'),
  to: (value) => addressOf(value, 'to'),
  gas: (value) => Number(least(bigQuantityOf(value, 'gas'), BigInt(Number.MAX_SAFE_INTEGER))),
  gasPrice: (value) => bigQuantityOf(value, 'gasPrice'),
  maxFeePerGas: (value) => bigQuantityOf(value, 'maxFeePerGas'),
  maxPriorityFeePerGas: (value) => bigQuantityOf(value, 'maxPriorityFeePerGas'),
  maxFeePerBlobGas: (value) => bigQuantityOf(value, 'maxFeePerBlobGas'),
  value: (value) => bigQuantityOf(value, 'value'),
  input: (value) => bytesOf(value, 'input'),
  nonce: (value) => quantityOf(value, 'nonce'),
  chainId: (value) => quantityOf(value, 'chainId'),
  type: (value) => quantityOf(value, 'type'),
  accessList: accessListOf,
  blobVersionedHashes: (value) => listOf(value, 'blobVersionedHashes').map((hash) => hashOf(hash)),
  authorizationList: authorizationsOf,
  feeCurrency: (value) => addressOf(value, 'feeCurrency'),
};

/** Reads a call object of JSON-RPC; `data` is another name of `input`. */
export function callRequestOf(value: unknown): CallRequest {
  const fields = fieldsOf(value, 'the transaction');
  const request: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(READERS)) {
    const given = name === 'input' ? (fields.input ?? fields.data) : fields[name];
    if (!isAbsent(given)) request[name] = read(given);
  }
  return request as CallRequest;
}
