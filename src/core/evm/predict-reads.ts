/**
 * What an execution that misses a piece of state will probably need next, so
 * that it is asked for together.
 *
 *     missing → a copy of the machine runs on with a made-up value in its place,
 *               and in place of all it misses after that → what it missed
 *
 * The copy is thrown away: what it found out is only which accounts and slots
 * it asked for. Each run makes up one value for every slot, and code that
 * returns it for accounts; several runs with different values see more, because
 * programs look whether a flag is zero, a lock is one and a balance is large
 * enough, and whether there is code where they call.
 */

import type { BlockEnvironment } from './environment';
import { GivenUp } from './given-up';
import type { Machine } from './machine';
import { Checkpoints } from './recording/checkpoints';
import { stepIndex } from './recording/steps';
import { runMachine, Stop } from './run';
import type { MissingState, State } from './state/state';
import { Execution } from './transaction/execution';
import type { TransactionInput } from './transaction/transaction-input';

/** A transaction that comes after what is missing something. */
export type Following = { block: BlockEnvironment; transaction: TransactionInput; unchecked?: boolean };

type Read = Exclude<MissingState, { kind: 'blockHash' }>;

/** Steps and reads of one run. One that went astray ends there. */
const MAX_STEPS = 200_000;
const MAX_READS = 60;

/** Zero; one; and a value whose halves are large amounts both, and whose sum with another fits. */
const GUESSES = [0n, 1n, (1n << 192n) + (1n << 80n)].map((value) => ({
  word: bytesOf(value, 32),
  // Where nothing is guessed there is no code either, as at an address to create at.
  code: value === 0n ? new Uint8Array(0) : returning(bytesOf(value, 32)),
}));
/** Wei that a made-up account has. */
const BALANCE = Uint32Array.of(0, 0, 0, 1, 0, 0, 0, 0);

/**
 * Returns the accounts and slots that `machine` (stopped, or not begun) and the
 * transactions after it ask for and `state` does not know, each once, in the
 * order they are met. A hint: neither complete nor certain.
 */
export function predictReads(state: State, machine: Machine | undefined, following: readonly Following[]): Read[] {
  const reads = new Map<string, Read>();
  for (const guess of GUESSES) {
    const running = machine && fork(machine);
    const run = new GuessingRun(running?.state ?? state.copied(), guess, reads);
    if (running) run.finish(running);
    for (const each of following) {
      if (run.isOver) break;
      run.execute(each);
    }
  }
  return [...reads.values()];
}

/**
 * Does as `predictReads` for transactions none of which has begun, with the
 * same number of steps and reads for each. A transaction without finds may have
 * met values that were made up for one before it. Ends when `budget`, from
 * which the steps are drawn, is used up.
 */
export function predictReadsOfEach(
  state: State,
  transactions: readonly Following[],
  budget: { steps: number },
): Read[] {
  const reads = new Map<string, Read>();
  for (const guess of GUESSES) {
    const copy = state.copied();
    for (const each of transactions) {
      if (budget.steps <= 0) break;
      const run = new GuessingRun(copy, guess, reads);
      run.execute(each);
      budget.steps -= run.steps;
    }
  }
  return [...reads.values()];
}

/** A machine of its own that stands where `machine` stands. */
function fork(machine: Machine): Machine | undefined {
  const checkpoints = new Checkpoints();
  checkpoints.offer(machine);
  return checkpoints.resume(machine, stepIndex(machine.steps), undefined);
}

/** Undefined where a guess led to where an execution is given up. */
function runOrGiveUp(task: Machine | Execution, budget: number): Stop | undefined {
  try {
    return task instanceof Execution ? task.run(budget) : runMachine(task, budget);
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
}

class GuessingRun {
  steps = 0;
  private found = 0;
  private ended = false;
  /** An address that is nothing but the made-up value. */
  private readonly madeUp: string;

  constructor(
    readonly state: State,
    private readonly guess: (typeof GUESSES)[number],
    private readonly reads: Map<string, Read>,
  ) {
    this.madeUp = guess.word.subarray(12).join();
  }

  get isOver(): boolean {
    return this.ended || this.steps >= MAX_STEPS || this.found >= MAX_READS;
  }

  /** Executes a transaction from its beginning. */
  execute({ block, transaction, unchecked }: Following): void {
    const environment = { ...block, blockHash: () => this.guess.word };
    this.finish(new Execution(this.state, environment, transaction, undefined, unchecked));
  }

  /** Runs a transaction, or what is left of one, to its end. */
  finish(task: Machine | Execution): void {
    while (!this.isOver) {
      const before = stepsOf(task);
      const budget = MAX_STEPS - this.steps;
      const stop = runOrGiveUp(task, budget);
      if (stop === undefined) this.ended = true;
      this.steps += stepsOf(task) - before;
      if (stop === Stop.missing && !this.makeUp()) this.ended = true;
      if (stop === Stop.missing) continue;
      if (stop === Stop.done && !(task instanceof Execution)) this.state.endTransaction(true);
      return;
    }
  }

  /** Puts a made-up value in place of what is missing; false where none can be made up. */
  private makeUp(): boolean {
    const { state, guess } = this;
    const { missing } = state;
    if (missing?.kind === 'account') {
      this.note(missing, missing.address);
      const account = { balance: BALANCE, nonce: 0n, code: guess.code, exists: true };
      state.supplyAccount(missing.address, account);
      return true;
    }
    if (missing?.kind !== 'slot') return false;
    this.note(missing, missing.address);
    state.supplySlot(state.indexOfAddress(missing.address), missing.key, guess.word);
    return true;
  }

  private note(read: Read, address: Uint8Array): void {
    const name = address.join();
    if (name === this.madeUp) return;
    this.found++;
    this.reads.set(read.kind === 'slot' ? `${name} ${read.key.join()}` : name, read);
  }
}

function stepsOf(task: Machine | Execution): number {
  return task instanceof Execution ? (task.machine?.steps ?? 0) : task.steps;
}

/** Code that returns the word eight times: PUSH32 word, (DUP1, PUSH1 at, MSTORE) …, PUSH2 256, PUSH1 0, RETURN. */
function returning(word: Uint8Array): Uint8Array {
  const stores = Array.from({ length: 8 }, (_, i) => [0x80, 0x60, 32 * i, 0x52]).flat();
  return Uint8Array.of(0x7f, ...word, ...stores, 0x61, 1, 0, 0x60, 0, 0xf3);
}

function bytesOf(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
}
