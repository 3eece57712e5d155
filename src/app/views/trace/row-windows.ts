/**
 * The rows the page holds: a few windows of the worker's visible rows, the
 * least recently seen dropped first.
 *
 * One instance belongs to one version of the view. When folding changes the
 * version, the caller fills a new instance for what is on the screen and only
 * then swaps it in, so that old rows stay until the new ones are there.
 */
import { RowKind } from '../../../core/trace/rows';
import { RecentMap } from '../../../core/values/recent-map';
import type { RowValues, RowView, RowWindow, VisibleIndex } from '../../../workers/trace/rows.api';

/** Rows per window; windows start at multiples of it. */
const WINDOW = 64;
/** Windows kept. */
const KEPT = 24;
/** Windows asked for in one call at most: the page takes an answer apart in one task, which is to be a short one. */
const PER_CALL = 2;

export type FetchRows = (start: VisibleIndex, count: number) => Promise<RowWindow>;

type Page = { rows: readonly RowView[]; pinned: readonly RowView[] };

export class RowWindows {
  /** Whether rows came that are those of a newer view. */
  isOutdated = false;
  readonly #fetch: FetchRows;
  readonly #onChange: (window: RowWindow) => void;
  readonly #pages = new RecentMap<number, Page>(KEPT);
  #busy = false;
  #wanted: { first: number; last: number; from: number } | undefined;

  constructor(
    readonly version: number,
    readonly count: number,
    fetch: FetchRows,
    onChange: (window: RowWindow) => void,
  ) {
    this.#fetch = fetch;
    this.#onChange = onChange;
  }

  /** Takes over rows from the start of the tree that arrived with another answer. Rows of another view version are ignored. */
  begin(window: RowWindow): void {
    if (window.version === this.version && window.start === 0) this.#keep(0, window);
  }

  /** The row at `index`, or undefined while it is not here. */
  row(index: number): RowView | undefined {
    return this.#pages.get(Math.floor(index / WINDOW))?.rows[index % WINDOW];
  }

  /** Gives rows that are here the values that were read of them. */
  put(values: readonly RowValues[]): void {
    const byRow = new Map(values.map((value) => [value.row, value]));
    for (const page of this.#pages.values()) {
      if (!page.rows.some(({ row }) => byRow.has(row))) continue;
      page.rows = page.rows.map((view) => {
        const read = byRow.get(view.row);
        if (read === undefined || view.kind !== RowKind.internal) return view;
        // The names of parameters stood for their values.
        const { inputs: _, unread: __, ...others } = view;
        return { ...others, ...read };
      });
    }
  }

  /** Ancestors of the row at `index`, outermost first; undefined while they are not known. */
  ancestors(index: number): readonly RowView[] | undefined {
    const page = this.#pages.get(Math.floor(index / WINDOW));
    const row = page?.rows[index % WINDOW];
    if (!page || !row) return undefined;
    const within: RowView[] = [];
    let depth = row.depth;
    for (let at = (index % WINDOW) - 1; at >= 0 && depth > 0; at--) {
      const above = page.rows[at];
      if (above && above.depth < depth) {
        within.push(above);
        depth = above.depth;
      }
    }
    return [...page.pinned.filter((ancestor) => ancestor.depth < depth), ...within.reverse()];
  }

  /**
   * Makes sure rows [first, last] come, those at `from` and after it before the
   * others. While an earlier call is under way the range only replaces what that
   * call goes for next, and this one resolves at once.
   */
  async want(first: number, last: number, from = first): Promise<void> {
    this.#wanted = { first: Math.max(0, first), last: Math.min(last, this.count - 1), from: Math.max(0, from) };
    this.#touch(this.#wanted);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let gap = this.#gap(); gap; gap = this.#gap()) await this.#load(gap);
    } finally {
      this.#busy = false;
    }
  }

  async #load(gap: { page: number; pages: number }): Promise<void> {
    const window = await this.#fetch((gap.page * WINDOW) as VisibleIndex, gap.pages * WINDOW);
    const usable = window.version === this.version && window.rows.length > 0;
    if (usable) this.#keep(gap.page, window);
    else this.#wanted = undefined;
    if (window.version !== this.version) this.isOutdated = true;
    this.#onChange(window);
  }

  #keep(firstPage: number, window: RowWindow): void {
    let pinned = window.pinned;
    for (let at = 0; at < window.rows.length; at += WINDOW) {
      const rows = window.rows.slice(at, at + WINDOW);
      this.#pages.set(firstPage + at / WINDOW, { rows, pinned });
      pinned = chainAfter(pinned, rows);
    }
  }

  /** The next run of missing windows in what is wanted. */
  #gap(): { page: number; pages: number } | undefined {
    if (!this.#wanted || this.#wanted.last < this.#wanted.first) return undefined;
    const begin = Math.floor(this.#wanted.first / WINDOW);
    const end = Math.floor(this.#wanted.last / WINDOW);
    const page = this.#missing(Math.floor(this.#wanted.from / WINDOW), end) ?? this.#missing(begin, end);
    if (page === undefined) return undefined;
    let pages = 1;
    while (pages < PER_CALL && page + pages <= end && !this.#pages.has(page + pages)) pages++;
    return { page, pages };
  }

  #missing(page: number, end: number): number | undefined {
    for (let at = page; at <= end; at++) if (!this.#pages.has(at)) return at;
    return undefined;
  }

  #touch(range: { first: number; last: number }): void {
    for (let page = Math.floor(range.first / WINDOW); page <= Math.floor(range.last / WINDOW); page++) {
      this.#pages.use(page);
    }
  }
}

/** The open ancestors after `rows`: what the next row's ancestors are chosen from, by depth. */
function chainAfter(pinned: readonly RowView[], rows: readonly RowView[]): readonly RowView[] {
  const chain = [...pinned];
  for (const row of rows) {
    while (chain.length > 0 && (chain[chain.length - 1] as RowView).depth >= row.depth) chain.pop();
    chain.push(row);
  }
  return chain;
}
