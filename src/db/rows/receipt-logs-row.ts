/**
 * Table `receiptLogs`: the logs of a kept receipt. They are apart from it, because they may be thousands and few
 * queries need them.
 */
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { Log } from '../../core/chain/transaction';
import type { AllStored } from './fields';
import type { TransactionId } from './transaction-row';

export type ReceiptLogsRow = TransactionId & { logs: readonly StoredLog[] };

type StoredLog = { address: Address; topics: readonly Hash[]; data: Hex; logIndex?: number; removed?: boolean };

export function toReceiptLogsRow({ networkId, hash }: TransactionId, logs: readonly Log[]): ReceiptLogsRow {
  return { networkId, hash, logs: logs.map(toStoredLog) };
}

/**
 * Returns the logs of a row; undefined where the row or one of its logs is damaged. Linear in the logs. It uses no
 * schema, because it reads the longest lists of all.
 */
export function fromReceiptLogsRow(row: ReceiptLogsRow | undefined): readonly Log[] | undefined {
  if (row === undefined || !Array.isArray(row.logs) || !row.logs.every(isLog)) return undefined;
  return row.logs.map(toStoredLog);
}

function toStoredLog({ address, topics, data, logIndex, removed }: Log | StoredLog): StoredLog {
  return {
    address,
    topics: [...topics],
    data,
    ...(logIndex === undefined ? {} : { logIndex }),
    ...(removed === undefined ? {} : { removed }),
  };
}

function isLog(value: unknown): value is StoredLog {
  const log = value as Partial<StoredLog> | null;
  return (
    typeof log === 'object' &&
    typeof log?.address === 'string' &&
    typeof log.data === 'string' &&
    (log.logIndex === undefined || typeof log.logIndex === 'number') &&
    Array.isArray(log.topics) &&
    log.topics.every((topic) => typeof topic === 'string')
  );
}

true satisfies AllStored<Log, StoredLog>;
