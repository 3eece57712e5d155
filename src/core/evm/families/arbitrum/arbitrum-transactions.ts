/**
 * Types of transactions that Arbitrum alone has: ArbOS makes them of what
 * comes from layer 1. Source: OffchainLabs/go-ethereum, core/types/arb_types.go;
 * names of their fields in JSON-RPC: internal/ethapi/api.go.
 */

import { toRlp } from 'viem';
import { parseQuantity } from '../../../chain/hex';
import { keccakHex } from '../../../chain/keccak';
import type { Hex } from '../../../chain/primitives';
import { type RlpItem, rlpScalar } from '../../../chain/rlp';
import type { Transaction } from '../../../chain/transaction';

/** Types that nobody signed, of which the bytes are known. */
export const ARBITRUM_UNSIGNED: readonly number[] = [0x64, 0x65, 0x66, 0x68, 0x69, 0x6a];

/**
 * Returns the bytes of such a transaction; undefined for other types, and where they do not have its hash: a node may
 * leave fields out or name them otherwise, so that nothing is said against it.
 */
export function encodeArbitrum(transaction: Transaction): Hex | undefined {
  const encoded = arbitrumBytes(transaction);
  if (encoded === undefined || transaction.type === 0x6a) return encoded;
  return keccakHex(encoded) === transaction.hash ? encoded : undefined;
}

/** Returns the bytes that such a transaction has by its fields; undefined for other types. */
export function arbitrumBytes(transaction: Transaction): Hex | undefined {
  const fields = fieldsOf(transaction);
  return fields && `0x${transaction.type.toString(16)}${toRlp(fields as Parameters<typeof toRlp>[0]).slice(2)}`;
}

function fieldsOf(transaction: Transaction): readonly RlpItem[] | undefined {
  const { type, networkId, from, to = '0x', nonce, gas, value, input, rollup = {} } = transaction;
  const chain = rlpScalar(networkId);
  const price = rlpScalar(transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n);
  const call: RlpItem[] = [price, rlpScalar(gas), to, rlpScalar(value), input];
  const bytes = (name: string): Hex => (/^0x([0-9a-f]{2})*$/i.test(rollup[name] ?? '') ? (rollup[name] as Hex) : '0x');
  const number = (name: string): Hex => rlpScalar(parseQuantity(rollup[name]) ?? 0n);
  switch (type) {
    case 0x64:
      return [chain, bytes('requestId'), from, to, rlpScalar(value)];
    case 0x65:
      return [chain, from, rlpScalar(nonce), ...call];
    case 0x66:
      return [chain, bytes('requestId'), from, ...call];
    case 0x68: {
      const refunds = [bytes('refundTo'), number('maxRefund'), number('submissionFeeRefund')];
      return [chain, rlpScalar(nonce), from, ...call, bytes('ticketId'), ...refunds];
    }
    case 0x69: {
      const asked = [bytes('requestId'), from, number('l1BaseFee'), number('depositValue'), price, rlpScalar(gas)];
      const retried = [bytes('retryTo'), number('retryValue'), bytes('beneficiary'), number('maxSubmissionFee')];
      return [chain, ...asked, ...retried, bytes('refundTo'), bytes('retryData')];
    }
    case 0x6a:
      return [chain, input];
    default:
      return undefined;
  }
}
