/**
 * A transaction executed again and kept: its call tree, its steps, and the
 * means to see the machine as it stood before any of them.
 *
 *     run … run → trace, steps
 *     at(step)  → stack, memory, gas left: from the checkpoint before, running on
 */

import type { Address } from '../chain/primitives';
import type { BlockEnvironment } from '../evm/environment';
import type { Frame } from '../evm/frames/frame';
import type { Machine } from '../evm/machine';
import { Checkpoints } from '../evm/recording/checkpoints';
import { type StepColumns, type StepIndex, stepIndex } from '../evm/recording/steps';
import { runMachine, Stop } from '../evm/run';
import { type AccountIndex, accountIndex, type SlotIndex, type SlotTable } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { Execution } from '../evm/transaction/execution';
import type { TransactionInput } from '../evm/transaction/transaction-input';
import type { TransactionResult } from '../evm/transaction/transaction-result';
import { LIMBS, toBigInt } from '../evm/words/words';
import type { TraceProblem } from '../trace/parser';
import { type RowIndex, RowKind, type Trace } from '../trace/rows';
import { assert } from '../values/assert';
import type { Access, AccessColumns } from './accesses';
import type { Preimages } from './preimages';
import { Recording } from './recording';
import { DEFAULT_STEP_LIMIT } from './step-limit';
import { type ExecutedStep, OpcodeWatcher } from './step-window';
import { type TouchedAccount, touchedAccounts } from './touched-accounts';

/** The machine before a step. */
export type MachineState = {
  step: StepIndex;
  /** Row of the frame in the trace. */
  row: number;
  /** Account whose storage and balance the frame acts on; 20 bytes, as are the others. */
  self: Uint8Array;
  /** Account that the code was taken from. */
  codeAddress: Uint8Array;
  caller: Uint8Array;
  /** Wei. */
  value: bigint;
  code: Uint8Array;
  pc: number;
  opcode: number;
  /** Gas left before the step. */
  gas: bigint;
  /** Lowest item first. */
  stack: readonly bigint[];
  memory: Uint8Array;
  input: Uint8Array;
  /** Returndata of the last call made from this frame. */
  returned: Uint8Array;
  /** Slots of the frame's account that were read or written before this step, in that order. */
  storage: readonly SlotState[];
  transient: readonly SlotState[];
};

/** A slot with its value before a step, and at the start of the transaction. */
export type SlotState = { key: bigint; value: bigint; original: bigint };

/** What is known of the storage of one account before a step: values by key. */
export type StorageBefore = {
  /** Slots that the transaction reaches at any time, or that were looked up for it. */
  storage: ReadonlyMap<bigint, bigint>;
  /** Slots of transient storage (EIP-1153); every other one is zero. */
  transient: ReadonlyMap<bigint, bigint>;
  /** Whether the transaction made the account: then every other slot is zero. */
  created: boolean;
};

export class Replay {
  readonly execution: Execution;
  private readonly recording: Recording;
  private readonly checkpoints: Checkpoints;
  private codes: Uint8Array | undefined;
  private trace: Trace | undefined;
  /** The machine of the last question, where it stands: the next question is mostly about the same step or a later one. */
  private resumed: Machine | undefined;

  constructor(
    state: State,
    block: BlockEnvironment,
    transaction: TransactionInput,
    private readonly stepLimit = DEFAULT_STEP_LIMIT,
    unchecked = false,
    checkpoints = new Checkpoints(),
  ) {
    this.checkpoints = checkpoints;
    this.recording = new Recording(state);
    this.execution = new Execution(state, block, transaction, this.recording, unchecked);
  }

  get steps(): StepColumns {
    return this.recording.steps;
  }

  /** Accounts that were looked at or acted on, in the order of the first time. */
  get accounts(): ReadonlySet<AccountIndex> {
    return this.recording.accounts;
  }

  /** Those of `accounts` that code reached. */
  get reached(): ReadonlySet<AccountIndex> {
    return this.recording.reached;
  }

  /** Reads and writes of storage, by step. */
  get accesses(): AccessColumns {
    return this.recording.accesses;
  }

  /** The key of the slot that was accessed. */
  slotKey({ slot, transient }: Access): bigint {
    const { state } = this.execution;
    return toBigInt((transient ? state.transient : state.slots).keys, slot * LIMBS);
  }

  /** What the execution hashed: the keys of mappings, among others. */
  get preimages(): Preimages {
    return this.recording.preimages;
  }

  /** Undefined before the first step. */
  get machine(): Machine | undefined {
    return this.execution.machine;
  }

  get result(): TransactionResult | undefined {
    return this.execution.result;
  }

  /** Whether running came to the step limit: then there is no result. */
  get tooLong(): boolean {
    return this.result === undefined && this.steps.length >= this.stepLimit;
  }

  /** Why the call tree is not whole: it outgrew what a trace may hold. */
  get problem(): TraceProblem | undefined {
    return this.recording.builder.problem;
  }

  /** Runs about `budget` steps more. `done` when there is a result, or the transaction is invalid or too long. */
  run(budget: number): Stop {
    this.forgetResumed();
    const end = this.steps.length + budget;
    for (;;) {
      const { machine } = this.execution;
      if (machine) this.checkpoints.offer(machine);
      const stop = this.execution.run(machine ? this.untilCheckpoint(machine) : 0);
      if (stop !== Stop.budget) return stop;
      if (this.tooLong) return Stop.done;
      if (this.steps.length >= end) return Stop.budget;
    }
  }

  /** Slices end where checkpoints are due, so that these lie at multiples of the interval, and at the step limit. */
  private untilCheckpoint(machine: Machine): number {
    const { interval } = this.checkpoints;
    return Math.min(interval - (machine.steps % interval), Math.max(1, this.stepLimit - this.steps.length));
  }

  /** The accounts and slots touched, before and after; also those that only the protocol changed, as takers of fees. */
  touched(): TouchedAccount[] {
    const { execution, recording } = this;
    const { state } = execution;
    const accounts = new Set(recording.accounts);
    for (const account of state.changedBalances()) accounts.add(account);
    const changed = state.changedSlots();
    for (const slot of changed) accounts.add(accountIndex(state.slots.account[slot]));
    return touchedAccounts(state, accounts, new Set([...recording.accesses.slots(), ...changed]));
  }

  /** The call tree, made once; gas of the root is the transaction's. For after the end. */
  finish(): Trace {
    const { builder } = this.recording;
    if (this.trace === undefined && this.result && builder.length > 0) {
      builder.gasUsed[0] = this.result.gasUsed;
      builder.spent = this.result.spent;
    }
    this.trace ??= builder.finish();
    return this.trace;
  }

  /** The account that the code of a frame was called or created as, also of a create that failed. For after the end. */
  calledAt(row: RowIndex): Address | undefined {
    const { rows, addresses } = this.finish();
    return addresses[rows.to[row] < 0 ? (this.recording.notMade.get(row) ?? -1) : rows.to[row]];
  }

  /** The machine before `step`. At most one interval of steps is executed for it, none when the last question was about it. */
  at(step: StepIndex): MachineState | undefined {
    return this.before(step, ({ frame, state }) => {
      const { accesses } = this.recording;
      return {
        step,
        row: this.steps.frame(step),
        self: state.addressBytes(frame.self),
        codeAddress: state.addressBytes(frame.codeAccount),
        caller: state.addressBytes(frame.caller),
        ...look(frame),
        storage: slotStates(state.slots, frame.self, accesses.slotsBefore(step, false)),
        transient: slotStates(state.transient, frame.self, accesses.slotsBefore(step, true)),
      };
    });
  }

  /** The storage that the frame of `step` acts on, as it is before the step. Costs what `at` costs. */
  storageAt(step: StepIndex): StorageBefore | undefined {
    return this.before(step, ({ frame, state }) => ({
      storage: slotValues(state.slots, frame.self, true),
      transient: slotValues(state.transient, frame.self, false),
      created: state.isCreated(frame.self),
    }));
  }

  /** Wei that the accounts at these 20-byte addresses have before `step`. Costs what `at` costs. */
  balancesAt(step: StepIndex, addresses: readonly Uint8Array[]): readonly bigint[] | undefined {
    const { state: known } = this.execution;
    // Looked for where all that the transaction reached is known: in an earlier state it would be added at another place.
    const accounts = addresses.map((address) => known.indexOfAddress(address));
    return this.before(step, ({ state }) => accounts.map((account) => toBigInt(state.balance, account * LIMBS)));
  }

  private before<T>(step: StepIndex, read: (machine: { frame: Frame; state: State }) => T): T | undefined {
    const machine = this.resumeAt(step);
    if (machine === undefined) return undefined;
    if (machine.steps < step) runMachine(machine, step - machine.steps);
    const { frame, state } = machine;
    assert(frame && machine.steps === step, `step ${step} was executed before, so it is reached again`);
    this.resumed = machine;
    return read({ frame, state });
  }

  /** State that is supplied later is not known to a machine that was made before. */
  private forgetResumed(): void {
    if (this.resumed !== undefined) this.checkpoints.release(this.resumed);
    this.resumed = undefined;
  }

  /** A machine at or before `step`: that of the last question where no checkpoint is nearer, else one from a checkpoint. */
  private resumeAt(step: StepIndex): Machine | undefined {
    const original = this.execution.machine;
    if (original === undefined || step < 0 || step >= this.steps.length) return undefined;
    const { resumed } = this;
    this.resumed = undefined;
    if (resumed !== undefined) {
      if (resumed.steps <= step && !this.checkpoints.hasBetween(resumed.steps, step)) return resumed;
      this.checkpoints.release(resumed);
    }
    return this.checkpoints.resume(original, step, undefined);
  }

  /** Returns at most `count` steps from `from` on. Up to an interval of steps more is executed for them. */
  window(from: StepIndex, count: number): readonly ExecutedStep[] {
    const original = this.execution.machine;
    const end = Math.min(from + count, this.steps.length);
    if (original === undefined || from < 0 || from >= end) return [];
    const machine = this.checkpoints.resume(original, from, undefined);
    if (machine === undefined) return [];
    if (machine.steps < from) runMachine(machine, from - machine.steps);
    const steps: ExecutedStep[] = [];
    for (let step = from; step < end; step++) {
      const { frame } = machine;
      assert(frame, `step ${step} was executed before, so it is reached again`);
      const { pc, code } = frame;
      const gas = frame.reserve === 0n ? frame.gas : Number(frame.reserve + BigInt(frame.gas));
      steps.push({ step, pc, opcode: code[pc] ?? 0, gas, cost: this.steps.cost(step) });
      runMachine(machine, 1);
    }
    this.checkpoints.release(machine);
    return steps;
  }

  /** The opcode of every step, worked out when it is first asked for by executing all of them. Linear in the steps. */
  opcodes(): Uint8Array {
    if (this.codes !== undefined) return this.codes;
    const watcher = new OpcodeWatcher(this.steps.length);
    const original = this.execution.machine;
    const machine = original && this.checkpoints.resume(original, stepIndex(0), watcher);
    if (machine !== undefined) {
      watcher.machine = machine;
      runMachine(machine, this.steps.length);
      this.checkpoints.release(machine);
    }
    this.codes = watcher.opcodes;
    return this.codes;
  }

  /**
   * The step a row of the trace begins with: the first one of a frame, the
   * instruction itself of a log or a selfdestruct, and of a frame without
   * steps the call. Undefined where nothing was executed.
   */
  stepOf(row: number): StepIndex | undefined {
    const step = this.recording.rowSteps[row];
    if (step === undefined || this.steps.length === 0) return undefined;
    const kind = this.recording.builder.kind[row];
    const isFrame = kind <= RowKind.create2;
    if (isFrame && (step >= this.steps.length || this.steps.frame(stepIndex(step)) !== row))
      return step === 0 ? undefined : stepIndex(step - 1);
    return stepIndex(step);
  }

  /** Whether the row is an event of the protocol: no instruction emitted it, and its step is one beside it. */
  isOfProtocol(row: RowIndex): boolean {
    return this.recording.ofProtocol.has(row);
  }

  /** Bytes kept for steps: their columns, the accesses to storage and the checkpoints. */
  get size(): number {
    return this.steps.size + this.recording.accesses.size + this.recording.preimages.size + this.checkpoints.size;
  }
}

function slotStates(table: SlotTable, account: AccountIndex, slots: readonly SlotIndex[]): SlotState[] {
  return slots
    .filter((slot) => table.account[slot] === account)
    .map((slot) => ({
      key: toBigInt(table.keys, slot * LIMBS),
      value: toBigInt(table.current, slot * LIMBS),
      original: toBigInt(table.original, slot * LIMBS),
    }));
}

/** Values of the account's slots; transient storage needs nobody to make them known. */
function slotValues(table: SlotTable, account: AccountIndex, onlyKnown: boolean): Map<bigint, bigint> {
  const values = new Map<bigint, bigint>();
  for (let slot = 0; slot < table.length; slot++)
    if (table.account[slot] === account && !(onlyKnown && table.known[slot] === 0))
      values.set(toBigInt(table.keys, slot * LIMBS), toBigInt(table.current, slot * LIMBS));
  return values;
}

type Looked = Omit<MachineState, 'step' | 'row' | 'self' | 'codeAddress' | 'caller' | 'storage' | 'transient'>;

function look(frame: Frame): Looked {
  const stack: bigint[] = [];
  for (let at = 0; at < frame.sp; at += 8) stack.push(toBigInt(frame.stack, at));
  return {
    value: toBigInt(frame.value, 0),
    code: frame.code,
    pc: frame.pc,
    opcode: frame.code[frame.pc] ?? 0,
    gas: frame.reserve + BigInt(frame.gas),
    stack,
    memory: frame.memory.slice(0, frame.memorySize),
    input: frame.input.slice(),
    returned: frame.returned,
  };
}
