/**
 * What eth_getTransactionByHash and eth_getTransactionReceipt would answer,
 * where only other methods were asked for a transaction: a trace states its
 * outermost call, a receipt the sender and recipient. What no recording states
 * is filled in (nonce 0, index 0, a block hash made of the number) and is not
 * to be compared.
 */

import { quantityHex } from '../../../src/core/chain/hex';
import type { Format } from '../traces/recorded';
import { isObject, type Json, type RecordedTransaction } from './recordings';

export type Composed = {
  transaction: Json;
  receipt: Json;
  /** Whether transaction and receipt were recorded; otherwise they were composed here. */
  recorded: { transaction: boolean; receipt: boolean };
};

/** Composes a recording; returns a reason when too little was recorded. Made once per transaction, since the traces it needs lie in large files. */
export function compose(recorded: RecordedTransaction): Composed | { reason: string } {
  const known = made.get(recorded) ?? composeOnce(recorded);
  made.set(recorded, known);
  return known;
}
const made = new WeakMap<RecordedTransaction, Composed | { reason: string }>();

function composeOnce(recorded: RecordedTransaction): Composed | { reason: string } {
  const { transaction, receipt } = recorded;
  if (transaction !== undefined && transaction.blockHash == null && receipt === undefined)
    return { reason: 'the recorded transaction is pending' };
  if (transaction !== undefined && receipt !== undefined)
    return { transaction, receipt, recorded: { transaction: true, receipt: true } };
  const root = rootOf(recorded);
  if (root === undefined) {
    if (transaction !== undefined) return { reason: 'neither a receipt nor a trace was recorded' };
    if (receipt !== undefined) return { reason: 'neither the transaction nor a trace was recorded' };
    return { reason: 'neither the transaction nor a trace that states its outermost call was recorded' };
  }
  const place = placeOf(recorded);
  return {
    transaction: transaction ?? composedTransaction(recorded, root, place),
    receipt: receipt ?? composedReceipt(recorded, root, place),
    recorded: { transaction: transaction !== undefined, receipt: receipt !== undefined },
  };
}

/** The outermost call, as a trace states it. */
type Root = {
  from: unknown;
  to: unknown;
  created: unknown;
  value: unknown;
  input: unknown;
  gas: unknown;
  gasUsed: unknown;
  failed: boolean;
  logs: Json[];
};

const STATE_ROOTS: readonly Format[] = ['callTracer', 'flat', 'otterscan'];

function rootOf({ traces }: RecordedTransaction): Root | undefined {
  for (const format of STATE_ROOTS) {
    const { result } = traces.get(format)?.read() ?? {};
    const root = format === 'callTracer' ? ofCallTracer(result) : ofList(result);
    if (root !== undefined) return root;
  }
  return undefined;
}

function ofCallTracer(result: unknown): Root | undefined {
  if (!isObject(result) || typeof result.from !== 'string') return undefined;
  const { type, from, to, value, input, gas, gasUsed, error } = result;
  const creates = String(type).startsWith('CREATE');
  return {
    from,
    to: creates ? null : to,
    created: creates ? to : null,
    value: value ?? '0x0',
    input,
    gas,
    gasUsed,
    failed: error !== undefined,
    logs: logsOf(result),
  };
}

/** The logs of frames that did not fail, children in their place among them. */
function logsOf(frame: Json): Json[] {
  if (frame.error !== undefined) return [];
  const calls = (Array.isArray(frame.calls) ? frame.calls : []).filter(isObject).map((call) => logsOf(call));
  const own = (Array.isArray(frame.logs) ? frame.logs : []).filter(isObject);
  const found: Json[] = [];
  // A log's position is the number of calls before it.
  for (let call = 0; call <= calls.length; call++) {
    found.push(...own.filter(({ position }) => Number(position ?? calls.length) === call), ...(calls[call] ?? []));
  }
  return found;
}

/** A flat list of either kind: the action of Parity's, the call itself of Otterscan's. */
function ofList(result: unknown): Root | undefined {
  const list = isObject(result) ? result.trace : result;
  const entry = Array.isArray(list) ? list.filter(isObject).find(isOutermost) : undefined;
  if (entry === undefined) return undefined;
  const action = isObject(entry.action) ? entry.action : entry;
  const outcome = isObject(entry.result) ? entry.result : {};
  const creates = String(entry.type).toLowerCase().startsWith('create');
  if (typeof action.from !== 'string') return undefined;
  return {
    from: action.from,
    to: creates ? null : action.to,
    created: creates ? (outcome.address ?? action.to ?? null) : null,
    value: action.value ?? '0x0',
    input: action.input ?? action.init ?? '0x',
    gas: action.gas ?? '0x0',
    gasUsed: outcome.gasUsed ?? '0x0',
    failed: entry.error !== undefined,
    logs: [],
  };
}

function isOutermost({ traceAddress, depth, type }: Json): boolean {
  return Array.isArray(traceAddress) ? traceAddress.length === 0 && type !== 'reward' : depth === 0;
}

type Place = { blockHash: string; blockNumber: string; transactionIndex: string };

function placeOf({ transaction, receipt, blockHash, blockNumber, index }: RecordedTransaction): Place {
  const known = receipt ?? transaction;
  if (known !== undefined) {
    const { blockHash, blockNumber, transactionIndex } = known;
    return { blockHash, blockNumber, transactionIndex } as Place;
  }
  const number = blockNumber ?? '0x0';
  return {
    blockHash: blockHash ?? `0x${number.slice(2).padStart(64, '0')}`,
    blockNumber: number,
    transactionIndex: index ?? '0x0',
  };
}

function composedTransaction({ hash, receipt }: RecordedTransaction, root: Root, place: Place): Json {
  const { from, to, value, input, gas } = root;
  const price = receipt?.effectiveGasPrice;
  return {
    hash,
    ...place,
    from,
    to: to ?? null,
    value,
    input,
    gas,
    nonce: '0x0',
    type: receipt?.type ?? '0x0',
    ...(price === undefined ? {} : { gasPrice: price }),
  };
}

function composedReceipt({ hash }: RecordedTransaction, root: Root, place: Place): Json {
  const { from, to, created, gasUsed, failed, logs } = root;
  return {
    transactionHash: hash,
    ...place,
    from,
    to: to ?? null,
    contractAddress: failed ? null : created,
    status: failed ? '0x0' : '0x1',
    gasUsed,
    cumulativeGasUsed: gasUsed,
    logs: failed
      ? []
      : logs.map(({ address, topics, data }, at) => ({ address, topics, data, logIndex: quantityHex(at) })),
  };
}
