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
import type { StepIndex } from '../../core/evm/recording/steps';
import type { AuthorizationRefusal } from '../../core/evm/transaction/authorizations';
import type { Checked } from '../../core/proof/proof-level';
import type { PaidFees } from '../../core/replay/paid-fees';
import type { Prestate } from '../../core/replay/state-diff';
import type { RowIndex } from '../../core/trace/rows';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { TraceHandle } from '../ids';

/** Origin of the state that the transaction was executed on. */
export type StateOrigin = 'prestateTracer' | 'rpc';

/** Facts that were found equal to the receipt. */
export type Compared = {
  /** False before Byzantium, where receipts have no status. */
  status: boolean;
  gasUsed: number;
  logs: number;
  /** Transactions of the block that were executed before, each equal to its receipt in status, gas used and number of logs. */
  earlier: number;
  /**
   * What those transactions wrote was taken from the block's access list instead of executing them: `committed` where the
   * header commits to the list, `stated` where the list is the endpoint's word.
   */
  accessList?: 'committed' | 'stated';
  /** The endpoint no longer has the state: it was read from the witness of the block, under the root of the header before. */
  witness?: true;
  /** The fork of its rules where the node of a development chain stated it: headers do not tell all of them apart. */
  fork?: number;
};

/** A replay that came out as the receipt says. `checked` is absent on what an earlier version kept. */
export type Verification = { origin: StateOrigin; compared: Compared; checked?: Checked; steps: number };

/** Changes of the state, in the shape of prestateTracer with diffMode. */
export type StateDiff = {
  /** Everything that each changed account had before; zero and empty fields are left out. */
  pre: Prestate;
  /**
   * The fields that differ after, for each changed account; a slot that became zero is in `pre` only. Destructed
   * accounts are absent.
   */
  post: Prestate;
  /** The fee recipient of the block. */
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

/** The result of an authorisation of the transaction (EIP-7702). */
export type AuthorizationOutcome = {
  /** Account that signed it; absent where the signature is of nobody. */
  authority?: Address;
  /** Why it was not applied; absent where it was. */
  refusal?: AuthorizationRefusal;
};

/** One executed instruction. */
export type StepRow = {
  step: StepIndex;
  /** Row of the frame it ran in. */
  row: RowIndex;
  /** Depth of that frame, 0 for the root. */
  depth: number;
  pc: number;
  opcode: number;
  /** `PUSH1`, or `opcode 0x0c not defined`. */
  name: string;
  /** Gas left before it. */
  gas: number;
  /** Gas that it took, gas handed to a call included. */
  cost: number;
};

/** Steps [start, start + steps.length) of `total`. */
export type StepWindow = { total: number; start: number; steps: readonly StepRow[] };

/** A slot with its value before a step, and at the start of the transaction. */
export type StorageItem = { key: bigint; value: bigint; original: bigint };

/** The machine before a step. */
export type StepState = StepRow & {
  /** Account whose storage and balance the frame acts on. */
  address: Address;
  /** Account that the code was taken from: another one in a delegate call. */
  codeAddress: Address;
  caller: Address;
  /** Wei. */
  value: bigint;
  /** Lowest item first. */
  stack: readonly bigint[];
  memory: Uint8Array;
  calldata: Uint8Array;
  /** Returndata of the last call made from this frame. */
  returndata: Uint8Array;
  /** Slots of `address` that were read or written before this step, in the order of the first time. */
  storage: readonly StorageItem[];
  transient: readonly StorageItem[];
  go: StepMoves;
};

/** Steps that the buttons lead to from a step; absent where a button leads nowhere. */
export type StepMoves = {
  /** The instruction that called this frame. */
  up?: StepIndex;
  /**
   * Past the selected call: the one this instruction makes; else the one that
   * runs, unless it is the root or makes no calls.
   */
  over?: StepIndex;
  /** The first step of the caller after this frame. */
  out?: StepIndex;
};

/** A step of an execution that still runs. `total` is what was kept; where the buttons lead is not known yet. */
export type ReachedStep = { total: number; state: StepState };

/** Wei that the two of a frame had right before the call or creation; of the root, before the transaction. */
export type FrameBalances = {
  from: bigint;
  /** Absent for a creation that failed. */
  to?: bigint;
};

/** All steps in `depth.length` slices, for a scrubber. */
export type StepProfile = {
  total: number;
  maxDepth: number;
  /** The deepest frame of each slice. */
  depth: Uint16Array;
  /** 1 where a frame failed. */
  failed: Uint8Array;
};

export interface StepsApi {
  stateDiff(handle: TraceHandle): Promise<Result<StateDiff, Failure>>;
  /** Fails with `unsupported` before Berlin. */
  accessLists(handle: TraceHandle): Promise<Result<AccessLists, Failure>>;
  /** What each authorisation of the transaction came to, in their order. */
  authorizations(handle: TraceHandle): Promise<Result<readonly AuthorizationOutcome[], Failure>>;
  /** Returns the wei that the transaction paid beside what it moved, and to whom. */
  paidFees(handle: TraceHandle): Promise<Result<PaidFees, Failure>>;
  /** Returns at most 1,000 steps from `from` on. */
  steps(handle: TraceHandle, from: number, count: number): Promise<Result<StepWindow, Failure>>;
  /** The machine before the step; a step beyond the last counts as the last. Fails with `notFound` where no instruction was executed. */
  stateAt(handle: TraceHandle, step: number): Promise<Result<StepState, Failure>>;
  /**
   * The machine before the step as soon as a kept transaction is executed past it, before the outcome is compared with the
   * receipt: `stateAt` confirms it. Undefined where the execution ended first.
   */
  reachedStep(handle: TraceHandle, step: number): Promise<ReachedStep | undefined>;
  /** The bytecode that runs at the step. */
  codeAt(handle: TraceHandle, step: number): Promise<Result<{ address: Address; code: Uint8Array }, Failure>>;
  /** The step a row begins with: the first of a frame, the instruction of an event, the call of a frame without steps. */
  stepOfRow(handle: TraceHandle, row: RowIndex): Promise<Result<StepIndex | undefined, Failure>>;
  /** Fails with `notFound` for a row that is no frame. */
  frameBalances(handle: TraceHandle, row: RowIndex): Promise<Result<FrameBalances, Failure>>;
  /** The nearest step after (or before) `from` whose instruction has a name that begins so, `SSTORE` or `LOG`. */
  findStep(
    handle: TraceHandle,
    name: string,
    from: number,
    forward: boolean,
  ): Promise<Result<StepIndex | undefined, Failure>>;
  stepProfile(handle: TraceHandle, slices: number): Promise<Result<StepProfile, Failure>>;
}
