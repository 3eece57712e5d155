/**
 * The part of the trace worker's contract that needs the transaction executed
 * again: state before and after, access lists, steps.
 *
 * A handle's replay may still run when its rows are shown, or has to be made
 * from what was kept; these methods wait for it. Where there is none they
 * answer a failure that says why.
 */
import type { Address } from '../../core/chain/primitives';
import type { AccessListEntry } from '../../core/chain/transaction';
import type { Prestate } from '../../core/evm/state-diff';
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';

/** Where the state came from that the transaction was executed on. */
export type StateOrigin = 'prestateTracer' | 'rpc';

/** What was found equal to the receipt. */
export type Compared = {
  /** False before Byzantium, where receipts have no status. */
  status: boolean;
  gasUsed: number;
  logs: number;
  /** Transactions of the block that were executed before, each equal to its receipt in status, gas used and number of logs. */
  earlier: number;
};

/** A replay that came out as the receipt says. */
export type Verification = { origin: StateOrigin; compared: Compared; steps: number };

/** What changed, in the shape of prestateTracer with diffMode. */
export type StateDiff = {
  /** Of each account that changed, all it had; zero and empty fields are left out. */
  pre: Prestate;
  /** Of each account that changed, the fields that differ; a slot that became zero is in `pre` only. Destructed accounts are absent. */
  post: Prestate;
  /** Who got the fees of the block. */
  coinbase: Address;
};

/** Access lists of EIP-2930. */
export type AccessLists = {
  /** The list the transaction carried. */
  given: readonly AccessListEntry[];
  /** Every account and slot the execution reached; accounts that are warm from the start only with their slots. */
  used: readonly AccessListEntry[];
  /** The part of `used` that saves gas, empty when none does. */
  recommended: readonly AccessListEntry[];
  gasUsed: number;
  /** Gas used when executed with `recommended` in place of `given`: found by executing it so. */
  gasUsedRecommended: number;
};

/** `Handle` is TraceHandle of trace.api, which extends this. */
export interface StepsApi<Handle> {
  stateDiff(handle: Handle): Promise<Result<StateDiff, Failure>>;
  /** Fails with `unsupported` before Berlin. */
  accessLists(handle: Handle): Promise<Result<AccessLists, Failure>>;
}
