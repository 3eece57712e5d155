/** What a recording needs to hear from the machine. Without one, the machine only executes. */
import type { Frame, FrameKind } from '../frames/frame';
import type { Halt } from '../frames/halt';
import type { AccountIndex, SlotIndex } from '../state/slots';
import type { Limbs } from '../words/words';

export type EnteredFrame = {
  kind: FrameKind;
  depth: number;
  from: AccountIndex;
  /** The account called, or the address being created. */
  to: AccountIndex;
  /** Wei as a word; undefined where the kind carries none. */
  value: Limbs | undefined;
  gas: number;
  /** Calldata, in the caller's memory, or init code; copied by who keeps it. */
  input: Uint8Array;
};

export interface Watcher {
  /** A frame begins, also one that fails before its first instruction. Returns its row, which `exit` repeats. */
  enter(frame: EnteredFrame): number;
  /** The frame ended. `output` is returndata, revert data or deployed code; copied by who keeps it. */
  exit(row: number, halt: Halt, detail: string, gasUsed: number, output: Uint8Array): void;
  /**
   * Before the step of a LOG is told; `ofTransfer`: after the step that moved ether, where one did (EIP-7708).
   * `lasts`: it stays where the frame that runs fails.
   */
  log(
    address: AccountIndex,
    topics: Limbs,
    topicCount: number,
    data: Uint8Array,
    ofTransfer: boolean,
    lasts?: boolean,
  ): void;
  /** A log of a frame that failed is taken back: keep the first `count`. */
  truncateLogs(count: number): void;
  /** The account is looked at or acted on, and its gas was paid. May repeat. */
  account(account: AccountIndex): void;
  /** Before the step that reads it is told. */
  storageRead(frame: Frame, slot: SlotIndex, transient: boolean): void;
  /** Before the step that writes it is told, and before the slot changes: its key and the value are on top of the frame's stack. */
  storageWrite(frame: Frame, slot: SlotIndex, transient: boolean): void;
  /** Before the step that hashes memory[offset, offset + size) to `stack[at…]` is told. Memory is copied by who keeps it. */
  keccak(memory: Uint8Array, offset: number, size: number, stack: Limbs, at: number): void;
  selfdestruct(frame: Frame, beneficiary: AccountIndex, balance: Limbs): void;
  /** One executed instruction and its gas. Called once that is known, and before control leaves the frame. */
  step(pc: number, cost: number): void;
}

const nothing = () => undefined;

/** Hears everything and notes nothing: what notes a little takes the rest from it. */
export const EMPTY_WATCHER: Watcher = {
  enter: () => 0,
  exit: nothing,
  log: nothing,
  truncateLogs: nothing,
  account: nothing,
  storageRead: nothing,
  storageWrite: nothing,
  keccak: nothing,
  selfdestruct: nothing,
  step: nothing,
};
