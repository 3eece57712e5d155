/** Whether an execution came out as the chain's receipt says. */

import { bytesToHex, hexDigits, parseQuantity } from '../../../core/chain/hex';
import type { Log, Receipt } from '../../../core/chain/transaction';
import type { LogEntry } from '../../../core/evm/machine';
import type { State } from '../../../core/evm/state/state';
import type { TransactionResult } from '../../../core/evm/transaction/transaction-result';
import { toBytes } from '../../../core/evm/words/words';

/** Returns the first difference as a sentence about "the execution"; undefined when status, gas used and every log are equal. */
export function differenceFrom(receipt: Receipt, result: TransactionResult, state: State): string | undefined {
  const outline = outlineDifference(receipt, result);
  if (outline !== undefined) return outline;
  for (const [index, log] of receipt.logs.entries()) {
    const differing = differingPart(log, result.logs[index] as LogEntry, state);
    if (differing !== undefined)
      return `The ${differing} of event ${index + 1} of the execution differs from the receipt's.`;
  }
  return undefined;
}

/** Does as `differenceFrom`, but compares only the number of the logs. */
export function outlineDifference(receipt: Receipt, result: TransactionResult): string | undefined {
  const { status, gasUsed, logs, rollup } = receipt;
  // Before Byzantium receipts have no status.
  if (status !== undefined && (status === 'success') !== result.success)
    return result.success
      ? 'The execution succeeded, but the receipt says that the transaction failed.'
      : 'The execution failed, but the receipt says that the transaction succeeded.';
  if (gasUsed !== result.gasUsed)
    return `The execution used ${count(result.gasUsed)} gas, but the receipt says ${count(gasUsed)}.`;
  const emitted = result.logs.length;
  if (logs.length !== emitted)
    return `The execution emitted ${count(emitted)} events, but the receipt has ${count(logs.length)}.`;
  return dataFeeDifference(rollup?.l1Fee, result);
}

/** What was paid for data, where both the rules of the chain and its receipts say it. */
function dataFeeDifference(stated: string | undefined, { fees }: TransactionResult): string | undefined {
  const paid = fees.find(({ kind }) => kind === 'data')?.wei;
  const wei = parseQuantity(stated);
  if (paid === undefined || wei === undefined || wei === paid) return undefined;
  return `The execution pays ${paid.toLocaleString('en')} wei for its data, but the receipt says ${wei.toLocaleString('en')}.`;
}

function differingPart(log: Log, entry: LogEntry, state: State): string | undefined {
  const address = state.addressBytes(entry.address);
  if (log.address !== `0x${hexDigits(address, 0, 20)}`) return 'address';
  if (log.topics.length !== entry.topicCount) return 'number of topics';
  const word = new Uint8Array(32);
  for (const [index, topic] of log.topics.entries()) {
    toBytes(entry.topics, index * 8, word, 0);
    if (topic !== `0x${hexDigits(word, 0, 32)}`) return `topic ${index}`;
  }
  return log.data === bytesToHex(entry.data) ? undefined : 'data';
}

function count(value: number): string {
  return value.toLocaleString('en');
}
