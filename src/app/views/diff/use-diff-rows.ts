/** The rows of a diff near the screen; read again when more became known of either trace. */
import type { DiffRowView } from '../../../workers/trace/diff.api';
import { usePages } from '../../use-pages';
import { useTraceApi } from '../../wiring';
import type { Pairing } from './pairing';

/** Rows asked for at once. */
const PAGE = 100;
const MAX_PAGES = 40;

/** Returns a function that gets a row by its place, undefined while it is not here. Rows from `first` to `last` are read. */
export function useDiffRows(
  { a, b, all, onLost }: Pairing & { all: boolean },
  first: number,
  last: number,
): (index: number) => DiffRowView | undefined {
  const api = useTraceApi();
  const pair = { a: a.summary.handle, b: b.summary.handle };
  return usePages(
    {
      key: `${pair.a} ${pair.b} ${all}`,
      version: `${a.summary.numbering} ${a.known} ${b.summary.numbering} ${b.known}`,
      pageSize: PAGE,
      maxPages: MAX_PAGES,
      read: async (start, count) => (await api.diffRows(pair, !all, start, count)).rows,
      onLost,
    },
    first,
    last,
  );
}
