import type { Receipt, ReceiptWithoutLogs, Transaction } from '../../core/chain/transaction';
import type { Witness } from '../../core/evm/state/witness';
import type { Trace } from '../../core/trace/rows';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { SkippedSource } from './open-trace.api';
import type { LazyReplay } from './replay/lazy-replay';
import type { Replayed } from './replay/replayed';
import type { Verification } from './steps.api';

/** A trace, and what it was made of. */
export type Opened = {
  transaction: Transaction;
  receipt: ReceiptWithoutLogs;
  /** The receipt with its logs. */
  wholeReceipt(signal: AbortSignal): Promise<Result<Receipt, Failure>>;
  trace: Trace;
  cached: boolean;
  /** Nobody mined it: nothing of its trace is kept or proven. */
  isSimulated?: true;
  /**
   * Why there is no receipt of the transaction, in sentences. Its receipt here was made of its trace; nothing of it is
   * kept or proven.
   */
  lacksReceipt?: string;
  /** Whether it came in a trace file. */
  fromFile?: boolean;
  skipped: readonly SkippedSource[];
  /**
   * Contradictions between the transaction or its receipt and rows that come from no replay; absent when there are
   * none.
   */
  contradictions?: readonly string[];
  /** Verification of rows that come from a replay. */
  verification?: Verification;
  /** The execution that the rows come from, where it is at hand. */
  replayed?: Replayed;
  /** State that a kept replay read. */
  witness?: Witness;
  /** Absent where rows are all there is. */
  replay?: LazyReplay;
  /** The rows show an execution on the state of the block before, without the earlier transactions of the block; absent once the rows of a replay took the place of these. */
  isProvisional?: true;
  /** True when the rows come from elsewhere and a replay may take their place. */
  mayImprove?: boolean;
};
