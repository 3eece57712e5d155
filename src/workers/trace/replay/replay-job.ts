/** A replay of a mined transaction: what it is given, and how it can come out. */
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import type { Block, Receipt, Transaction } from '../../../core/chain/transaction';
import type { FamilyName } from '../../../core/evm/families/family-names';
import type { StatedRules } from '../../../core/evm/rules/chain-rules';
import type { Witness } from '../../../core/evm/state/witness';
import type { Checked } from '../../../core/proof/proof-level';
import type { Replay } from '../../../core/replay/replay';
import type { Trace } from '../../../core/trace/rows';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import type { Compared, StateOrigin } from '../steps.api';
import type { BlockAccess } from './block-access';
import type { ReplayProgress } from './replay-progress';

export type ReplayJob = {
  rpc: Rpc;
  network: Pick<Network, 'id' | 'name'>;
  /** The block the transaction is in. */
  block: Block;
  transaction: Transaction;
  /**
   * Receipt of the transaction. Executing does not wait for one that is on its way; the outcome does. Undefined where
   * nobody has one: then one is made of the execution, which is compared with nothing.
   */
  receipt: Receipt | Promise<Result<Receipt, Failure>> | undefined;
  signal: AbortSignal;
  onProgress?: (progress: ReplayProgress) => void;
  /** Steps of the transaction at most, 50 million unless given. */
  stepLimit?: number;
  /** First unless given. */
  prestate?: PrestateUse;
  /** The access list of the block, where it is asked for; before the transactions before this one are executed. */
  blockAccess?: BlockAccess | undefined;
  /**
   * Called with the trace of an execution on the state of the block before, where the transaction is not the first of its
   * block and came out there as the receipt says. Values that it read may be older than those it had; the exact execution follows.
   */
  onProvisional?: ((rows: ProvisionalRows) => void) | undefined;
  /** Called between slices of the transaction itself, before anything is compared; the execution waits for it. */
  onSlice?: ((replay: Replay) => Promise<void>) | undefined;
  /** Called when a better origin of the state was not used, before the next one is tried. */
  onSkipped?: (skipped: SkippedOrigin) => void;
};

/**
 * When prestateTracer is asked for the state.
 *
 * - first: before plain calls; `answer` is there where it was asked earlier.
 * - second: after plain calls where these are exact, for the first transaction of a block, else first. Plain calls take
 *   several round trips, and save the node from executing the transaction too.
 * - never: `reason` is what the reader sees.
 */
export type PrestateUse =
  | { use: 'first'; answer?: Promise<Result<KnownState, Failure>> | undefined }
  | { use: 'second' }
  | { use: 'never'; reason: string };

/** Rows of an execution on the state of the block before, and the block it was executed in. */
export type ProvisionalRows = { trace: Trace; blockHash: Hash | undefined };

/** `failure` is absent where the origin had the state and the outcome differed from the receipt. */
export type SkippedOrigin = { origin: StateOrigin; reason: string; failure?: Failure };

/** An execution that came out as the receipt says. */
export type VerifiedReplay = {
  verified: true;
  /** The receipt that was made of the execution, where there was none to compare with. */
  made?: Receipt;
  replay: Replay;
  origin: StateOrigin;
  compared: Compared;
  checked: Checked;
  /** All that the execution read. */
  witness: Witness;
  /**
   * What was read of the state after the block before, or why that is not known, in a sentence. Linear in what was read, and
   * recovers a public key for each transaction that was executed before it.
   */
  read: (signal: AbortSignal) => Promise<KnownState | string>;
};

/** `contradiction`: what of the endpoint's own answers cannot be true together, whatever the execution says, in a sentence. */
export type Unverified = {
  verified: false;
  difference: string;
  contradiction?: string;
  /** Rules were tried on a chain whose own are not known: Ethereum's, or those of its family. They are not its rules. */
  tried?: { family: FamilyName | undefined };
};

/** A job with the rules that the node states of itself, where they make a difference. */
export type RuledJob = ReplayJob & { stated: StatedRules | undefined };

type ComparedReplay = VerifiedReplay | Unverified;
export type Answer = Promise<Result<ComparedReplay, Failure>>;
