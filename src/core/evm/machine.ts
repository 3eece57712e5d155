/**
 * The machine: runs frames without recursion, so it can stop anywhere (a budget
 * of steps, a piece of state that is not known yet) and go on from exactly
 * there. The loop over instructions is run-frame.ts; calls and creates, which
 * change the frame that runs, are calls.ts.
 */
import type { BlockEnvironment, TransactionEnvironment } from './environment';
import { blobBaseFee } from './environment';
import { Frame } from './frames/frame';
import { Halt } from './frames/halt';
import type { Watcher } from './recording/watcher';
import { Fork } from './rules/forks';
import { type InstructionSet, instructionSet } from './rules/opcodes';
import { runFrame } from './run-frame';
import type { AccountIndex } from './state/slots';
import type { State } from './state/state';
import * as W from './words/words';

/** How running came to a stop. */
export const Stop = {
  /** The outermost frame ended. */
  done: 0,
  /** The budget of steps is used up; `run` again goes on. */
  budget: 1,
  /** `state.missing` says what is needed; supply it and `run` again. */
  missing: 2,
} as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

export type LogEntry = { address: AccountIndex; topics: W.Limbs; topicCount: number; data: Uint8Array };

/** What block and transaction say, as words. */
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
  /** What geth says beside the halt of the instruction being executed. */
  detail = '';
  readonly set: InstructionSet;
  readonly fork: Fork;
  readonly words: EnvironmentWords;

  constructor(
    readonly state: State,
    readonly block: BlockEnvironment,
    readonly transaction: TransactionEnvironment,
    readonly watcher: Watcher | undefined,
    /** Ended frames, to be used again. */
    private readonly pool: Frame[] = [],
  ) {
    this.fork = block.fork;
    this.set = instructionSet(block.fork);
    this.words = {
      coinbase: wordOf(block.coinbase),
      origin: wordOf(transaction.origin),
      random: wordOf(block.random),
      baseFee: wordOf(block.baseFee),
      chainId: wordOf(block.chainId),
      blobBaseFee: wordOf(block.fork >= Fork.cancun ? blobBaseFee(block) : 0n),
    };
  }

  /** A frame to start; ended frames are used again. */
  takeFrame(): Frame {
    return this.pool.pop() ?? new Frame();
  }

  giveBack(frame: Frame): void {
    frame.parent = undefined;
    frame.input = EMPTY;
    this.pool.push(frame);
  }

  /** Executes at most `budget` further steps. */
  run(budget: number): Stop {
    const limit = this.steps + budget;
    while (this.frame) {
      if (this.steps >= limit) return Stop.budget;
      if (!runFrame(this, this.frame, limit)) return Stop.missing;
    }
    return Stop.done;
  }
}

/** An address (20 bytes) or a number as a word. */
function wordOf(value: Uint8Array | bigint): W.Limbs {
  const word = new Uint32Array(8);
  if (typeof value === 'bigint') W.fromBigInt(value, word, 0);
  else W.fromBytes(value, 0, 20, word, 0);
  return word;
}
