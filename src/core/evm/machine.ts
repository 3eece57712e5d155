/**
 * The machine: what a transaction holds while it is executed, with the frame
 * that runs. `run.ts` makes it go on.
 */
import type { BlockEnvironment, TransactionEnvironment } from './environment';
import { blobBaseFee } from './environment';
import { Frame } from './frames/frame';
import { Halt } from './frames/halt';
import { MemoryBudget } from './frames/memory-budget';
import type { Interceptor } from './interceptor';
import type { Watcher } from './recording/watcher';
import { Fork } from './rules/forks';
import { type Prices, pricesIn } from './rules/gas';
import { type InstructionSet, instructionSet } from './rules/opcodes';
import type { AccountIndex } from './state/slots';
import type { State } from './state/state';
import * as W from './words/words';

export type LogEntry = { address: AccountIndex; topics: W.Limbs; topicCount: number; data: Uint8Array };

/** Values of block and transaction as words. */
type EnvironmentWords = Record<'coinbase' | 'origin' | 'random' | 'baseFee' | 'chainId' | 'blobBaseFee', W.Limbs>;

const EMPTY = new Uint8Array(0);

export class Machine {
  frame: Frame | undefined;
  /** Steps executed so far. */
  steps = 0;
  logs: LogEntry[] = [];
  refund = 0;
  /** Set when the outermost frame ended. */
  halt: Halt = Halt.none;
  haltDetail = '';
  output: Uint8Array = EMPTY;
  gasLeft = 0n;
  /** Gas that pays for state alone (frames/state-gas.ts). */
  stateGas = 0;
  /** State gas that the outermost frame took, when it ended. */
  stateUsed = 0;
  spilled = 0;
  /** Why the instruction being executed ends its frame, when its result is `OpcodeResult.halted`. */
  raised: Halt = Halt.none;
  /** Words that geth adds to that halt. */
  detail = '';
  private readonly memory: MemoryBudget;
  set: InstructionSet;
  prices: Prices;
  fork: Fork;
  readonly words: EnvironmentWords;
  readonly interceptor: Interceptor | undefined;

  constructor(
    public state: State,
    readonly block: BlockEnvironment,
    readonly transaction: TransactionEnvironment,
    readonly watcher: Watcher | undefined,
    /** Ended frames, to be used again. */
    private readonly pool: Frame[] = [],
  ) {
    this.fork = block.fork;
    const { protocol } = block;
    this.set = instructionSet(block.fork, protocol?.undefinedOpcodes);
    this.prices = pricesIn(block);
    this.words = {
      coinbase: wordOf(block.coinbase),
      origin: wordOf(transaction.origin),
      random: wordOf(block.random),
      baseFee: wordOf(block.baseFee),
      chainId: wordOf(block.chainId),
      blobBaseFee: wordOf(block.fork >= Fork.cancun ? blobBaseFee(block) : 0n),
    };
    this.interceptor = block.interceptor;
    const { linearMemory } = this.prices;
    this.memory = new MemoryBudget(this.interceptor?.memoryLimit ?? (linearMemory || undefined), linearMemory > 0);
    this.interceptor?.begin(this);
  }

  /** Runs the frames that begin from here on by the rules of another fork. */
  followFork(fork: Fork): void {
    if (fork === this.fork) return;
    this.fork = fork;
    this.set = instructionSet(fork, this.block.protocol?.undefinedOpcodes);
    this.prices = pricesIn({ ...this.block, fork });
  }

  /** A frame to start; ended frames are used again. */
  takeFrame(): Frame {
    const frame = this.pool.pop() ?? new Frame();
    frame.budget = this.memory;
    return frame;
  }

  giveBack(frame: Frame): void {
    frame.parent = undefined;
    frame.input = EMPTY;
    this.memory.giveBack(frame.memorySize);
    this.pool.push(frame);
  }
}

/** Returns an address (20 bytes) or a number as a word. */
export function wordOf(value: Uint8Array | bigint): W.Limbs {
  const word = new Uint32Array(8);
  if (typeof value === 'bigint') W.fromBigInt(value, word, 0);
  else W.fromBytes(value, 0, 20, word, 0);
  return word;
}
