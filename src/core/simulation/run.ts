/**
 * The one way to run what is in no block yet: blocks of steps, executed one
 * after the other on one state. A bundle has several steps; a changed
 * transaction, a call and a request to a virtual network have one.
 *
 *     new Run(blocks, state) → run … run → outcomes, recordings
 *
 * Like every execution it stops where a piece of state is missing, and goes on
 * from there once it was supplied. A recorded step keeps the state as it left
 * it, so that its trace, its steps and its changes can be asked for as long as
 * the run is held, whatever ran after it.
 */

import { bytesToAddress, hexToBytes } from '../chain/hex';
import type { BlockEnvironment } from '../evm/environment';
import type { Machine } from '../evm/machine';
import type { Recoverer } from '../evm/precompiles/table';
import { Stop } from '../evm/run';
import type { AccountIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { Execution } from '../evm/transaction/execution';
import { type SystemCall, SystemExecution } from '../evm/transaction/system-calls';
import { effectiveGasPrice, fundsNeeded, type TransactionInput } from '../evm/transaction/transaction-input';
import type { TransactionResult } from '../evm/transaction/transaction-result';
import { maxGasLimit } from '../evm/transaction/validity';
import { LIMBS, toBigInt } from '../evm/words/words';
import { Replay } from '../replay/replay';
import { DEFAULT_STEP_LIMIT } from '../replay/step-limit';
import { assert } from '../values/assert';
import { least } from '../values/least';
import { recoverWith } from './made-up-signatures';
import { type ExecutedOutcome, outcomeOf } from './outcome';
import { layOver, type Overlay } from './overlay';
import { type MadeUpSignature, recoverInput } from './typed-data';

/**
 * How a step is taken.
 *
 * - paid: fees are taken at its prices and ether that the sender lacks is lent; anybody may be the sender, code or not,
 *   and a nonce that is given becomes the sender's.
 * - free: no fee is taken and nothing but value must be covered, as in eth_call.
 * - checked: everything that a block checks of a signed transaction.
 * - unsigned: as checked, but anybody may be the sender, code or not.
 */
export type StepManner = 'paid' | 'free' | 'checked' | 'unsigned';

/** A transaction as far as it is fixed before its turn comes. */
export type StepTransaction = Omit<TransactionInput, 'nonce' | 'gasLimit' | 'isMadeUp'> & {
  /** Nonce; that of the sender when absent. */
  nonce?: bigint;
  /** Gas limit; when absent, what is left in the block, or the most a transaction may have (EIP-7825). */
  gasLimit?: bigint;
};

export type RunStep = {
  transaction: StepTransaction;
  manner: StepManner;
  /** State overrides that are laid over right before it. */
  overlays: readonly Overlay[];
  /** Whether later steps run when it fails. */
  goesOn: boolean;
  /** Signature that the step makes in place of a transaction: from here on it counts as one of its signer. */
  signs?: MadeUpSignature;
};

export type RunBlock = {
  environment: BlockEnvironment;
  /** Calls of the protocol before the first step. */
  systemCalls: readonly SystemCall[];
  /** Laid over after the system calls. */
  overlays: readonly Overlay[];
  steps: readonly RunStep[];
};

/** Returns the blocks to run for one transaction alone. */
export function runOfOne(
  environment: BlockEnvironment,
  transaction: StepTransaction,
  manner: StepManner,
  overlays: readonly Overlay[] = [],
): readonly RunBlock[] {
  return [{ environment, systemCalls: [], overlays, steps: [{ transaction, manner, overlays: [], goesOn: false }] }];
}

/** `lent`: wei that the sender was lent before it; `owed`: those of them that it could not give back after. */
export type Loan = { lent: bigint; owed: bigint };

export type StepOutcome =
  | ({ state: 'executed'; nonce: number; gasLimit: number; gasPrice: bigint; loan?: Loan } & ExecutedOutcome)
  /** Nothing ran. `hasCode`: the signer is a contract, which others ask in the place of ecrecover (ERC-1271). */
  | { state: 'signed'; signature: MadeUpSignature; hasCode: boolean }
  /** The step cannot be in a block at all. */
  | { state: 'invalid'; reason: string }
  /** A step before it failed. */
  | { state: 'notRun' };

export type RunOptions = {
  /**
   * Which steps are recorded: all, or the one with this number, counted over all blocks from 0. None when absent.
   * Recording halves the speed of the interpreter, so steps are recorded whose trace somebody is about to look at.
   */
  recorded?: 'all' | number;
  /** Number of the step that the run ends with, over all blocks; all of them when absent. */
  last?: number;
  /** EVM steps at most, of all steps of the run together. */
  stepLimit?: number;
  /** EVM steps at most of each step that is recorded. */
  recordedLimit?: number;
};

/** Bytes of recordings that a run holds. Past it the earliest are dropped, but never the last. */
const MAX_RECORDED = 64 << 20;
/** Bytes of an account and of a slot in a state, about. */
const ACCOUNT_SIZE = 160;
const SLOT_SIZE = 130;

export class Run {
  readonly outcomes: StepOutcome[] = [];
  /** Results by the number of the step, as the interpreter left them; absent where nothing was executed. */
  readonly results = new Map<number, TransactionResult>();
  /** Recordings in the order of the steps. */
  private readonly recordings = new Map<number, Replay>();
  private recordedSize = 0;
  private block = 0;
  private step = 0;
  /** System calls of the block that were made; overlays come after the last. */
  private called = 0;
  private isBegun = false;
  private isStopped = false;
  private usedInBlock = 0n;
  private spentSteps = 0;
  private system: SystemExecution | undefined;
  private task: { execution: Execution | Replay; lent: bigint } | undefined;
  /** Signers by input of ecrecover, of the signatures that were made so far. */
  private readonly signatures = new Map<string, Uint8Array>();

  constructor(
    readonly state: State,
    private readonly blocks: readonly RunBlock[],
    private readonly options: RunOptions = {},
  ) {}

  get machine(): Machine | undefined {
    return this.system?.machine ?? this.task?.execution.machine;
  }

  /** EVM steps so far. */
  get steps(): number {
    return this.spentSteps + (this.task?.execution.machine?.steps ?? 0);
  }

  /** Whether it came to a step limit: then the outcomes end there. */
  get tooLong(): boolean {
    if (this.steps >= (this.options.stepLimit ?? DEFAULT_STEP_LIMIT)) return true;
    const execution = this.task?.execution;
    return execution instanceof Replay && execution.tooLong;
  }

  /** Bytes that its state and its recordings take, about. */
  get size(): number {
    return sizeOf(this.state) + this.recordedSize;
  }

  /** The recording of a step, also while it runs; undefined where none was made, or it was dropped for later ones. */
  recordingOf(step: number): Replay | undefined {
    return this.recordings.get(step);
  }

  private get isOver(): boolean {
    const { last } = this.options;
    return last !== undefined && this.outcomes.length > last;
  }

  /** Executes about `budget` EVM steps more. `done` when every step has an outcome, or it is too long. */
  run(budget: number): Stop {
    const end = this.steps + budget;
    for (;;) {
      const block = this.blocks[this.block];
      if (block === undefined || this.tooLong) return Stop.done;
      if (this.steps >= end) return Stop.budget;
      if (!this.isBegun) {
        const stop = this.beginBlock(block, budget);
        if (stop !== Stop.done) return stop;
      }
      const step = block.steps[this.step];
      if (step === undefined) {
        this.endBlock();
        continue;
      }
      const stop = this.runStep(block, step, end - this.steps);
      if (stop !== Stop.done) return stop;
      if (this.isOver) return Stop.done;
    }
  }

  private beginBlock(block: RunBlock, budget: number): Stop {
    for (let call = block.systemCalls[this.called]; call !== undefined; call = block.systemCalls[this.called]) {
      this.system ??= new SystemExecution(this.state, block.environment, call);
      const stop = this.system.run(budget);
      if (stop !== Stop.done) return stop;
      this.system = undefined;
      this.called++;
    }
    if (!this.layAll(block.overlays)) return Stop.missing;
    this.isBegun = true;
    return Stop.done;
  }

  private endBlock(): void {
    this.block++;
    this.step = 0;
    this.called = 0;
    this.isBegun = false;
    this.usedInBlock = 0n;
  }

  private runStep(block: RunBlock, step: RunStep, budget: number): Stop {
    if (this.isStopped) {
      this.outcomes.push({ state: 'notRun' });
      this.step++;
      return Stop.done;
    }
    if (step.signs !== undefined) return this.sign(step.signs) ? Stop.done : Stop.missing;
    if (this.task === undefined && !this.beginStep(block, step)) return Stop.missing;
    assert(this.task, 'a step that began has a task');
    const { execution, lent } = this.task;
    const stop = execution.run(Math.max(1, budget));
    if (stop !== Stop.done) return stop;
    const inner = execution instanceof Replay ? execution.execution : execution;
    const { result, invalid } = inner;
    if (result === undefined && invalid === undefined) return Stop.done; // too long
    const number = this.outcomes.length;
    this.spentSteps += execution.machine?.steps ?? 0;
    this.task = undefined;
    this.step++;
    if (result === undefined) this.outcomes.push({ state: 'invalid', reason: invalid ?? 'no reason is known' });
    else {
      this.usedInBlock += BigInt(result.gasUsed);
      this.results.set(number, result);
      const isFollowed =
        this.options.last !== number && (this.step < block.steps.length || this.block + 1 < this.blocks.length);
      const isRecorded = execution instanceof Replay;
      if (isRecorded) this.keep(execution, isFollowed);
      // A recording shows the state as the step left it, with what the sender was lent.
      this.outcomes.push(this.outcomeOf(inner, result, lent, isFollowed || !isRecorded));
    }
    if (!result?.success && !step.goesOn) this.isStopped = true;
    return Stop.done;
  }

  /** Drops the earliest recordings where there are too many. `isFollowed`: something may run on the state after it. */
  private keep(recording: Replay, isFollowed: boolean): void {
    if (isFollowed) recording.execution.leaveState();
    this.recordedSize += recording.size + sizeOf(recording.execution.state);
    for (const [step, earliest] of this.recordings) {
      if (this.recordedSize <= MAX_RECORDED || earliest === recording) break;
      this.recordedSize -= earliest.size + sizeOf(earliest.execution.state);
      this.recordings.delete(step);
    }
  }

  /** Makes a signature. Returns false while it is not known whether the signer has code. */
  private sign(signature: MadeUpSignature): boolean {
    const { state } = this;
    const signer = hexToBytes(signature.signer);
    const account = state.indexOfAddress(signer);
    if (!state.requireAccount(account)) return false;
    const { bytes, delegate } = state.codes[state.code[account]];
    this.signatures.set(recoverInput(signature), signer);
    this.outcomes.push({ state: 'signed', signature, hasCode: bytes.length > 0 && delegate === undefined });
    this.step++;
    return true;
  }

  /** Begins a step. Returns false while state is missing that must be known first. */
  private beginStep(block: RunBlock, { transaction, manner, overlays }: RunStep): boolean {
    const { state, signatures } = this;
    const made = new Map(signatures);
    const recoverer: Recoverer = (recover) => recoverWith(made, recover);
    const environment = made.size === 0 ? block.environment : { ...block.environment, recoverer };
    const sender = state.indexOfAddress(transaction.from);
    if (!state.requireAccount(sender) || !this.layAll(overlays)) return false;
    if (manner === 'paid' && transaction.nonce !== undefined)
      layOver(state, { address: bytesToAddress(transaction.from), override: { nonce: Number(transaction.nonce) } });
    const input: TransactionInput = {
      ...transaction,
      nonce: transaction.nonce ?? state.nonce[sender],
      gasLimit: transaction.gasLimit ?? this.gasLeft(environment),
      ...((manner === 'paid' || manner === 'unsigned') && { isMadeUp: true }),
    };
    const lent = manner === 'paid' ? this.lend(sender, input) : 0n;
    const isFree = manner === 'free';
    const number = this.outcomes.length;
    const { recorded, stepLimit = DEFAULT_STEP_LIMIT, recordedLimit = stepLimit } = this.options;
    if (recorded !== 'all' && recorded !== number) {
      this.task = { execution: new Execution(state, environment, input, undefined, isFree), lent };
      return true;
    }
    const recording = new Replay(
      state,
      environment,
      input,
      Math.min(recordedLimit, stepLimit - this.spentSteps),
      isFree,
    );
    this.recordings.set(number, recording);
    this.task = { execution: recording, lent };
    return true;
  }

  private gasLeft(environment: BlockEnvironment): bigint {
    const left = BigInt(environment.gasLimit) - this.usedInBlock;
    if (left < 0n) return 0n;
    const most = maxGasLimit(environment);
    return left > most ? BigInt(most) : left;
  }

  /** Gives the sender what it lacks to buy its gas and pay its value; returns how much. */
  private lend(sender: AccountIndex, input: TransactionInput): bigint {
    const needed = fundsNeeded(input);
    const held = this.balanceOf(sender);
    if (held >= needed) return 0n;
    this.setBalance(sender, needed);
    return needed - held;
  }

  private outcomeOf(execution: Execution, result: TransactionResult, lent: bigint, givesBack: boolean): StepOutcome {
    const { state } = this;
    const { transaction, block } = execution;
    const sender = state.indexOfAddress(transaction.from);
    const held = this.balanceOf(sender);
    const back = least(held, lent);
    if (back > 0n && givesBack) this.setBalance(sender, held - back);
    return {
      state: 'executed',
      nonce: Number(transaction.nonce),
      gasLimit: Number(transaction.gasLimit),
      gasPrice: effectiveGasPrice(transaction, block.baseFee),
      ...(lent > 0n && { loan: { lent, owed: lent - back } }),
      ...outcomeOf(state, result),
    };
  }

  private layAll(overlays: readonly Overlay[]): boolean {
    for (const overlay of overlays) {
      const account = this.state.indexOfAddress(hexToBytes(overlay.address));
      if (!this.state.requireAccount(account)) return false;
    }
    for (const overlay of overlays) layOver(this.state, overlay);
    return true;
  }

  private balanceOf(account: AccountIndex): bigint {
    return toBigInt(this.state.balance, account * LIMBS);
  }

  /** Between two transactions: `layOver` keeps what is known of the account. */
  private setBalance(account: AccountIndex, wei: bigint): void {
    layOver(this.state, {
      address: bytesToAddress(this.state.addressBytes(account)),
      override: { balance: wei },
    });
  }
}

function sizeOf({ length, slots }: State): number {
  return length * ACCOUNT_SIZE + slots.length * SLOT_SIZE;
}
