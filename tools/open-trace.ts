/** Opens a transaction as the page does; answers its trace once the first rows are there. What follows behind them goes on. */
import { type Failure, failure } from '../src/core/values/failure';
import { fail, ok, type Result } from '../src/core/values/result';
import type { TransactionRecord } from '../src/workers/chain/chain.api';
import type { EngineApi } from '../src/workers/engine.api';
import type { JobId, Progress, TransactionKey } from '../src/workers/ids';
import type { OpenedTrace } from '../src/workers/trace/open-trace.api';

export function openTrace(
  { trace }: Pick<EngineApi, 'trace'>,
  job: JobId,
  key: TransactionKey,
  onProgress: (progress: Progress) => void = () => {},
  /** Resolves when the caller has taken the first rows over: what follows waits for that. */
  taken?: Promise<void>,
  /** Called with the record of the transaction, before its trace is there. */
  onRecord: (record: TransactionRecord) => void = () => {},
): Promise<Result<OpenedTrace, Failure>> {
  return new Promise((resolve, reject) => {
    trace
      .openTransaction(job, key, (update) => {
        if (update.type === 'record') onRecord(update.record);
        if (update.type === 'progress') onProgress(update.progress);
        if (update.type === 'noTrace') resolve(fail(update.failure));
        if (update.type !== 'opened') return undefined;
        resolve(ok(update.trace));
        return taken;
      })
      .then((ended) => resolve(ended.ok ? fail(failure('unsupported', 'There is no trace.')) : ended), reject);
  });
}
