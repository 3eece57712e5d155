/**
 * Lets code outside of the machine act on calls while it runs: tests of contracts answer some calls themselves, change
 * who calls, and turn failures that were expected into successes. The machine asks at the places named here and nowhere
 * else; a block without one costs nothing.
 */
import type { BlockFields } from './block-fields';
import type { Frame, FrameKind, IsolatedCall } from './frames/frame';
import type { Halt } from './frames/halt';
import type { Fork } from './rules/forks';
import type { AccountIndex, SlotIndex } from './state/slots';
import type { State } from './state/state';
import type { Limbs } from './words/words';

/** What an interceptor sees and changes of the machine that runs. */
export type RunningMachine = {
  readonly state: State;
  readonly block: BlockFields;
  readonly words: Readonly<Record<'coinbase' | 'origin' | 'random' | 'baseFee' | 'chainId' | 'blobBaseFee', Limbs>>;
  readonly transaction: { gasPrice: Limbs; blobHashes: readonly Uint8Array[] };
  readonly steps: number;
  /** Gas to give back for cleared storage, so far. */
  refund: number;
  /** Runs the frames that begin from here on by the rules of another fork. */
  followFork(fork: Fork): void;
};

/** A call that is about to begin. */
export type BeginningCall = {
  readonly kind: FrameKind;
  /** The frame that calls. */
  readonly frame: Frame;
  /** The account that is called. */
  readonly target: AccountIndex;
  readonly isStatic: boolean;
  readonly value: Limbs;
  /** Stipend included. */
  readonly gas: number;
  /** A part of the caller's memory, which changes once the call ended. */
  readonly input: Uint8Array;
  /** Account that calls and pays; may be changed. */
  from: AccountIndex;
  /** Account whose storage the code acts on; may be changed. */
  self: AccountIndex;
  /** Account whose code runs; may be changed to another account that is known. */
  code: AccountIndex;
};

/** How a call or creation ends. */
export type Ending = {
  halt: Halt;
  output: Uint8Array /** The account that is returned in place of the one that was made. */;
  created?: AccountIndex;
};

/** A creation that runs in the place of a call: its caller gets all of the gas back, and the output that the interceptor says. */
export type AnsweringCreation = {
  init: Uint8Array;
  value: Limbs;
  from: AccountIndex;
  /** 32 bytes where the address depends on the code (EIP-1014). */
  salt: Uint8Array | undefined;
};

/** A call or creation that has ended. */
export type EndedCall = {
  readonly kind: FrameKind;
  /**
   * The frame that ran, with the gas that goes back to the caller, which may be changed; undefined where nothing ran.
   */
  readonly frame: Frame | undefined;
  /** The frame that called; undefined at the end of the transaction. */
  readonly caller: Frame | undefined;
  readonly from: AccountIndex;
  /** The account that was called or made; for a delegated call the one whose storage was acted on. */
  readonly self: AccountIndex;
  readonly isStatic: boolean;
  readonly gasLimit: number;
  /** Before it goes back to the caller. */
  readonly gasLeft: number;
  /** What a frame that failed loses: gas that was left where it halted (none where it ran out), and refunds of its own. */
  readonly lost?: { gas: number; refund: number };
};

/** A call or creation that can begin. */
export type SeparateCall = {
  readonly kind: FrameKind;
  /** The frame that calls. */
  readonly frame: Frame;
  readonly from: AccountIndex;
  readonly to: AccountIndex;
  readonly isCreate: boolean;
  readonly input: Uint8Array;
};

/** A call that an interceptor made a transaction of its own, and the gas that is left for its first instruction. */
export type BegunIsolated = { isolated: IsolatedCall; gas: number };

export interface Interceptor {
  /** A machine begins, or one that stood here goes on. */
  begin(machine: RunningMachine): void;
  /** False where something is to be had first; then running stops as for a missing piece of state, and asks again. The input lies in the frame's memory. */
  isReady(target: AccountIndex, frame: Frame, offset: number, size: number): boolean;
  /** Bytes of memory that all frames may have together. */
  readonly memoryLimit: number;
  /** True where it wants to hear of each instruction. May change when a call begins or ends, and in `step`. */
  readonly watchesSteps: boolean;
  /** Before an instruction, once for each. An ending ends the frame in the instruction's place. */
  step(frame: Frame): Ending | undefined;
  /** Asked once for each call or creation that can begin and was not answered: may begin a transaction of its own for it, or refuse that for want of gas. */
  isolates(call: SeparateCall, gas: number): BegunIsolated | 'refused' | undefined;
  /** Ends that transaction; returns the gas that goes back to the caller. */
  endIsolated(isolated: IsolatedCall, gasLeft: number, success: boolean): number;
  /** Answers the call in the place of a frame; undefined lets it run. */
  call(call: BeginningCall): Ending | AnsweringCreation | undefined;
  /** Returns the account that creates from this frame. May be asked more than once for the same creation. */
  creator(frame: Frame): AccountIndex;
  /** The factory that is called in the place of a CREATE2 from this frame, with salt and init code; it is known. Undefined where the frame creates itself. */
  factory(frame: Frame): AccountIndex | undefined;
  /** Answers a creation in the place of its code; undefined lets it run. */
  create(frame: Frame, init: Uint8Array, target: AccountIndex, kind: FrameKind): Ending | undefined;
  /** A frame of a call or creation begins. */
  entered(frame: Frame): void;
  /** A call or creation ended, also one that was answered. Returns how its caller sees it. */
  ended(call: EndedCall, ending: Ending): Ending;
  /** After an event was emitted. A halt ends the frame with this returndata. */
  logged(address: AccountIndex, topics: Limbs, topicCount: number, data: Uint8Array): Uint8Array | undefined;
  /** Before a slot is read or written, and before that is paid for. */
  slot(frame: Frame, slot: SlotIndex, isWrite: boolean): void;
  /** Before an instruction looks at another account or leaves its balance to it (SELFDESTRUCT), and before that is paid for. */
  looked(frame: Frame, account: AccountIndex, op: number): void;
  /** A copy of where it stands, to go on from later. */
  keep(): unknown;
  /** Returns the block as it stood at a copy, with an interceptor that goes on from there. */
  restored(kept: unknown): BlockFields & { interceptor: Interceptor };
}
