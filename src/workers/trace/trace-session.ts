/**
 * One open trace: its columns, its folding, the last search, and what is known
 * of its contracts. Everything the page asks by handle is answered here.
 *
 * `version` grows when rows would be answered differently: by folding, by the
 * toggles, by names that arrived, by rows of the sources.
 */
import type { Checked } from '../../core/proof/proof-level';
import { availableFilters } from '../../core/source/available-filters';
import type { InsideRows, TraceNames } from '../../core/source/search-rows';
import { failureStages } from '../../core/trace/failure-stages';
import { haveSameRows } from '../../core/trace/folding';
import { computeOverview } from '../../core/trace/overview';
import type { RowNote } from '../../core/trace/row-note';
import type { RowIndex, Trace } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
import { findTouchedAddresses, type TouchedAddresses } from '../../core/trace/touched-addresses';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { Unknowns } from '../contracts/contracts.api';
import type { Knowledge } from '../contracts/knowledge/knowledge-base';
import type { TraceHandle, TransactionKey } from '../ids';
import { nextTurn } from '../scheduling/next-turn';
import { decoder, isDecodable } from './decoding/decoder';
import { contractsThatRan, TraceAbis } from './decoding/known-abis';
import type { ValueNames } from './decoding/name-values';
import { searchNames } from './decoding/search-names';
import { doubtOf } from './doubt';
import type { OfSubject } from './method-tables';
import type { OpenedTrace, SkippedSource, TraceSummary } from './open-trace.api';
import type { Opened } from './opened';
import type { ReplayAttempt } from './replay/replay-method';
import type { Replayed } from './replay/replayed';
import { countRows, failureText, hasFailure, outcomeOf, statusOf } from './rows/outcome';
import { RowSearch, type Searched } from './rows/row-search';
import { rowDetail, rowView, type Showing } from './rows/row-view';
import { ShownTree } from './rows/shown-tree';
import type {
  Outcome,
  Overview,
  RowDetail,
  RowsApi,
  RowValues,
  RowWindow,
  SearchMatch,
  SearchQuery,
  SearchResult,
  TraceFilter,
  ViewState,
  VisibleIndex,
} from './rows.api';
import type { SourceViews } from './source/source-views';
import type { Verification } from './steps.api';

/** Values that are derived from the trace, and derived again when another takes its place. */
type Derived = {
  abis: TraceAbis;
  showing: Showing;
  names: TraceNames;
  /** Rows of the sources, where they are searched, too. */
  inside: InsideRows | undefined;
};

const REPLAY_SOURCES: readonly SkippedSource['source'][] = ['replay', 'prestateTracer'];
/** Rows that the page asks for at once. */
const FIRST_ROWS = 64;
const MAX_BUCKETS = 10_000;
/** Rows of one window; a page shows some dozens. */
const MAX_ROWS = 500;
/** Internal calls whose values are read at once. */
const MAX_VALUES = 50;

export class TraceSession implements OfSubject<RowsApi> {
  /** Resolves once rows were asked for. */
  readonly shown: Promise<void>;
  private show: () => void = () => {};
  private version = 1;
  private numbering = 1;
  /** Whether the transaction is still executed behind the rows. */
  private replaying: boolean;
  private tree: ShownTree;
  private sources: SourceViews | undefined;
  private readings = 0;
  private derived: Derived;
  private readonly found: RowSearch;

  constructor(
    readonly handle: TraceHandle,
    readonly key: TransactionKey,
    public opened: Opened,
    /** What is known of contracts in the block of the transaction. */
    readonly knowledge: Knowledge,
    toggles?: TraceToggles,
  ) {
    this.replaying = opened.mayImprove ?? false;
    this.shown = new Promise((resolve) => {
      this.show = resolve;
    });
    this.tree = new ShownTree(opened.trace, undefined, toggles);
    this.derived = this.derive();
    this.found = new RowSearch(this.searched);
  }

  /** Derives everything that follows from the trace. */
  private derive(): Derived {
    const { trace } = this.opened;
    const { tree, sources } = this;
    const abis =
      this.derived?.showing.trace === trace
        ? this.derived.abis
        : new TraceAbis(findTouchedAddresses(trace), this.knowledge);
    const known = () => abis.list();
    let values: ValueNames | undefined;
    const showing: Showing = {
      trace,
      knowledge: this.knowledge,
      known,
      values: () => (values ??= decoder.part && new decoder.part.ValueNames(trace, this.knowledge, known)),
      tree,
      stages: failureStages(trace),
      fromSources: tree.merged && sources,
    };
    const names = searchNames(trace, abis.touched, this.knowledge, known, sources?.source.fileOf);
    const inside = tree.full && sources?.searchedIn(tree.full);
    return { abis, showing, names, inside };
  }

  /** Adds what the sources say of the trace: their rows come among the others, unless they are of other rows. */
  addSources(sources: SourceViews): void {
    if (this.sources === sources && this.tree.merged) return;
    this.sources = sources;
    this.readings++;
    this.mergeSources();
    this.deriveAgain();
    this.version++;
  }

  private get searched(): Searched {
    const { showing, names, inside } = this.derived;
    return { trace: showing.trace, tree: this.tree, names, inside };
  }

  private deriveAgain(sameRows = true): void {
    this.derived = this.derive();
    this.found.moveTo(this.searched, sameRows);
  }

  private mergeSources(): void {
    const source = this.sources?.source;
    if (source && haveSameRows(source.trace, this.trace)) this.tree.addSources(source);
  }

  /** Everything that rows are shown with beside the trace. */
  get showing(): Showing {
    return this.derived.showing;
  }

  /** Loads what the words of its rows are made with, where they are not plain. */
  async loadWords(): Promise<void> {
    const { abis, showing } = this.derived;
    if (hasFailure(showing)) await failureText.load();
    if (hasFailure(showing) || isDecodable(showing.trace, abis, this.knowledge)) await decoder.load();
  }

  get touched(): TouchedAddresses {
    return this.derived.abis.touched;
  }

  /** The execution behind the rows ended: its rows take their place, or the summary says why not. */
  replayEnded({ replayed, skipped }: ReplayAttempt): void {
    this.replaying = false;
    const { opened } = this;
    const reasons = [...opened.skipped.filter(({ source }) => source === 'cache'), ...skipped];
    if (replayed === undefined) {
      const others = opened.skipped.filter(({ source }) => !REPLAY_SOURCES.includes(source) && source !== 'cache');
      this.opened = { ...opened, mayImprove: false, skipped: [...reasons, ...others] };
      return;
    }
    const { trace, verification } = replayed;
    const same = haveSameRows(opened.trace, trace);
    const { contradictions: _, isProvisional: __, ...rest } = opened;
    this.opened = {
      ...rest,
      trace,
      ...(verification === undefined ? {} : { verification }),
      mayImprove: false,
      cached: false,
      skipped: reasons,
    };
    this.tree = new ShownTree(trace, this.tree);
    if (!same) this.numbering++;
    this.mergeSources();
    this.deriveAgain(same);
    this.version++;
  }

  /** More was proven of the replay that the rows come from. */
  proved(checked: Checked): Verification | undefined {
    const { verification } = this.opened;
    if (verification === undefined) return undefined;
    const proven = { ...verification, checked };
    this.opened = { ...this.opened, verification: proven };
    return proven;
  }

  get trace(): Trace {
    return this.opened.trace;
  }

  /** The replay of the transaction; waits for it, or executes what was kept. */
  async replayed(): Promise<Result<Replayed, Failure>> {
    const attempt = await this.opened.replay?.get();
    if (attempt === undefined) return fail(failure('unsupported', 'This transaction was not executed again.'));
    return attempt.replayed ? ok(attempt.replayed) : fail(attempt.failure);
  }

  summary(): TraceSummary {
    const { source, limitations } = this.trace;
    return {
      handle: this.handle,
      source,
      cached: this.opened.cached,
      fromFile: this.opened.fromFile ?? false,
      skipped: this.opened.skipped,
      limitations,
      ...(this.opened.contradictions === undefined ? {} : { contradictions: this.opened.contradictions }),
      ...(this.opened.verification === undefined ? {} : { verification: this.opened.verification }),
      doubt: doubtOf(this.opened),
      ...(this.opened.isProvisional === undefined ? {} : { isProvisional: true }),
      replaying: this.replaying,
      numbering: this.numbering,
      ...countRows(this.trace),
      contractCount: contractsThatRan(this.touched, this.knowledge.contracts).length,
      filters: this.filters(),
      view: this.view(),
    };
  }

  /** What the page shows first. `toggles` are those the trace was opened with. */
  firstScreen(toggles: OpenedTrace['first']['toggles']): OpenedTrace {
    const rows = this.window(0 as VisibleIndex, FIRST_ROWS);
    return { ...this.summary(), first: { rows, outcome: this.outcome(), toggles } };
  }

  view(): ViewState {
    const { folding, toggles, merged, libraryCalls } = this.tree;
    const { visibleCount, anyCollapsed, anyExpanded } = folding;
    const { version, readings } = this;
    const inside = merged !== undefined;
    return { version, visibleCount, toggles, inside, readings, libraryCalls, anyCollapsed, anyExpanded };
  }

  /** Begins a new version of the view: rows read otherwise now. */
  newVersion(): ViewState {
    this.version++;
    return this.view();
  }

  /** Whether rows are answered as at first: nothing was folded, and nothing became known. */
  get isAsOpened(): boolean {
    return this.version === 1;
  }

  rows(start: VisibleIndex, count: number): RowWindow {
    this.show();
    return this.window(start, count);
  }

  /** Does as `rows`, for callers other than the page. */
  window(start: VisibleIndex, count: number): RowWindow {
    const { visibleCount } = this.tree.folding;
    const first = Math.max(0, Math.min(Math.floor(start), visibleCount));
    const rows = this.between(first, Math.min(visibleCount, first + Math.max(0, Math.min(Math.ceil(count), MAX_ROWS))));
    return {
      version: this.version,
      visibleCount,
      start: first as VisibleIndex,
      rows: rows.map((row) => rowView(this.derived.showing, row)),
      pinned: this.above(rows[0]).map((row) => rowView(this.derived.showing, row)),
    };
  }

  detail(row: RowIndex): RowDetail {
    return rowDetail(this.derived.showing, this.checked(row));
  }

  /** Values of internal calls, which rows show from then on; lets others in between, since each costs seeking two steps. */
  async rowValues(rows: readonly RowIndex[]): Promise<readonly RowValues[]> {
    const { fromSources, values: names } = this.showing;
    const values: RowValues[] = [];
    for (const row of rows.slice(0, MAX_VALUES)) {
      const index = this.tree.has(row) ? this.tree.sourceIndexOf(this.tree.present(row)) : -1;
      const read = index < 0 ? undefined : fromSources?.readValues(index);
      if (read) {
        const view = rowView(this.showing, this.tree.present(row));
        values.push({
          row,
          ...read,
          ...('frame' in view &&
            names()?.ofInternal(view.functionName?.text ?? '', view, read, fromSources?.internalCalls)),
        });
      }
      await nextTurn();
    }
    return values;
  }

  setExpanded(row: RowIndex, expanded: boolean): ViewState {
    this.tree.folding.setExpanded(this.tree.placeOf(this.checked(row)), expanded);
    return this.newVersion();
  }

  expandAll(): ViewState {
    this.tree.folding.expandAll();
    return this.newVersion();
  }

  collapseAll(): ViewState {
    this.tree.folding.collapseAll();
    return this.newVersion();
  }

  setToggles(toggles: TraceToggles): ViewState {
    const { full } = this.tree;
    const folded = this.tree.toggles.foldsLibraries;
    this.tree.setToggles(toggles);
    if (this.tree.toggles.foldsLibraries !== folded) this.mergeSources();
    this.treeChanged(full);
    return this.newVersion();
  }

  /** Derives everything again when another tree is shown: searches are of the tree that shows. */
  private treeChanged(before: ShownTree['full']): void {
    if (this.tree.full !== before) this.deriveAgain();
  }

  reveal(row: RowIndex): ViewState & { index: VisibleIndex } {
    const { full } = this.tree;
    const index = this.tree.reveal(this.checked(row));
    this.treeChanged(full);
    return { ...this.newVersion(), index: index as VisibleIndex };
  }

  rowOf(depthId: string): RowIndex | undefined {
    return this.tree.rowOf(depthId);
  }

  setNotes(notes: readonly RowNote[]): void {
    this.found.notes = notes;
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return this.found.find(query);
  }

  match(position: number): SearchMatch | undefined {
    return this.found.match(position);
  }

  overview(buckets: number): Overview {
    const slices = Math.max(1, Math.min(Math.floor(buckets), MAX_BUCKETS));
    return { version: this.version, ...computeOverview(this.tree, this.tree.folding, slices, this.found.matches) };
  }

  outcome(): Outcome {
    return outcomeOf(this.derived.showing, statusOf(this.opened));
  }

  /** Returns the contracts and selectors of the trace that no known contract or signature explains. */
  unknowns(): Unknowns {
    return this.derived.abis.unknowns();
  }

  /** Filters with data. Contracts get their names a little later, so their filter counts on them. */
  private filters(): TraceFilter[] {
    const { showing, names, inside } = this.derived;
    const available = availableFilters(showing.trace, names, inside !== undefined);
    const named = this.touched.running.length > 0 && !available.includes('contract');
    if (!named) return available;
    const reverts = available.indexOf('reverts');
    return reverts < 0 ? [...available, 'contract'] : available.toSpliced(reverts, 0, 'contract');
  }

  /** Rows above, outermost first. */
  private above(row: RowIndex | undefined): RowIndex[] {
    if (row === undefined) return [];
    return this.tree.folding.ancestors(this.tree.placeOf(row)).map((place) => this.tree.numberAt(place));
  }

  /** Visible rows from place `start` up to `end`. */
  private between(start: number, end: number): RowIndex[] {
    if (start >= end) return [];
    const found: RowIndex[] = [];
    const { folding } = this.tree;
    for (let place: number = folding.rowAt(start); found.length < end - start; place++) {
      if (folding.visible[place] === 1) found.push(this.tree.numberAt(place));
    }
    return found;
  }

  /** What `row` stands for now, or a thrown error: a page that asks for a row the trace lacks has a bug. */
  private checked(row: RowIndex): RowIndex {
    if (!this.tree.has(row)) throw new RangeError(`no row ${row}`);
    return this.tree.present(row);
  }
}
