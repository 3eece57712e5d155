/**
 * What the trace tree shows: one view of the worker's trace, the rows held of
 * it, the selected row and the open detail.
 *
 * Lives outside React so that moving the selection or scrolling touches no
 * component that does not show it. The worker owns the folding; a change of it
 * answers a new version, whose rows are fetched for what is on the screen
 * before the old ones are let go.
 */
import { isFrameKind } from '../../../core/trace/failures';
import { type RowIndex, RowKind, rowIndex } from '../../../core/trace/rows';
import { isAccessKind, type TraceToggles, withToggle } from '../../../core/trace/toggles';
import type { TraceHandle } from '../../../workers/ids';
import type { RowView, RowWindow, ViewState, VisibleIndex } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { OVERSCAN, STEP } from './row-layout';
import { RowWindows } from './row-windows';
import type { ScrollWish, SelectedRow, TreeSnapshot } from './tree-snapshot';
import { ValueReader } from './value-reader';

/** The part of the worker's contract the tree needs. */
export type TreeApi = Pick<
  TraceApi,
  'rows' | 'rowValues' | 'view' | 'setExpanded' | 'expandAll' | 'collapseAll' | 'setToggles' | 'reveal' | 'rowOf'
>;

/** A view of the worker. The row at `index` becomes the selected one; `align` and `from` are of the row at `at`, by default the same. */
type Shown = { view: ViewState; index?: number; at?: number; align?: ScrollWish['align']; from?: number };

/** How often a view is asked for when the worker's changes before its rows have come. */
const ATTEMPTS = 5;
/** The position assumed until the first scroll event. */
const FIRST_RANGE = { first: 0, last: 60 };

export class TreeModel {
  #snapshot: TreeSnapshot;
  readonly #listeners = new Set<() => void>();
  #range = FIRST_RANGE;
  #wishes = 0;
  /** Commands run one after the other, so that each starts from the view that the previous one left. */
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #closed = false;
  readonly #values: ValueReader;

  constructor(
    readonly api: TreeApi,
    readonly handle: TraceHandle,
    view: ViewState,
    first: RowWindow,
    readonly onSelect: (row: RowView) => void,
    readonly onCrash: (error: unknown) => void,
  ) {
    this.#snapshot = {
      view,
      windows: this.#windows(view),
      generation: 0,
      selected: undefined,
      detail: undefined,
      wish: undefined,
    };
    this.#snapshot.windows.begin(first);
    this.#values = new ValueReader(
      (rows) => this.api.rowValues(this.handle, rows),
      () => (this.#closed ? undefined : { windows: this.#snapshot.windows, ...this.#range }),
      () => this.#set({ generation: this.#snapshot.generation + 1 }),
      (error) => this.#lost(error),
    );
  }

  readonly snapshot = (): TreeSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Each returns one part of the snapshot. Arriving rows change none of these parts, so components that use only these are not rendered again. */
  readonly view = (): ViewState => this.#snapshot.view;
  readonly selected = (): SelectedRow | undefined => this.#snapshot.selected;
  readonly detail = (): SelectedRow | undefined => this.#snapshot.detail;

  /** No answer is taken any more. */
  close(): void {
    this.#closed = true;
    this.#values.stop();
    this.#listeners.clear();
  }

  /** Gas used by the root row, 0 where the trace method does not report it. */
  async rootGas(): Promise<number> {
    const root = await this.#rowAt(0);
    return root?.gasUsed ?? 0;
  }

  /** Rows [first, last] are on the screen; fetches them and the overscan in the direction of movement. */
  see(first: number, last: number): void {
    const down = first >= this.#range.first;
    this.#range = { first, last };
    this.#values.schedule();
    // What is rendered is rounded to whole steps, and every row of it must come.
    const before = down ? OVERSCAN.back : OVERSCAN.forward;
    const after = down ? OVERSCAN.forward : OVERSCAN.back;
    this.#snapshot.windows.want(first - before - STEP, last + after + STEP, first).catch((error) => this.#lost(error));
  }

  /** Selects the row that stands at `index` now; `open` shows its details too. */
  select(index: number, open = false): Promise<void> {
    const { version } = this.#snapshot.view;
    const row = this.#snapshot.windows.row(index);
    return this.#queue(async () => {
      if (row && version !== this.#snapshot.view.version) await this.#reveal(row.row, 'nearest');
      else await this.#selectAt(index);
      const { selected, detail } = this.#snapshot;
      if (!open || detail || !selected) return;
      this.#set({ detail: selected });
      this.#wish(selected.index, selected.view.depth, 'nearest');
    });
  }

  /** Selects the row `by` rows further, or the first or last one. */
  move(by: number): Promise<void> {
    return this.#queue(() => {
      const from = this.#snapshot.selected?.index;
      return this.#selectAt(from === undefined && Number.isFinite(by) ? this.#range.first : (from ?? 0) + by);
    });
  }

  /** Opens or closes the subtree of the row at `index` and selects it. */
  toggle(index: number): Promise<void> {
    const { version } = this.#snapshot.view;
    return this.#queue(() => {
      const row = this.#snapshot.windows.row(index);
      return row?.hasChildren && version === this.#snapshot.view.version
        ? this.#setExpanded(index, row, !row.expanded)
        : undefined;
    });
  }

  /** Expands the selected row, or, when there is nothing to expand, selects the next one. */
  stepIn(): Promise<void> {
    return this.#queue(() => this.#foldOrMove(true, 1));
  }

  /** Collapses the selected row, or, when there is nothing to collapse, selects the one before. */
  stepOut(): Promise<void> {
    return this.#queue(() => this.#foldOrMove(false, -1));
  }

  expandAll(): Promise<void> {
    return this.#queue(() => this.#keepSelected(() => this.api.expandAll(this.handle)));
  }

  collapseAll(): Promise<void> {
    return this.#queue(() =>
      this.#showLatest(async (again) => {
        const view = await (again ? this.api.view(this.handle) : this.api.collapseAll(this.handle));
        return { view, index: 0, align: 'nearest' };
      }),
    );
  }

  /** Sets all toggles, before there is anything on the screen. */
  setToggles({ full, storage, events, foldsLibraries }: TraceToggles): Promise<void> {
    return this.#queue(() =>
      this.#showLatest(async (again) => ({
        view: await (again
          ? this.api.view(this.handle)
          : this.api.setToggles(this.handle, { full, storage, events, foldsLibraries })),
      })),
    );
  }

  /** Turns one of the toggles, and those that go with it. A selected row that goes gives the selection to its frame. */
  turn(which: keyof TraceToggles, on: boolean): Promise<void> {
    return this.#queue(() => {
      const toggles = withToggle(this.#snapshot.view.toggles, which, on);
      return this.#keepSelected(() => this.api.setToggles(this.handle, toggles), toggles);
    });
  }

  /** Expands what hides the row, selects it and brings it into sight. */
  reveal(row: RowIndex): Promise<void> {
    return this.#queue(() => this.#reveal(row, 'reveal'));
  }

  /** Reveals the row with this depth id; answers whether the trace has it. */
  async revealId(depthId: string): Promise<boolean> {
    const row = await this.api.rowOf(this.handle, depthId);
    if (row === undefined) return false;
    await this.reveal(row);
    return true;
  }

  /** Fetches the rows again, for example when names became known. */
  readonly refresh = (): Promise<void> => this.#queue(() => this.#keepSelected(() => this.api.view(this.handle)));

  /** Opens or closes the detail preview of the row at `index`, by default of the selected one. */
  toggleDetail(at?: number): Promise<void> {
    return this.#queue(() => {
      const index = at ?? this.#snapshot.selected?.index;
      const view = index === undefined ? undefined : this.#snapshot.windows.row(index);
      if (index === undefined || !view) return;
      const open = this.#snapshot.detail?.index === index;
      this.#set({ selected: { index, view }, detail: open ? undefined : { index, view } });
      if (!open) this.#wish(index, view.depth, 'nearest');
    });
  }

  closeDetail(): void {
    this.#set({ detail: undefined });
  }

  async #selectAt(index: number): Promise<void> {
    const at = Math.max(0, Math.min(index, this.#snapshot.view.visibleCount - 1));
    // No await for a row that is here: it is selected within the event that asked for it.
    const view = this.#snapshot.windows.row(at) ?? (await this.#rowAt(at));
    if (!view || this.#closed) return;
    const selected = { index: at, view };
    this.#set({ selected, detail: this.#snapshot.detail && selected });
    this.#wish(at, view.depth, 'nearest');
    this.onSelect(view);
  }

  async #rowAt(index: number): Promise<RowView | undefined> {
    const held = this.#snapshot.windows.row(index);
    if (held) return held;
    const window = await this.api.rows(this.handle, index as VisibleIndex, 1);
    return window.rows[0];
  }

  #foldOrMove(expanded: boolean, by: number): Promise<void> {
    const { selected, windows } = this.#snapshot;
    if (!selected) return this.#selectAt(this.#range.first);
    const row = windows.row(selected.index) ?? selected.view;
    return row.hasChildren && row.expanded !== expanded
      ? this.#setExpanded(selected.index, row, expanded)
      : this.#selectAt(selected.index + by);
  }

  async #setExpanded(index: number, row: RowView, expanded: boolean): Promise<void> {
    this.#set({ selected: { index, view: { ...row, expanded } } });
    this.onSelect(row);
    await this.#showLatest(async (again) => {
      if (!again) return { view: await this.api.setExpanded(this.handle, row.row, expanded), index };
      const { index: place, ...view } = await this.api.reveal(this.handle, row.row);
      return { view, index: place };
    });
  }

  async #reveal(row: RowIndex, align: ScrollWish['align']): Promise<void> {
    // What became known between the two answers makes the rows those of a newer view, in which the row is looked up again.
    await this.#showLatest(async () => {
      const { index, ...view } = await this.api.reveal(this.handle, row);
      return { view, index, align };
    });
  }

  /**
   * Makes a change after which the selected row is still selected, and what is
   * on the screen stands where it stood: the selected row when it is seen, else
   * the first row that is.
   */
  async #keepSelected(change: () => Promise<ViewState>, toggles?: TraceToggles): Promise<void> {
    const { selected, windows } = this.#snapshot;
    const seen = selected && selected.index >= this.#range.first && selected.index <= this.#range.last;
    const first = seen ? undefined : windows.row(this.#range.first);
    const from = seen ? selected.index : this.#range.first;
    await this.#showLatest(async (again) => {
      let view = await (again ? this.api.view(this.handle) : change());
      let index: number | undefined;
      let at: number | undefined;
      // The selected row comes first, because it may have to be unfolded, which moves others.
      for (const row of [selected?.view, first]) {
        if (row === undefined) continue;
        const { index: place, ...after } = await this.api.reveal(this.handle, await this.#survivor(row, toggles));
        view = after;
        at = place;
        if (row === selected?.view) index = place;
      }
      return {
        view,
        ...(at === undefined ? {} : { at, align: 'keep', from }),
        ...(index === undefined ? {} : { index }),
      };
    });
  }

  /** The row itself, or the frame it belongs to when rows of its kind are going away. */
  async #survivor({ row, kind, depthId }: RowView, toggles: TraceToggles | undefined): Promise<RowIndex> {
    if (toggles === undefined || isFrameKind(kind)) return row;
    // Rows of the sources have other numbers then.
    if (toggles.foldsLibraries !== this.#snapshot.view.toggles.foldsLibraries)
      return (await this.api.rowOf(this.handle, depthId)) ?? rowIndex(0);
    const stays = kind === RowKind.log ? toggles.events : isAccessKind(kind) ? toggles.storage : toggles.full;
    if (stays) return row;
    const frame = depthId.slice(0, depthId.lastIndexOf('.'));
    return (await this.api.rowOf(this.handle, frame)) ?? rowIndex(0);
  }

  /** Shows what `ask` answers. Asks again where the worker has a newer view by the time its rows are fetched: places in it are others. */
  async #showLatest(ask: (again: boolean) => Promise<Shown>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && !this.#closed; attempt++) {
      const shown = await ask(attempt > 1);
      if (await this.#show(shown, attempt === ATTEMPTS)) return;
    }
  }

  /** Fetches the rows of the screen under the new view, then swaps them in. False when they are those of a newer one, which `isLast` ignores. */
  async #show({ view, index, at = index, align, from }: Shown, isLast: boolean): Promise<boolean> {
    const windows = this.#windows(view);
    const height = this.#range.last - this.#range.first;
    const jumps = at !== undefined && (at < this.#range.first || at > this.#range.last);
    const first = jumps ? at - Math.floor(height / 2) : this.#range.first;
    await windows.want(first, first + height);
    if (windows.isOutdated && !isLast) return false;
    // The selected row may be elsewhere than what is looked at.
    const row = index === undefined ? undefined : (windows.row(index) ?? (await this.#rowOf(view, index)));
    if (this.#closed) return true;
    if (index !== undefined && row === undefined && !isLast) return false;
    const { detail, selected, generation } = this.#snapshot;
    const select = row && index !== undefined ? { index, view: row } : selected;
    this.#set({
      view,
      windows,
      generation: generation + 1,
      selected: select,
      detail: detail && select,
    });
    this.#values.schedule();
    const target = at === undefined ? undefined : windows.row(at);
    if (target && at !== undefined && align !== undefined) this.#wish(at, target.depth, align, from);
    if (row && row.row !== selected?.view.row) this.onSelect(row);
    return true;
  }

  /** The row at a place of `view`; undefined when the view is another by now. */
  async #rowOf(view: ViewState, index: number): Promise<RowView | undefined> {
    const window = await this.api.rows(this.handle, index as VisibleIndex, 1);
    return window.version === view.version ? window.rows[0] : undefined;
  }

  #windows(view: ViewState): RowWindows {
    const windows: RowWindows = new RowWindows(
      view.version,
      view.visibleCount,
      (start, count) => this.api.rows(this.handle, start, count),
      (window) => this.#arrived(windows, window),
    );
    return windows;
  }

  #arrived(windows: RowWindows, window: RowWindow): void {
    if (this.#closed || windows !== this.#snapshot.windows) return;
    if (window.version === windows.version) {
      this.#set({ generation: this.#snapshot.generation + 1 });
      this.#values.schedule();
    } else if (this.#waiting === 0) void this.refresh();
  }

  #wish(index: number, depth: number, align: ScrollWish['align'], from?: number): void {
    this.#set({ wish: { index, depth, align, id: ++this.#wishes, ...(from === undefined ? {} : { from }) } });
  }

  #set(change: Partial<TreeSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Runs `work` when what was asked before is done; at once when nothing waits. */
  async #queue(work: () => Promise<void> | undefined | void): Promise<void> {
    const run = async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        this.#lost(error);
      }
    };
    const idle = this.#waiting === 0;
    this.#waiting++;
    this.#tail = idle ? run() : this.#tail.then(run);
    await this.#tail;
    this.#waiting--;
  }

  /** A rejected call means that the worker no longer has the trace: its owner decides. */
  #lost(error: unknown): void {
    if (!this.#closed) this.onCrash(error);
  }
}
