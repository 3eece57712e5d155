/**
 * Which rows of a trace are visible under the reader's folding.
 *
 * One byte a row says whether it shows, and of every block of 1,024 rows it is
 * known how many visible rows come before it; so a row's place is found by
 * looking at one block, and folding a subtree is filling a range.
 */

import { firstPlace } from '../values/first-place';
import { type RowIndex, RowKind, rowIndex, type Trace, type TreeRows } from './rows';
import { childCounts, siblingCounts } from './siblings';
import { isAccessKind, type TraceToggles } from './toggles';

/** Kinds of rows without rows below them that are shown. */
export type ShownLeaves = Pick<TraceToggles, 'events' | 'storage'>;

export interface Folding {
  readonly visibleCount: number;
  /** 1 for each row that shows; read only, valid until the next change. */
  readonly visible: Uint8Array;
  /** Kinds of leaves that show, collapsed frames aside. */
  readonly leaves: ShownLeaves;
  /** 1 for each row whose subtree the reader closed; read only. */
  readonly collapsed: Uint8Array;
  /** Whether some row with children under the toggles is collapsed, and whether some is expanded. */
  readonly anyCollapsed: boolean;
  readonly anyExpanded: boolean;
  /** The row at a place among the visible ones; -1 past either end. */
  rowAt(visibleIndex: number): RowIndex;
  /** The place of a row among the visible ones, -1 when it is hidden. */
  indexOf(row: RowIndex): number;
  isExpanded(row: RowIndex): boolean;
  setExpanded(row: RowIndex, expanded: boolean): void;
  expandAll(): void;
  /** Collapses every row, so that only the root shows. */
  collapseAll(): void;
  setLeaves(leaves: ShownLeaves): void;
  /** Collapses the rows that `isCollapsed` has 1 for, and no others. */
  setCollapsed(isCollapsed: Uint8Array): void;
  /** Expands what hides `row`, shows its kind of leaves when it is one, and answers its place. */
  reveal(row: RowIndex): number;
  /** Whether expanding the row shows anything under the toggles. */
  hasVisibleChildren(row: RowIndex): boolean;
  /** 1-based place among the siblings that the toggles leave, and their number. */
  positionOf(row: RowIndex): { position: number; siblings: number };
  /** The frames above `row`, outermost first. */
  ancestors(row: RowIndex): RowIndex[];
}

/**
 * Creates a folding with everything expanded, and all leaves shown unless told
 * otherwise. Two bytes a row; each change is linear in the rows it concerns.
 */
export function createFolding({ rows }: { rows: TreeRows }, leaves: ShownLeaves = EVERYTHING): Folding {
  return new RowFolding(rows, leaves);
}

const EVERYTHING: ShownLeaves = { events: true, storage: true };

/** Returns whether both traces have the same rows under the same parents, so that a row's number means the same in both. */
export function haveSameRows({ rows: a }: Trace, { rows: b }: Trace): boolean {
  if (a.length !== b.length) return false;
  for (let row = 0; row < a.length; row++)
    if (a.kind[row] !== b.kind[row] || a.parent[row] !== b.parent[row]) return false;
  return true;
}

const BLOCK_BITS = 10;
const BLOCK = 1 << BLOCK_BITS;

class RowFolding implements Folding {
  readonly visible: Uint8Array;
  readonly collapsed: Uint8Array;
  /** For each RowKind, whether the toggles hide its rows. */
  private readonly hides = new Uint8Array(RowKind.storageWrite + 1);
  /** Visible rows before each block, and at the end all of them. */
  private readonly before: Uint32Array;
  /** Rows that can be expanded and collapsed under the toggles, and how many of those are collapsed. */
  private foldable = 0;
  private collapsedCount = 0;

  constructor(
    private readonly rows: TreeRows,
    public leaves: ShownLeaves,
  ) {
    const { length } = rows;
    this.visible = new Uint8Array(length);
    this.collapsed = new Uint8Array(length);
    this.before = new Uint32Array(Math.ceil(length / BLOCK) + 1);
    this.hide(leaves);
    this.refoldAll();
  }

  private hide({ events, storage }: ShownLeaves): void {
    this.hides[RowKind.log] = events ? 0 : 1;
    this.hides[RowKind.storageRead] = storage ? 0 : 1;
    this.hides[RowKind.storageWrite] = storage ? 0 : 1;
  }

  private get hidesSome(): boolean {
    return !(this.leaves.events && this.leaves.storage);
  }

  private refoldAll(): void {
    this.countFoldable();
    this.refreshAll();
  }

  setCollapsed(isCollapsed: Uint8Array): void {
    this.collapsed.set(isCollapsed);
    this.refoldAll();
  }

  get visibleCount(): number {
    return this.before[this.before.length - 1];
  }

  get anyCollapsed(): boolean {
    return this.collapsedCount > 0;
  }

  get anyExpanded(): boolean {
    return this.collapsedCount < this.foldable;
  }

  rowAt(visibleIndex: number): RowIndex {
    if (!(visibleIndex >= 0 && visibleIndex < this.visibleCount)) return rowIndex(-1);
    const block = firstPlace(1, this.before.length - 1, (at) => this.before[at] > visibleIndex) - 1;
    let left = visibleIndex - this.before[block];
    let row = block << BLOCK_BITS;
    for (; ; row++) if (this.visible[row] === 1 && left-- === 0) return rowIndex(row);
  }

  indexOf(row: RowIndex): number {
    if (this.visible[row] !== 1) return -1;
    const block = row >> BLOCK_BITS;
    let index = this.before[block];
    for (let at = block << BLOCK_BITS; at < row; at++) index += this.visible[at];
    return index;
  }

  isExpanded(row: RowIndex): boolean {
    return this.collapsed[row] === 0;
  }

  setExpanded(row: RowIndex, expanded: boolean): void {
    if (this.isExpanded(row) === expanded || !this.hasVisibleChildren(row)) return;
    this.collapsed[row] = expanded ? 0 : 1;
    this.collapsedCount += expanded ? -1 : 1;
    if (this.visible[row] === 1) this.refreshBelow(row);
  }

  expandAll(): void {
    this.collapsed.fill(0);
    this.collapsedCount = 0;
    this.refreshAll();
  }

  collapseAll(): void {
    const { length, subtreeEnd } = this.rows;
    for (let row = 0; row < length; row++) this.collapsed[row] = subtreeEnd[row] > row + 1 ? 1 : 0;
    this.collapsedCount = this.foldable;
    this.refreshAll();
  }

  setLeaves(leaves: ShownLeaves): void {
    if (this.leaves.events === leaves.events && this.leaves.storage === leaves.storage) return;
    this.leaves = { events: leaves.events, storage: leaves.storage };
    this.hide(leaves);
    this.refoldAll();
  }

  reveal(row: RowIndex): number {
    const kind = this.rows.kind[row];
    if (this.hides[kind] === 1)
      this.setLeaves({ ...this.leaves, ...(isAccessKind(kind) ? { storage: true } : { events: true }) });
    let outermost = -1;
    for (const ancestor of this.ancestors(row).reverse()) {
      if (this.collapsed[ancestor] === 0) continue;
      this.collapsed[ancestor] = 0;
      this.collapsedCount--;
      outermost = ancestor;
    }
    if (outermost >= 0) this.refreshBelow(outermost);
    return this.indexOf(row);
  }

  hasVisibleChildren(row: RowIndex): boolean {
    if (this.rows.subtreeEnd[row] === row + 1) return false;
    if (!this.hidesSome) return true;
    const { frames, logs, accesses } = childCounts(this.rows, row);
    return frames > 0 || (this.leaves.events && logs > 0) || (this.leaves.storage && accesses > 0);
  }

  positionOf(row: RowIndex): { position: number; siblings: number } {
    const { events, storage } = this.leaves;
    const counts = siblingCounts(this.rows, row);
    return {
      position: 1 + counts.framesBefore + (events ? counts.logsBefore : 0) + (storage ? counts.accessesBefore : 0),
      siblings: counts.frames + (events ? counts.logs : 0) + (storage ? counts.accesses : 0),
    };
  }

  ancestors(row: RowIndex): RowIndex[] {
    const { parent } = this.rows;
    const above: RowIndex[] = [];
    for (let at = parent[row]; at >= 0; at = parent[at]) above.push(rowIndex(at));
    return above.reverse();
  }

  /** Works out `visible` of everything. */
  private refreshAll(): void {
    const { length } = this.rows;
    if (length === 0) return;
    const all = !this.hidesSome && this.collapsedCount === 0;
    this.visible.fill(all ? 1 : 0);
    this.visible[0] = 1;
    if (!all) this.show(0);
    this.countBlocks(0, length);
  }

  /** Counts the rows that can be folded under the toggles: those with a child that is not hidden by them. */
  private countFoldable(): void {
    const { length, parent, kind, subtreeEnd } = this.rows;
    const { hides, hidesSome } = this;
    this.foldable = 0;
    this.collapsedCount = 0;
    const counted = new Uint8Array(hidesSome ? length : 0);
    for (let row = 0; row < length; row++) {
      let frame = row;
      if (hidesSome) {
        frame = row > 0 && hides[kind[row]] === 0 ? parent[row] : -1;
        if (frame < 0 || counted[frame] === 1) continue;
        counted[frame] = 1;
      } else if (subtreeEnd[row] === row + 1) continue;
      this.foldable++;
      this.collapsedCount += this.collapsed[frame];
    }
  }

  /** Works out `visible` of the rows below a visible one. */
  private refreshBelow(row: number): void {
    const end = this.rows.subtreeEnd[row];
    if (this.collapsed[row] === 1) this.visible.fill(0, row + 1, end);
    else this.show(row);
    this.countBlocks(row, end);
  }

  /** Marks the rows below `row` that show, given that it shows; what is hidden is marked so already. */
  private show(row: number): void {
    if (this.collapsed[row] === 1) return;
    const { kind, subtreeEnd } = this.rows;
    const { visible, collapsed, hides, hidesSome } = this;
    const end = subtreeEnd[row];
    let at = row + 1;
    while (at < end) {
      if (hidesSome) {
        visible[at] = 1 - hides[kind[at]];
        at = collapsed[at] === 1 ? subtreeEnd[at] : at + 1;
        continue;
      }
      // Nothing but folds hides a row: all up to the next one show.
      const next = this.collapsedCount === 0 ? -1 : collapsed.indexOf(1, at);
      const last = next < 0 || next >= end ? end - 1 : next;
      visible.fill(1, at, last + 1);
      at = subtreeEnd[last] > last + 1 && collapsed[last] === 1 ? subtreeEnd[last] : last + 1;
    }
  }

  /** Brings `before` up to date after changes in rows [start, end). */
  private countBlocks(start: number, end: number): void {
    const { visible, before } = this;
    const first = start >> BLOCK_BITS;
    const last = (end - 1) >> BLOCK_BITS;
    const tail = before[before.length - 1];
    let count = before[first];
    const oldNext = last + 1 < before.length ? before[last + 1] : tail;
    for (let block = first; block <= last; block++) {
      const blockEnd = Math.min((block + 1) << BLOCK_BITS, visible.length);
      let rows = 0;
      for (let row = block << BLOCK_BITS; row < blockEnd; row++) rows += visible[row];
      count += rows;
      before[block + 1] = count;
    }
    const change = count - oldNext;
    if (change !== 0) for (let block = last + 2; block < before.length; block++) before[block] += change;
  }
}
