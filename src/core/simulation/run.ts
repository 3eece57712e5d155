/**
 * Blocks of steps executed one after the other on one state. A single
 * simulated transaction is a run of one step, a bundle one of several.
 *
 *     run … run → outcomes
 *
 * Like every execution it stops where a piece of state is missing, and goes on
 * from there once it was supplied.
 */

import { bytesToAddress, hexToBytes } from '../chain/hex';
import type { BlockEnvironment } from '../evm/environment';
import type { Machine } from '../evm/machine';
import type { Recoverer } from '../evm/precompiles/table';
import { maxGasLimit } from '../evm/rules/gas';
import { Stop } from '../evm/run';
import type { AccountIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { Execution } from '../evm/transaction/execution';
import { type SystemCall, SystemExecution } from '../evm/transaction/system-calls';
import { effectiveGasPrice, fundsNeeded, type TransactionInput } from '../evm/transaction/transaction-input';
import { LIMBS, toBigInt } from '../evm/words/words';
import { DEFAULT_STEP_LIMIT, Replay } from '../replay/replay';
import { assert } from '../values/assert';
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
 */
export type StepManner = 'paid' | 'free' | 'checked';

/** A transaction as far as it is fixed before its turn comes. */
export type StepTransaction = Omit<TransactionInput, 'nonce' | 'gasLimit' | 'isIncluded' | 'isMadeUp'> & {
  /** That of the sender when absent. */
  nonce?: bigint;
  /** What is left in the block when absent, or the most a transaction may have (EIP-7825). */
  gasLimit?: bigint;
};

export type RunStep = {
  transaction: StepTransaction;
  manner: StepManner;
  /** Laid over right before it. */
  overlays: readonly Overlay[];
  /** Whether the steps after it run when it fails. */
  goesOn: boolean;
  /** In the place of the transaction: from here on it counts as a signature of its signer. */
  signs?: MadeUpSignature;
};

export type RunBlock = {
  environment: BlockEnvironment;
  /** What the protocol calls before the first step. */
  systemCalls: readonly SystemCall[];
  /** Laid over after the system calls. */
  overlays: readonly Overlay[];
  steps: readonly RunStep[];
};

/** `lent`: wei that the sender was lent before it; `owed`: those of them that it could not give back after. */
export type Loan = { lent: bigint; owed: bigint };

export type StepOutcome =
  | ({ state: 'executed'; nonce: number; gasLimit: number; gasPrice: bigint; loan?: Loan } & ExecutedOutcome)
  /** Nothing ran. `hasCode`: the signer is a contract, which others ask in the place of ecrecover (ERC-1271). */
  | { state: 'signed'; signature: MadeUpSignature; hasCode: boolean }
  /** It cannot be in a block at all. */
  | { state: 'invalid'; reason: string }
  /** A step before it failed. */
  | { state: 'notRun' };

export type RunOptions = {
  /** Number of the step, over all blocks, that is recorded; the run ends with it. */
  recorded?: number;
  /** Number of the step that the run ends with, over all blocks; all of them when absent. */
  last?: number;
  /** EVM steps at most, of all steps of the run together. */
  stepLimit?: number;
};

type Task = Execution | Replay;

export class SimulationRun {
  readonly outcomes: StepOutcome[] = [];
  /** The execution of the step that `recorded` names. */
  replay: Replay | undefined;
  private block = 0;
  private step = 0;
  /** How many of the block's system calls were made; overlays come after the last. */
  private called = 0;
  private isBegun = false;
  private isStopped = false;
  private usedInBlock = 0n;
  private spentSteps = 0;
  private system: SystemExecution | undefined;
  private task: { execution: Task; lent: bigint } | undefined;
  /** Those that were made so far. */
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

  /** Whether it came to the step limit: then the outcomes end there. */
  get tooLong(): boolean {
    return this.steps >= (this.options.stepLimit ?? DEFAULT_STEP_LIMIT) || this.replay?.tooLong === true;
  }

  /** Whether the step came that the run is to end with. */
  private get isOver(): boolean {
    const { last, recorded = last } = this.options;
    return recorded !== undefined && this.outcomes.length > recorded;
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
    if (inner.result === undefined && inner.invalid === undefined) return Stop.done; // too long
    this.outcomes.push(this.outcomeOf(inner, lent));
    const outcome = this.outcomes.at(-1);
    if (outcome?.state === 'executed') this.usedInBlock += BigInt(outcome.gasUsed);
    if (!(outcome?.state === 'executed' && outcome.success) && !step.goesOn) this.isStopped = true;
    this.spentSteps += execution.machine?.steps ?? 0;
    this.task = undefined;
    this.step++;
    return Stop.done;
  }

  /** Whether it was known if the signer has code. */
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

  /** Whether all was known that has to be before it begins. */
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
      ...(manner === 'paid' && { isMadeUp: true }),
    };
    const lent = manner === 'paid' ? this.lend(sender, input) : 0n;
    const isFree = manner === 'free';
    const { recorded, stepLimit } = this.options;
    if (recorded === this.outcomes.length) {
      this.replay = new Replay(state, environment, input, stepLimit, isFree);
      this.task = { execution: this.replay, lent };
    } else this.task = { execution: new Execution(state, environment, input, undefined, isFree), lent };
    return true;
  }

  private gasLeft({ gasLimit, fork }: BlockEnvironment): bigint {
    const left = BigInt(gasLimit) - this.usedInBlock;
    if (left < 0n) return 0n;
    return left > maxGasLimit(fork) ? BigInt(maxGasLimit(fork)) : left;
  }

  /** Gives the sender what it lacks to buy its gas and pay its value; returns how much. */
  private lend(sender: AccountIndex, input: TransactionInput): bigint {
    const needed = fundsNeeded(input);
    const held = this.balanceOf(sender);
    if (held >= needed) return 0n;
    this.setBalance(sender, needed);
    return needed - held;
  }

  private outcomeOf(execution: Execution, lent: bigint): StepOutcome {
    const { result, invalid, transaction, state } = execution;
    if (result === undefined) return { state: 'invalid', reason: invalid ?? 'no reason is known' };
    const sender = state.indexOfAddress(transaction.from);
    const held = this.balanceOf(sender);
    const back = held < lent ? held : lent;
    // A recorded step is the last: what it left is looked at as it left it.
    if (back > 0n && this.replay === undefined) this.setBalance(sender, held - back);
    return {
      state: 'executed',
      nonce: Number(transaction.nonce),
      gasLimit: Number(transaction.gasLimit),
      gasPrice: effectiveGasPrice(transaction, execution.block.baseFee),
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
