/** The search in the rows of one open trace: the query, and which places of the shown tree match it. */
import type { createSearch, InsideRows, TraceNames, TraceSearch } from '../../../core/source/search-rows';
import type { RowNote } from '../../../core/trace/row-note';
import type { Trace } from '../../../core/trace/rows';
import type { SearchMatch, SearchQuery, SearchResult } from '../rows.api';
import type { ShownTree } from './shown-tree';

/** The trace, with the tree and the names that a search looks at. */
export type Searched = {
  trace: Trace;
  tree: ShownTree;
  names: TraceNames;
  /** Rows of the sources, where they are searched, too. */
  inside: InsideRows | undefined;
};

const NO_QUERY: SearchQuery = { text: '', filter: 'all' };
const NO_MATCHES = new Int32Array(0);

export class RowSearch {
  /** Places in the tree that shows, ascending. */
  matches: Int32Array = NO_MATCHES;
  notes: readonly RowNote[] = [];
  private query = NO_QUERY;
  /** Loaded with the first search. */
  private createSearch: typeof createSearch | undefined;
  /** Made by the first search of what is searched now. */
  private made: TraceSearch | undefined;

  constructor(private searched: Searched) {}

  async find(query: SearchQuery): Promise<SearchResult> {
    this.createSearch ??= (await import('../../../core/source/search-rows')).createSearch;
    this.query = query;
    this.findAgain();
    return { count: this.matches.length };
  }

  /** Searches with the same query in what takes the place of what was searched; with none where the rows are others. */
  moveTo(searched: Searched, sameRows = true): void {
    this.searched = searched;
    this.made = undefined;
    if (!sameRows) this.query = NO_QUERY;
    this.findAgain();
  }

  /** Returns the match at `position` of all; undefined beyond the last. */
  match(position: number): SearchMatch | undefined {
    const place = this.matches[position];
    if (place === undefined) return undefined;
    const { tree } = this.searched;
    const row = tree.numberAt(place);
    return { position, row, depthId: tree.depthIdOf(row) };
  }

  private findAgain(): void {
    const { filter } = this.query;
    const text = this.query.text.trim();
    const { trace, names, inside } = this.searched;
    this.made ??= this.createSearch?.(trace, names, inside);
    this.matches = filter === 'comments' ? this.noted(text) : (this.made?.find(text, filter) ?? NO_MATCHES);
  }

  /** Rows whose note holds `text`; all that are noted when it is empty. */
  private noted(text: string): Int32Array {
    const { tree } = this.searched;
    const needle = text.toLowerCase();
    const rows = this.notes
      .filter(({ comment, priority }) => `${comment} ${priority}`.toLowerCase().includes(needle))
      .flatMap(({ depthId }) => tree.rowOf(depthId) ?? [])
      .map((row) => tree.placeOf(row));
    return Int32Array.from(rows).sort();
  }
}
