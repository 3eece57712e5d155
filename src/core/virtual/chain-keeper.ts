/** A virtual network as it is kept: what is told while it goes on, and what it goes on from again. */
import type { State } from '../evm/state/state';
import type { SealedTransaction } from './block-execution';
import type { BlockSettings } from './block-settings';
import { type KeptChange, keptChangeOf } from './kept-change';
import type { SealedBlock } from './sealed-block';
import type { UndoRecord } from './undo-record';

/** Is told of every change of a chain, in their order. */
export type ChainKeeper = {
  /** The state changed, by the block of the number or by hand after it. */
  changed(number: number, record: UndoRecord, state: State): void;
  /** The changes so far are what the chain begins with, and cannot be undone. */
  begun(): void;
  sealed(sealed: SealedBlock): void;
  /** The chain went back to so many changes, and to no block above the height. */
  wentBack(changes: number, height: number): void;
};

/** A block with the changes that belong to it: its own, and what was set by hand before the next one. */
export type ChainBlock = { sealed: SealedBlock; changes: readonly KeptChange[] };

/** A point that a chain goes back to: `undone` is how many changes it had, `height` its newest block. */
export type Snapshot = { undone: number; height: number; course: BlockSettings; pool: readonly SealedTransaction[] };

/** The state of a chain beside its blocks: settings, pool and snapshots. */
export type Standing = {
  course: BlockSettings;
  pool: readonly SealedTransaction[];
  snapshots: readonly (readonly [id: number, snapshot: Snapshot])[];
  lastSnapshot: number;
};

/** All of a chain, to go on from. `base` is what its first block began with, of a fork nothing. */
export type WholeChain = { base: readonly KeptChange[]; blocks: readonly ChainBlock[]; standing: Standing };

/** Collects what has to be written since the last time it was asked. */
export class ChangeLog implements ChainKeeper {
  base: KeptChange[] = [];
  /** Another one after every change of blocks or state. */
  version = 0;
  private changes: { number: number; change: KeptChange }[] = [];
  private lowest = Number.POSITIVE_INFINITY;

  changed(number: number, record: UndoRecord, state: State): void {
    this.changes.push({ number, change: keptChangeOf(record, state) });
    this.touch(number);
  }

  begun(): void {
    this.base = this.changes.map(({ change }) => change);
    this.changes = [];
  }

  sealed({ block }: SealedBlock): void {
    this.touch(block.number);
  }

  wentBack(changes: number, height: number): void {
    this.changes.length = changes;
    this.touch(height);
  }

  /** The lowest block that is not as it was when this was asked last; undefined when all are. */
  takeLowest(): number | undefined {
    const { lowest } = this;
    this.lowest = Number.POSITIVE_INFINITY;
    return lowest === Number.POSITIVE_INFINITY ? undefined : lowest;
  }

  /** Marks changes of a block that could not be kept, so that they are written again. */
  touch(number: number): void {
    this.version++;
    this.lowest = Math.min(this.lowest, number);
  }

  /** Changes of the blocks from `first` on, by number. */
  changesFrom(first: number): ReadonlyMap<number, readonly KeptChange[]> {
    const found = new Map<number, KeptChange[]>();
    let at = this.changes.length;
    while (at > 0 && this.changes[at - 1].number >= first) at--;
    for (const { number, change } of this.changes.slice(at)) {
      const own = found.get(number);
      if (own) own.push(change);
      else found.set(number, [change]);
    }
    return found;
  }

  /** Takes over what is kept already. */
  resume({ base, blocks }: WholeChain): void {
    this.base = [...base];
    this.changes = blocks.flatMap(({ sealed, changes }) =>
      changes.map((change) => ({ number: sealed.block.number, change })),
    );
  }
}

type Blocks = { readonly number: number; blockAt(number: number): SealedBlock | undefined };

/** Returns the blocks of the chain from `first` on with their changes, of which the log was told. */
export function changedBlocks(chain: Blocks, log: ChangeLog, first: number): ChainBlock[] {
  const changes = log.changesFrom(first);
  const blocks: ChainBlock[] = [];
  for (let number = first; number <= chain.number; number++) {
    const sealed = chain.blockAt(number);
    if (sealed !== undefined) blocks.push({ sealed, changes: changes.get(number) ?? [] });
  }
  return blocks;
}
