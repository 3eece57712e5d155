/** The part of the trace worker's contract that runs simulations of several steps and keeps them. Its results open as transactions do. */
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { RulesBasis } from '../../core/evm/families/family';
import type { SimulationDraft } from '../../core/simulation/draft';
import type { LeastGas } from '../../core/simulation/least-gas';
import type { MinedDifferences } from '../../core/simulation/mined-comparison';
import type { PlacedOverride } from '../../core/simulation/named-overrides';
import type { NodeComparison } from '../../core/simulation/node-comparison';
import type { StepOutcome } from '../../core/simulation/run';
import type { SimulationId } from '../../core/simulation/simulation-hash';
import type { Effect } from '../../core/simulation/variations';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, Progress } from '../ids';

/** A step of a kept simulation, as its page shows it. */
export type SimulatedStep = {
  label: string;
  from: Address;
  to?: Address;
  input: Hex;
  /** Hash by which the step opens as a transaction; absent where it did not run. */
  hash?: Hash;
  outcome: StepOutcome;
  /** The expectations that were not met, a sentence each; absent where none was stated. */
  unmet?: readonly string[];
};

export type SimulationResult = {
  id: SimulationId;
  draft: SimulationDraft;
  /** Overrides by variable and token, with the slots that they were placed in. */
  placed: readonly PlacedOverride[];
  name: string;
  note: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Block whose state the steps stand on. */
  block: { number: number; hash?: Hash; timestamp: number };
  /** How far the rules of the block are known; absent where they are known wholly. */
  basis?: RulesBasis;
  steps: readonly SimulatedStep[];
  /** Accounts and slots that were read. */
  read: { accounts: number; slots: number };
};

/** What is varied: overrides, each left out once, or what the blocks say of themselves. */
export type VariationKind = 'overrides' | 'blocks';

export type VariedSimulation = {
  effects: readonly {
    label: string;
    /** The account, where the difference is an override. */
    address?: Address;
    /** `turns`: a step that succeeded fails, or the other way round; `unknown`: it could not be run. */
    state: Effect['state'] | 'unknown';
    words: string;
  }[];
  /** Variations that were not run because there are too many. */
  left: number;
  /** Accounts and slots that were fetched because only a variation reads them. */
  fetched: number;
  /** Those of `fetched` that are from the end of the block before, though the steps stand inside a block. */
  uncertain: number;
};

/** A simulated step beside the transaction that was mined of it. */
export type MinedComparison = MinedDifferences & {
  hash: Hash;
  blockNumber: number;
  index: number;
  /** Whether the transaction was found by its sender and nonce. */
  isBySender: boolean;
};

export interface SimulationsApi {
  /**
   * Runs the draft, keeps it with all that it read, and answers what it came to. Fails with `unsupported` where a field of the
   * draft is wrong or the rules of the chain are not known, and as `simulate` does.
   */
  runSimulation(
    job: JobId,
    draft: SimulationDraft,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<SimulationResult, Failure>>;
  /** A kept simulation. Its run is held for a while, and repeated on what it read after that; asks nobody. Fails with `notFound` where it is no longer kept. */
  simulationResult(job: JobId, id: SimulationId): Promise<Result<SimulationResult, Failure>>;
  /** A kept simulation as a file, JSON with all that it read and a hash of what it came to. */
  simulationFile(job: JobId, id: SimulationId): Promise<Result<string, Failure>>;
  /**
   * Runs the simulation of such a file and keeps it; asks nobody. Fails with `badAnswer` where the file is damaged or
   * it comes to something else, with `unsupported` where the file has the request alone.
   */
  openSimulationFile(job: JobId, text: string): Promise<Result<SimulationId, Failure>>;
  /** The least gas limit that a step succeeds with, found by running it again; asks nobody. */
  leastGas(job: JobId, id: SimulationId, step: number): Promise<Result<LeastGas, Failure>>;
  /**
   * Runs the same steps again, each time with one thing changed; asks the endpoint for state that only these runs read.
   */
  varySimulation(job: JobId, id: SimulationId, kind: VariationKind): Promise<Result<VariedSimulation, Failure>>;
  /**
   * A step against the mined transaction `hash`, or where that is undefined the one of its sender with its nonce, which
   * is executed again. Fails with `notFound` where it is not mined yet.
   */
  compareMined(
    job: JobId,
    id: SimulationId,
    step: number,
    hash: Hash | undefined,
  ): Promise<Result<MinedComparison, Failure>>;
  /** Asks the node to run the same steps, and tells what differs in its answer. */
  confirmByNode(job: JobId, id: SimulationId): Promise<Result<NodeComparison, Failure>>;
}
