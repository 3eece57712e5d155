/**
 * The part of the trace worker's contract that executes a transaction with
 * code whose variables can be seen: the verified sources of each contract,
 * compiled without the optimizer and not via IR, in the place of its code.
 */
import type { Address } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, Progress, TraceHandle } from '../ids';
import type { OpenedTrace } from './open-trace.api';
import type { ChangedExecution } from './simulate.api';

/** A contract whose code ran. `why` says in a sentence why the chain's code ran all the same; '' where other code ran. */
export type BuiltContract = { address: Address; name: string; why: string };

export type DebugBuild = {
  execution: Omit<ChangedExecution, 'trace'> & { trace: OpenedTrace };
  contracts: readonly BuiltContract[];
  /** Gas that the transaction was given, where that is more than it had. */
  raisedGas?: number;
  /**
   * The first call or event that is not as the chain has it, gas apart, by its
   * depth id in the transaction as it was mined, or in the new execution where
   * the mined one has none. Absent where all are the same.
   */
  partsAt?: string;
};

export interface DebugBuildApi {
  /**
   * Executes the mined transaction of an open trace with unoptimised code, on
   * what it found. Compiles, which may take a minute. Fails with `unsupported`
   * where no contract can be built so, with the reasons, and as
   * `simulateChanged` does.
   */
  debugBuild(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<DebugBuild, Failure>>;
}
