import type { Receipt, Transaction } from '../chain/transaction';
import { DEFAULT_LIMITS } from './parser';
import { RowKind, type Trace } from './rows';
import { TraceBuilder } from './trace-builder';

/**
 * Returns the light trace, from what every node has: the transaction's own call
 * and, below it, its logs in order. Which inner call emitted a log is not
 * known, so all of them hang under the root, whose gas is the gas limit.
 */
export function receiptTrace(transaction: Transaction, receipt: Receipt): Trace {
  const builder = new TraceBuilder('receipt', DEFAULT_LIMITS);
  builder.limitations.add(
    'Only the receipt is known: inner calls are missing, and events stand under the outermost call.',
  );
  builder.logsInOrder = true;
  const isCreate = transaction.to === undefined;
  const root = builder.addRow(isCreate ? RowKind.create : RowKind.call, -1);
  const failed = receipt.status === 'failed';
  builder.from[root] = builder.addressText(transaction.from);
  const to = isCreate ? receipt.contractAddress : transaction.to;
  if (to !== undefined && !(isCreate && failed)) builder.to[root] = builder.addressText(to);
  builder.value[root] = builder.wordOfBigint(transaction.value);
  builder.gas[root] = transaction.gas;
  builder.gasUsed[root] = receipt.gasUsed;
  if (failed) builder.error[root] = builder.textOf('failed');
  builder.appendInput(root, transaction.input);
  for (const log of receipt.logs) {
    const row = builder.addRow(RowKind.log, root);
    builder.from[row] = builder.addressText(log.address);
    builder.appendInput(row, `0x${log.topics.map((topic) => topic.slice(2)).join('')}${log.data.slice(2)}`);
    builder.outputStart[row] = log.topics.length;
  }
  return builder.finish();
}
