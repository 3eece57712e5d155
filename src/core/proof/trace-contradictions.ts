/**
 * What the calls that a node reports contradict in the transaction and its
 * receipt. Both are at hand wherever a trace is shown, so no request is needed.
 * Nothing that agrees here proves the calls between the root and the logs.
 */

import type { Hash, Hex } from '../chain/primitives';
import type { Log, Receipt, Transaction } from '../chain/transaction';
import { countOf } from '../format/plural';
import { fromOf, inputOf, isCreate, lastingLogs, toOf } from '../trace/row-fields';
import { RowFlag, rowIndex, type Trace } from '../trace/rows';

const ROOT = rowIndex(0);

/**
 * Returns sentences about "the calls", one for each part that contradicts:
 * kind, sender, recipient, value, input and status of the root, the created
 * contract, and the first log that differs. Empty when all agree. Linear in the
 * rows.
 */
export function findTraceContradictions(trace: Trace, transaction: Transaction, receipt: Receipt): readonly string[] {
  if (trace.rows.length === 0) return [];
  const found = rootContradictions(trace, transaction, receipt);
  const log = logContradiction(trace, receipt.logs);
  return log === undefined ? found : [...found, log];
}

function rootContradictions(trace: Trace, transaction: Transaction, receipt: Receipt): string[] {
  const { rows, words } = trace;
  const found: string[] = [];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) found.push(otherwise);
  };
  const isCreation = isCreate(trace, ROOT);
  claim(
    isCreation === (transaction.to === undefined),
    isCreation
      ? 'The calls begin with a creation, the transaction is a call.'
      : 'The calls begin with a call, the transaction creates a contract.',
  );
  claim(fromOf(trace, ROOT) === transaction.from, 'The calls have another sender than the transaction.');
  const to = toOf(trace, ROOT);
  if (transaction.to !== undefined) {
    claim(to === transaction.to, 'The calls have another recipient than the transaction.');
  } else if (to !== undefined && receipt.contractAddress !== undefined) {
    claim(to === receipt.contractAddress, 'The calls create another contract than the receipt names.');
  }
  if (rows.value[0] >= 0) {
    claim(BigInt(words[rows.value[0]]) === transaction.value, 'The calls carry another value than the transaction.');
  }
  claim(isHexOf(transaction.input, inputOf(trace, ROOT)), 'The calls have another input than the transaction.');
  if (receipt.status !== undefined) {
    const hasFailed = (rows.flags[0] & RowFlag.failed) !== 0;
    claim(
      hasFailed === (receipt.status === 'failed'),
      hasFailed
        ? 'The calls fail, but the receipt says that the transaction succeeded.'
        : 'The calls succeed, but the receipt says that the transaction failed.',
    );
  }
  return found;
}

/**
 * The first log that differs. Where a log stands among the calls may not be
 * known, but what one contract emits stands in order in every trace.
 */
function logContradiction(trace: Trace, logs: readonly Log[]): string | undefined {
  const waiting = new Map<string, { log: Log; position: number }[]>();
  for (const [index, log] of logs.entries()) {
    const entry = { log, position: index + 1 };
    const list = waiting.get(log.address);
    if (list) list.push(entry);
    else waiting.set(log.address, [entry]);
  }
  const next = new Map<string, number>();
  const lasting = lastingLogs(trace);
  for (const row of lasting) {
    const emitter = fromOf(trace, row);
    const at = next.get(emitter) ?? 0;
    next.set(emitter, at + 1);
    const expected = waiting.get(emitter)?.[at];
    if (expected === undefined) return `The calls have an event of ${emitter} that the receipt does not have.`;
    const { log, position } = expected;
    const bytes = inputOf(trace, row);
    const topics = trace.rows.outputStart[row];
    const isTopic = (topic: Hash, at: number) => isHexOf(topic, bytes.subarray(at * 32, at * 32 + 32));
    if (topics !== log.topics.length || !log.topics.every(isTopic)) {
      return `Event ${position} of the receipt has other topics in the calls.`;
    }
    if (!isHexOf(log.data, bytes.subarray(topics * 32)))
      return `Event ${position} of the receipt has other data in the calls.`;
  }
  if (lasting.length === logs.length) return undefined;
  const words = (number: number) => countOf(number, 'event');
  return `The calls have ${words(lasting.length)}, the receipt has ${words(logs.length)}.`;
}

/** Whether the text is 0x and the lower-case digits of these bytes. Nothing is made: to write many events as text takes most of the time. */
function isHexOf(hex: Hex, bytes: Uint8Array): boolean {
  if (hex.length !== 2 + 2 * bytes.length) return false;
  for (let at = 0, index = 2; at < bytes.length; at++, index += 2) {
    if (hex.charCodeAt(index) !== digitCode(bytes[at] >> 4)) return false;
    if (hex.charCodeAt(index + 1) !== digitCode(bytes[at] & 15)) return false;
  }
  return true;
}

/** The character code of a digit from 0 to f. */
function digitCode(digit: number): number {
  return digit < 10 ? 48 + digit : 87 + digit;
}
