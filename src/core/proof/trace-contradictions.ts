/**
 * What the calls that a node reports contradict in the transaction and its
 * receipt. Both are at hand wherever a trace is shown, so no request is needed.
 * Nothing that agrees here proves the calls between the root and the logs.
 */
import type { Hex } from '../chain/primitives';
import type { Log, Receipt, Transaction } from '../chain/transaction';
import { bytesToHex } from '../hex';
import { RowFlag, RowKind, type Trace } from '../trace/rows';

/**
 * Sentences about "the calls", one for each part that contradicts: kind,
 * sender, recipient, value, input and status of the root, the created contract,
 * and the first log that differs. Empty when all agree. Linear in the rows.
 */
export function findTraceContradictions(trace: Trace, transaction: Transaction, receipt: Receipt): readonly string[] {
  if (trace.rows.length === 0) return [];
  const found = rootContradictions(trace, transaction, receipt);
  const log = logContradiction(trace, receipt.logs);
  return log === undefined ? found : [...found, log];
}

function rootContradictions({ rows, addresses, words, payload }: Trace, transaction: Transaction, receipt: Receipt) {
  const found: string[] = [];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) found.push(otherwise);
  };
  const isCreation = rows.kind[0] === RowKind.create || rows.kind[0] === RowKind.create2;
  claim(
    isCreation === (transaction.to === undefined),
    isCreation
      ? 'The calls begin with a creation, the transaction is a call.'
      : 'The calls begin with a call, the transaction creates a contract.',
  );
  claim(addresses[rows.from[0]] === transaction.from, 'The calls have another sender than the transaction.');
  const to = rows.to[0] < 0 ? undefined : addresses[rows.to[0]];
  if (transaction.to !== undefined) {
    claim(to === transaction.to, 'The calls have another recipient than the transaction.');
  } else if (to !== undefined && receipt.contractAddress !== undefined) {
    claim(to === receipt.contractAddress, 'The calls create another contract than the receipt names.');
  }
  if (rows.value[0] >= 0) {
    claim(BigInt(words[rows.value[0]]) === transaction.value, 'The calls carry another value than the transaction.');
  }
  const input = payloadHex(payload, rows.inputStart[0], rows.inputLength[0]);
  claim(input === transaction.input, 'The calls have another input than the transaction.');
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
function logContradiction({ rows, addresses, payload }: Trace, logs: readonly Log[]): string | undefined {
  const waiting = new Map<string, { log: Log; position: number }[]>();
  for (const [index, log] of logs.entries()) {
    const entry = { log, position: index + 1 };
    const list = waiting.get(log.address);
    if (list) list.push(entry);
    else waiting.set(log.address, [entry]);
  }
  const next = new Map<string, number>();
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind[row] !== RowKind.log || (rows.flags[row] & (RowFlag.undone | RowFlag.failed)) !== 0) continue;
    count += 1;
    const emitter = addresses[rows.from[row]];
    const at = next.get(emitter) ?? 0;
    next.set(emitter, at + 1);
    const expected = waiting.get(emitter)?.[at];
    if (expected === undefined) return `The calls have an event of ${emitter} that the receipt does not have.`;
    const { log, position } = expected;
    const topics = rows.outputStart[row];
    const bytes = payloadHex(payload, rows.inputStart[row], rows.inputLength[row]);
    if (topics !== log.topics.length || bytes.slice(0, 2 + topics * 64) !== joinHex(log.topics)) {
      return `Event ${position} of the receipt has other topics in the calls.`;
    }
    if (bytes.slice(2 + topics * 64) !== log.data.slice(2)) {
      return `Event ${position} of the receipt has other data in the calls.`;
    }
  }
  if (count === logs.length) return undefined;
  const words = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'event' : 'events'}`;
  return `The calls have ${words(count)}, the receipt has ${words(logs.length)}.`;
}

function payloadHex(payload: Uint8Array, start: number, length: number): Hex {
  return bytesToHex(payload.subarray(start, start + length));
}

function joinHex(parts: readonly Hex[]): string {
  return `0x${parts.map((part) => part.slice(2)).join('')}`;
}
