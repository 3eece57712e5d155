/** A test that ran with everything recorded: it opens as a transaction does. */

import type { Address } from '../chain/primitives';
import type { BlockEnvironment } from '../evm/environment';
import type { TransactionInput } from '../evm/transaction/transaction-input';
import type { Replay } from '../replay/replay';
import type { ExecutedOutcome } from '../simulation/outcome';
import type { TestResult } from './result';

/** A call of a suite that can be opened. The counterexample of a fuzz test is the call of its test. */
export type RecordedCall = {
  /** Deployment of the test's contract, its `setUp`, the test, or a call of an invariant's sequence before it. */
  what: 'deployment' | 'setUp' | 'test' | 'call';
  recording: Replay;
  environment: BlockEnvironment;
  transaction: TransactionInput;
  outcome: ExecutedOutcome;
};

export type RecordedTest = {
  /** Calls in the order in which they ran; the last is the one that decided. */
  calls: readonly RecordedCall[];
  result: TestResult;
  labels: Readonly<Record<Address, string>>;
  /** Contracts that are known by their address: the test's own and linked libraries, as `file:name`. */
  deployed: Readonly<Record<Address, string>>;
};
