/**
 * Types of transactions that Celo alone has: like EIP-1559's, but for the token
 * that pays. CIP-64 is in use; CIP-66 came to nothing much, and CIP-42 is from
 * before Celo was a rollup. Sources: celo-org/celo-kona, crates/celo-alloy
 * (cip64.rs, receipts.rs); celo-org/celo-proposals, CIPs 42, 64 and 66.
 */
import { toRlp } from 'viem';
import { hexToBytes } from '../../../chain/hex';
import type { Hex } from '../../../chain/primitives';
import { type RlpItem, rlpScalar } from '../../../chain/rlp';
import type { Receipt, RollupFields, Transaction } from '../../../chain/transaction';

const CIP64 = 0x7b;
const CIP66 = 0x7a;
const CIP42 = 0x7c;

/** Returns whether the type has a token that pays, of whose contract the execution is told. */
export function isPaidInToken({ type }: Pick<Transaction, 'type'>): boolean {
  return type === CIP64 || type === CIP66 || type === CIP42;
}

/** Returns the bytes of such a transaction, with its signature where it has one; undefined for other types. */
export function encodeCelo(transaction: Transaction): Hex | undefined {
  const { type, chainId = 0, nonce, gas, to = '0x', value, input, accessList = [], rollup, signature } = transaction;
  if (!isPaidInToken(transaction)) return undefined;
  const prices = [rlpScalar(transaction.maxPriorityFeePerGas ?? 0), rlpScalar(transaction.maxFeePerGas ?? 0)];
  const head = [rlpScalar(chainId), rlpScalar(nonce), ...prices, rlpScalar(gas)];
  const call: RlpItem[] = [to, rlpScalar(value), input, accessList.map((entry) => [entry.address, entry.storageKeys])];
  const token = bytesOf(rollup, 'feeCurrency');
  const gateway = [bytesOf(rollup, 'gatewayFeeRecipient'), numberOf(rollup, 'gatewayFee')];
  const fields: RlpItem[] =
    type === CIP42
      ? [...head, token, ...gateway, ...call]
      : [...head, ...call, token, ...(type === CIP66 ? [numberOf(rollup, 'maxFeeInFeeCurrency')] : [])];
  if (signature !== undefined) {
    const parity = signature.yParity ?? Number(signature.v >= 27n ? signature.v - 27n : signature.v);
    fields.push(rlpScalar(parity), rlpScalar(BigInt(signature.r)), rlpScalar(BigInt(signature.s)));
  }
  return typed(type, fields);
}

/** Returns the bytes of the receipt of a CIP-64 transaction, which has the base fee in its token; undefined for other types. */
export function encodeCeloReceipt(
  { rollup }: Pick<Receipt, 'rollup'>,
  { type }: Pick<Transaction, 'type'>,
  fields: readonly RlpItem[],
): Uint8Array | undefined {
  if (type !== CIP64) return undefined;
  const baseFee = rollup?.baseFee === undefined ? [] : [numberOf(rollup, 'baseFee')];
  return hexToBytes(typed(type, [...fields, ...baseFee]));
}

function typed(type: number, fields: readonly RlpItem[]): Hex {
  return `0x${type.toString(16)}${toRlp(fields as Parameters<typeof toRlp>[0]).slice(2)}`;
}

function bytesOf(rollup: RollupFields | undefined, name: string): Hex {
  const text = rollup?.[name] ?? '0x';
  return /^0x([0-9a-f]{2})*$/i.test(text) ? (text.toLowerCase() as Hex) : '0x';
}

function numberOf(rollup: RollupFields | undefined, name: string): Hex {
  const text = rollup?.[name] ?? '0x0';
  return /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text) ? rlpScalar(BigInt(text)) : '0x';
}
