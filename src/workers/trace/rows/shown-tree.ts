/**
 * The tree that is on the screen: the trace's own rows, or, with the full
 * trace shown, those of the sources among them; and how both are folded.
 *
 * Rows are named by their numbers (merged-tree.ts), which mean the same in
 * both trees. What is collapsed is carried over from one to the other.
 */

import {
  collapsedInTrace,
  collapsedInTree,
  depthIdOfNumber,
  type MergedTree,
  numberAt,
  numberOfDepthId,
  placeOf,
  presentNumber,
  sourceIndexOf,
  traceRowOf,
} from '../../../core/source/merged-tree';
import { createFolding, type Folding, haveSameRows } from '../../../core/trace/folding';
import { type RowIndex, rowIndex, type Trace, type TreeRows } from '../../../core/trace/rows';
import { ALL_SHOWN, type TraceToggles, togglesShowing } from '../../../core/trace/toggles';
import type { RowView } from '../rows.api';

/** The rows of the sources, and which of them are a frame's own function or of a library. */
type InSource = {
  isEntry(index: number): boolean;
  isOfLibrary(index: number): boolean;
  /** Makes the tree of both, as `mergeTrees` does. */
  mergedWith(trace: Trace, isLeftOut: (index: number) => boolean, before: MergedTree | undefined): MergedTree;
};

function copyOf({ full, storage, events, foldsLibraries }: TraceToggles): TraceToggles {
  return { full, storage, events, ...(foldsLibraries && { foldsLibraries }) };
}

export class ShownTree {
  toggles: TraceToggles;
  /** The tree with the rows of the sources; undefined until the sources are read. */
  merged: MergedTree | undefined;
  /** Internal calls of libraries, shown or left out. */
  libraryCalls = 0;
  private readonly ofTrace: Folding;
  private ofMerged: Folding | undefined;

  /** Makes a tree with the toggles given or of `before`, and folded like `before` where the rows are the same. */
  constructor(
    readonly trace: Trace,
    before: ShownTree | undefined,
    toggles: TraceToggles = before?.toggles ?? ALL_SHOWN,
  ) {
    this.toggles = copyOf(toggles);
    this.ofTrace = createFolding(trace, this.toggles);
    if (before && haveSameRows(before.trace, trace)) this.ofTrace.setCollapsed(before.collapsedRows());
  }

  /** The shown tree where it is the one with the rows of the sources. */
  get full(): MergedTree | undefined {
    return this.toggles.full ? this.merged : undefined;
  }

  get rows(): TreeRows {
    return this.full?.rows ?? this.trace.rows;
  }

  get folding(): Folding {
    return (this.toggles.full ? this.ofMerged : undefined) ?? this.ofTrace;
  }

  /**
   * Puts the rows of the sources among the others, in place of those of an earlier reading; the tree must be of the same
   * trace. Numbers of rows that go stand for their frames from then on.
   */
  addSources(source: InSource): void {
    if (this.merged && this.toggles.full) this.ofTrace.setCollapsed(this.collapsedRows());
    this.libraryCalls = 0;
    const isLeftOut = (index: number) => {
      if (source.isEntry(index)) return true;
      if (!source.isOfLibrary(index)) return false;
      this.libraryCalls++;
      return this.toggles.foldsLibraries === true;
    };
    const merged = source.mergedWith(this.trace, isLeftOut, this.merged);
    const folding = createFolding(merged, this.toggles);
    folding.setCollapsed(collapsedInTree(merged, this.ofTrace.collapsed, folding.collapsed));
    this.merged = merged;
    this.ofMerged = folding;
  }

  setToggles(toggles: TraceToggles): void {
    const { merged, ofMerged, ofTrace } = this;
    if (merged && ofMerged && toggles.full !== this.toggles.full) {
      if (toggles.full) ofMerged.setCollapsed(collapsedInTree(merged, ofTrace.collapsed, ofMerged.collapsed));
      else ofTrace.setCollapsed(collapsedInTrace(merged, ofMerged.collapsed));
    }
    this.toggles = copyOf(toggles);
    this.folding.setLeaves(toggles);
  }

  /** Expands what hides the row, turns on what shows it, and answers its place among the visible ones. */
  reveal(row: RowIndex): number {
    const wanted = togglesShowing(this.toggles, this.kindOf(row));
    if (wanted !== this.toggles) this.setToggles(wanted);
    return this.folding.reveal(this.placeOf(row));
  }

  /** Whether there is such a row, shown or not. */
  has(row: RowIndex): boolean {
    if (!Number.isInteger(row) || row < 0) return false;
    return row < this.trace.rows.length || (this.merged !== undefined && placeOf(this.merged, this.present(row)) >= 0);
  }

  /** The number that stands for the row now: that of its frame where the sources were read again since. */
  present(row: RowIndex): RowIndex {
    return this.merged ? presentNumber(this.merged, row) : row;
  }

  /** The position of the row in the shown tree; for a row of the sources that is not in it, the position of its frame. */
  placeOf(row: RowIndex): RowIndex {
    const { full } = this;
    return rowIndex(full ? placeOf(full, row) : this.traceRowOf(row));
  }

  /** The number of the row at a place of the tree that shows. */
  numberAt(place: number): RowIndex {
    const { full } = this;
    return full ? numberAt(full, place) : rowIndex(place);
  }

  /** The row of the trace that it is, or whose inside it is. */
  traceRowOf(row: RowIndex): RowIndex {
    return traceRowOf(this.trace, this.merged, row);
  }

  /** The row of the source tree; -1 where there is none. */
  sourceIndexOf(row: RowIndex): number {
    return this.merged === undefined ? -1 : sourceIndexOf(this.merged, row);
  }

  rowOf(depthId: string): RowIndex | undefined {
    const row = numberOfDepthId(this.trace, this.merged, depthId);
    // The function a call selected has no row but the call's.
    return row === undefined || this.merged === undefined ? row : numberAt(this.merged, placeOf(this.merged, row));
  }

  depthIdOf(row: RowIndex): string {
    return depthIdOfNumber(this.trace, this.merged, row);
  }

  /** The fields of a row view that give its position. */
  placed(row: RowIndex): Pick<RowView, 'depth' | 'hasChildren' | 'expanded' | 'position' | 'siblings'> {
    const { folding, rows } = this;
    const place = this.placeOf(row);
    const hasChildren = folding.hasVisibleChildren(place);
    return {
      depth: rows.depth[place],
      hasChildren,
      expanded: hasChildren && folding.isExpanded(place),
      ...folding.positionOf(place),
    };
  }

  private kindOf(row: RowIndex): number {
    const { merged, trace } = this;
    return row < trace.rows.length || merged === undefined
      ? trace.rows.kind[row]
      : merged.source.kind[sourceIndexOf(merged, row)];
  }

  private collapsedRows(): Uint8Array {
    const { merged, ofMerged, ofTrace } = this;
    return merged && ofMerged && this.toggles.full ? collapsedInTrace(merged, ofMerged.collapsed) : ofTrace.collapsed;
  }
}
