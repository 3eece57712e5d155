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
import { CIP64, type Receipt, type RollupFields, type Transaction } from '../../../chain/transaction';

const CIP66 = 0x7a;
const CIP42 = 0x7c;

/** Returns whether the type is one that Celo alone has. */
export function isOfCelo({ type }: Pick<Transaction, 'type'>): boolean {
  return type === CIP64 || type === CIP66 || type === CIP42;
}

/** Returns the bytes of such a transaction, with its signature where it has one; undefined for other types. */
export function encodeCelo(transaction: Transaction): Hex | undefined {
  const { type, chainId = 0, nonce, gas, to = '0x', value, input, accessList = [], rollup, signature } = transaction;
  if (!isOfCelo(transaction)) return undefined;
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

/** Returns the address of the token that pays, 20 bytes; undefined for CELO itself, which the zero address stands for as well. */
export function feeTokenOf({ rollup }: Pick<Transaction, 'rollup'>): Uint8Array | undefined {
  const token = hexToBytes(bytesOf(rollup, 'feeCurrency'));
  return token.length === 20 && token.some((byte) => byte !== 0) ? token : undefined;
}

/** Returns the base fee in the token that pays, as the receipt states it. */
export function statedBaseFee({ rollup }: Pick<Receipt, 'rollup'>): bigint | undefined {
  return rollup?.baseFee === undefined ? undefined : BigInt(`0x0${numberOf(rollup, 'baseFee').slice(2)}`);
}

/** Returns what a unit of gas cost in what paid for it, by the base fee that the receipt states of a token; undefined where that is left out. */
export function priceOf(
  transaction: Pick<Transaction, 'rollup' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  receipt: Pick<Receipt, 'rollup'>,
  ofBlock: bigint | undefined,
): bigint | undefined {
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const baseFee = feeTokenOf(transaction) === undefined ? ofBlock : statedBaseFee(receipt);
  if (baseFee === undefined || maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) return undefined;
  const wanted = baseFee + maxPriorityFeePerGas;
  if (wanted > maxFeePerGas) return maxFeePerGas;
  return wanted;
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
