/**
 * Pages of lists that were on the screen, in memory. A list that the reader comes back to is drawn with them at once, and
 * its scroll position is where it was; what changed meanwhile is read behind them.
 */
import type { ListPage, PageRequest } from '../db/list-page';

/** The pages of a walk through a few lists and back, each a hundred rows at most. */
const MAX_PAGES = 12;

/** The least recently shown page first. */
const pages = new Map<string, ListPage<unknown>>();

/** Returns the page of a list when it was last shown, undefined where it was not or is long gone. A list's `name` is of one kind of row. */
export function recallPage<Row>(name: string, request: PageRequest): ListPage<Row> | undefined {
  return pages.get(keyOf(name, request)) as ListPage<Row> | undefined;
}

/** Keeps what a page of a list shows. */
export function rememberPage(name: string, request: PageRequest, page: ListPage<unknown>): void {
  const key = keyOf(name, request);
  pages.delete(key);
  pages.set(key, page);
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
}

function keyOf(name: string, { cursor = '', limit }: PageRequest): string {
  return `${name} ${limit} ${cursor}`;
}
