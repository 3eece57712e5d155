/**
 * The state at the head of a virtual network, with the undo records that lead
 * back from it. A change is a block's, or something set by hand after it; the
 * state only grows, so an earlier one is a copy of it that is undone that far.
 */
import type { Hash } from '../chain/primitives';
import { State } from '../evm/state/state';
import { StateTrie } from './state-trie';
import type { UndoRecord } from './undo-record';

/** The block that a change belongs to, by number. */
type Change = { number: number; record: UndoRecord };

export class StateHistory {
  readonly state = new State();
  /** Undefined where parts of the state are not known, so that nobody can tell its root. */
  readonly trie: StateTrie | undefined;
  /** Oldest first. */
  private changes: Change[] = [];
  /** The last state before the head that was asked for. */
  private past: { number: number; state: State } | undefined;

  constructor(isWhole: boolean) {
    this.trie = isWhole ? new StateTrie(this.state) : undefined;
  }

  /** Number of changes that can be undone. */
  get length(): number {
    return this.changes.length;
  }

  /** Returns the number of changes up to the block, those by hand before the next one included. */
  lengthAt(number: number): number {
    let length = this.changes.length;
    while (length > 0 && this.changes[length - 1].number > number) length--;
    return length;
  }

  /** The state root, `record` of the change that is being made included; undefined where nobody can tell. */
  root(record?: UndoRecord): Hash | undefined {
    if (record) this.note(record);
    return this.trie?.root();
  }

  /** Takes in a change that was made; its record is closed. */
  add(number: number, record: UndoRecord): void {
    this.changes.push({ number, record });
    this.past = undefined;
    this.note(record);
  }

  /** Undoes a change that was not taken in. */
  takeBack(record: UndoRecord): void {
    record.close(this.state);
    record.undo(this.state);
    this.note(record);
  }

  /** Makes the changes so far the beginning of the chain: they cannot be undone. */
  forgetChanges(): void {
    this.changes = [];
  }

  /** Undoes changes until so many are left. */
  goBack(length: number): void {
    while (this.changes.length > length) {
      const record = this.changes.pop()?.record;
      record?.undo(this.state);
      if (record) this.note(record);
    }
    this.past = undefined;
  }

  /** A state of its own as it was after the block, changes by hand before the next one included. Linear in what is known. */
  stateAfter(number: number): State {
    if (this.past?.number !== number) {
      const state = this.state.copied();
      for (let at = this.changes.length - 1; at >= 0 && this.changes[at].number > number; at--)
        this.changes[at].record.undo(state);
      this.past = { number, state };
    }
    return this.past.state.copied();
  }

  private note({ accounts, slots }: UndoRecord): void {
    for (const account of accounts.keys()) this.trie?.noteAccount(account);
    for (const slot of slots.keys()) this.trie?.noteSlot(slot);
  }
}
