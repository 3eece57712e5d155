/**
 * The part of the trace worker's contract that executes transactions that are
 * not mined: pending ones, and ones that somebody makes up, on the state of any
 * block, with whatever of block and state they want otherwise.
 */
import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import type { Block, CIP64, EnvelopeFields, ForeignType } from '../../core/chain/transaction';
import type { ExecutedOutcome } from '../../core/simulation/outcome';
import type { AccountOverrides } from '../../core/simulation/overlay';
import type { StepManner } from '../../core/simulation/run';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, Progress, TraceHandle, TransactionKey } from '../ids';
import type { TraceSummary } from './open-trace.api';
import type { StateDiff } from './steps.api';

/** A transaction as far as it is given; a pending one fits as it is. Wei are bigint, gas is a number. */
export type SimulatedTransaction = SimulatedFields &
  (SimulatedLegacy | SimulatedAccessList | SimulatedFeeMarket | SimulatedBlobs | SimulatedSetCode | SimulatedForeign);

type SimulatedFields = {
  from: Address;
  /** Absent for a contract creation. */
  to?: Address;
  /** Nonce; that of the sender when absent. */
  nonce?: number;
  value?: bigint;
  input?: Hex;
  /** Gas limit; the block's when absent. */
  gas?: number;
  gasPrice?: bigint;
};

/** The envelope follows from the fields given where `type` is absent: the oldest one that has them. */
type SimulatedEnvelope<Type extends number, Needed extends keyof EnvelopeFields, Also extends keyof EnvelopeFields> = {
  type?: Type;
} & Pick<EnvelopeFields, Needed> &
  Partial<Pick<EnvelopeFields, Also>> & { [Other in Exclude<keyof EnvelopeFields, Needed | Also>]?: never };

type FeeMarketField = 'accessList' | 'maxFeePerGas' | 'maxPriorityFeePerGas';
type SimulatedLegacy = SimulatedEnvelope<0, never, never>;
type SimulatedAccessList = SimulatedEnvelope<1, 'accessList', never>;
type SimulatedFeeMarket = SimulatedEnvelope<2, never, FeeMarketField>;
type SimulatedBlobs = SimulatedEnvelope<3, 'blobVersionedHashes', FeeMarketField | 'maxFeePerBlobGas'>;
type SimulatedSetCode = SimulatedEnvelope<4, 'authorizationList', FeeMarketField>;
/** A pending transaction of a rollup; its simulation fails with `unsupported`. */
type SimulatedForeign = { type: ForeignType | typeof CIP64 } & Partial<EnvelopeFields>;

/** Fields of the block that are replaced. */
export type BlockOverrides = Partial<
  Pick<Block, 'timestamp' | 'miner' | 'baseFeePerGas' | 'gasLimit' | 'mixHash'> & { number: number }
>;

export type SimulationRequest = {
  networkId: NetworkId;
  /** The state after this block, seen from within it as eth_call does. */
  at: number | 'latest';
  transaction: SimulatedTransaction;
  block?: BlockOverrides;
  accounts?: AccountOverrides;
  /** `free` when absent. */
  manner?: StepManner;
};

/** Changes of a mined transaction, and of what it ran on. */
export type TransactionChanges = {
  transaction?: Partial<Pick<SimulatedTransaction, 'from' | 'to' | 'nonce' | 'value' | 'input' | 'gas'>>;
  block?: BlockOverrides;
  accounts?: AccountOverrides;
};

export type Simulation = ExecutedOutcome & {
  /** Trace of the simulation, open like that of a mined transaction, steps included. */
  trace: TraceSummary;
  /** A key of its own, by which rows, steps and state are asked for: it is on no chain. */
  key: TransactionKey;
  /** The block it ran in, overrides included. */
  block: Block;
  stateDiff: StateDiff;
  /**
   * For the manner `paid`: wei that the sender lacks for the value and the gas, so that nobody could send it as it is.
   * Absent where it lacks none.
   */
  lacks?: bigint;
};

export type ChangedExecution = Simulation & {
  /**
   * Accounts and slots that the transaction itself did not read. They are as of
   * the end of the block before, which earlier transactions of the block may
   * have changed; 0 when there are none or the transaction is the first.
   */
  uncertain: number;
};

export interface SimulateApi {
  /**
   * Executes without sending anything. Fails with `unsupported` where the rules
   * of chain or envelope are not known, where the transaction cannot be in a
   * block (the message says why), or overrides contradict each other;
   * `stateUnavailable` where the state is not kept.
   */
  simulate(
    job: JobId,
    request: SimulationRequest,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<Simulation, Failure>>;
  /**
   * Executes the mined transaction of an open trace once more with changes, on
   * what it found when it was executed, checked and paid for as it was. The
   * sender's nonce is used where another sender is asked for. Fails as
   * `simulate` does, and where the transaction could not be executed again.
   */
  simulateChanged(
    job: JobId,
    handle: TraceHandle,
    changes: TransactionChanges,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<ChangedExecution, Failure>>;
}
