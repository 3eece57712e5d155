/**
 * Transactions, receipts and blocks as JSON-RPC writes them (execution API
 * specification): quantities in hex, names as nodes spell them. Trace files
 * hold them so, and what reads a node's answers reads them again.
 */

import { quantityHex } from './hex';
import { type Block, type Receipt, type RollupFields, signedGas, type Transaction } from './transaction';

export type RpcForm = Readonly<Record<string, unknown>>;

export function transactionToRpc(transaction: Transaction): RpcForm {
  const { networkId: _, index, signature, rollup, exact, ...rest } = transaction;
  return {
    to: null,
    ...fields({ ...rest, ...exact, gas: signedGas(transaction) }),
    ...(index === undefined ? {} : { transactionIndex: quantityHex(index) }),
    ...(signature === undefined ? {} : fields(signature)),
    ...spelled(rollup),
  };
}

export function receiptToRpc(receipt: Receipt): RpcForm {
  const { networkId: _, index, status, rollup, ...rest } = receipt;
  return {
    to: null,
    contractAddress: null,
    ...fields(rest),
    transactionIndex: quantityHex(index),
    ...(status === undefined ? {} : { status: status === 'success' ? '0x1' : '0x0' }),
    ...spelled(rollup),
  };
}

export function blockToRpc({ networkId: _, rollup, exact, ...block }: Block): RpcForm {
  return { ...fields({ ...block, ...exact }), ...spelled(rollup) };
}

function fields(given: object): RpcForm {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, form(value)]));
}

function form(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return quantityHex(value);
  if (Array.isArray(value)) return value.map(form);
  return typeof value === 'object' && value !== null ? fields(value) : value;
}

/** Rollup fields are kept as the node wrote them. */
function spelled(rollup: RollupFields | undefined): RpcForm {
  return rollup ?? {};
}
