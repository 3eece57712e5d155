/** A list that is read page by page: the machine reads, the address holds the page. */

import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../core/values/failure';
import { RecentMap } from '../core/values/recent-map';
import type { ListPage, PageRequest } from '../db/list-page';
import { cursorPagingMachine, type PagingPlace } from '../machines/cursor-paging.machine';
import { nextPaint } from './event-loop';
import { pagesOf } from './machine-actors';
import { sayPageShown } from './page-stages';
import type { Pager } from './ui/CursorPager';
import { useUrlValue } from './use-url-value';
import { ofVisit } from './visit';

export const PER_PAGE = [20, 50, 100];
const DEFAULT_PER_PAGE = 20;
/** Characters of a trail of cursors in the address, which servers refuse where it is long. */
const MAX_TRAIL = 8_000;

export type CursorPaging<Row> = Pager & {
  /** Undefined before the first page is read. */
  rows: readonly Row[] | undefined;
  failure: Failure | undefined;
  onRetry: () => void;
  /** All rows of the list from the first on, at most `MAX_READ`; rejects as a page does. */
  readAll: () => Promise<readonly Row[]>;
};

/** Rows that are read at once, and at most, where a list is wanted whole. */
const READ_AT_ONCE = 100;
const MAX_READ = 100_000;

async function readAllPages<Row>(read: (request: PageRequest) => Promise<ListPage<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: READ_AT_ONCE });
    rows.push(...page.rows);
    cursor = page.rows.length === 0 ? undefined : page.next;
  } while (cursor !== undefined && rows.length < MAX_READ);
  return rows;
}

/** Search parameters in which the address of the page keeps the place of a list. */
type PlaceKeys = { after: string; rows: string };
const PLACE_KEYS: PlaceKeys = { after: 'after', rows: 'rows' };

/**
 * Returns the page of the list that the address names (`after`: cursors of the pages after the first, `rows`: rows per
 * page, which links may call `perPage`). Beyond the pages whose cursors have room there, the address stays at the last
 * of them. Another list needs another `key` of the component: `read` and `name` are taken once. When a page has two
 * lists, one of them has other `keys`. A list that is in memory says by `known` what its first page shows before it is
 * read; for another list that has a `name`, unique among lists, that is what the page showed the last time. A list that
 * takes the place of another one says by `isCursor` which cursors are its own: it begins with its first page where the
 * address has others.
 */
export function useCursorPaging<Row>(
  read: (request: PageRequest) => Promise<ListPage<Row>>,
  {
    keys = PLACE_KEYS,
    name,
    isCursor = isText,
    known = (request) => (name === undefined ? undefined : recallPage(name, request)),
  }: {
    keys?: PlaceKeys;
    name?: string;
    /** Tells which cursors are the list's own. It must be the same function in each render. */
    isCursor?: (text: string) => boolean;
    known?: (request: PageRequest) => ListPage<Row> | undefined;
  } = {},
): CursorPaging<Row> {
  const [after, setAfter] = useUrlValue<string | undefined>(keys.after, { push: true });
  const [rows, setRows] = useUrlValue<string | undefined>(keys.rows);
  const [linked, setLinked] = useUrlValue<string | undefined>('perPage');
  const wanted = rows ?? (keys.rows === PLACE_KEYS.rows ? linked : undefined);
  const place = useMemo(() => placeOf(after, wanted, isCursor), [after, wanted, isCursor]);
  const [atFirst] = useState(() => known({ cursor: place.trail.at(-1), limit: place.perPage }));
  const first = useRef({ read, name, setAfter, setRows, setLinked, keys });
  /** Whether the list had its first page at once: it is painted before it is read again. */
  const isKnown = useRef(atFirst !== undefined);
  const machine = useMemo(
    () =>
      cursorPagingMachine.provide({
        actors: {
          readPage: pagesOf(first.current.read, () => {
            if (!isKnown.current) return undefined;
            isKnown.current = false;
            return nextPaint();
          }),
        },
        actions: {
          writeAddress: (_, { trail, perPage }: PagingPlace) => {
            const text = trail.join('_');
            if (text.length <= MAX_TRAIL) first.current.setAfter(text === '' ? undefined : text);
            first.current.setRows(perPage === DEFAULT_PER_PAGE ? undefined : String(perPage));
            if (first.current.keys.rows === PLACE_KEYS.rows) first.current.setLinked(undefined);
          },
        },
      }),
    [],
  );
  const [snapshot, send] = useMachine(machine, { input: place });
  useEffect(() => send({ type: 'address.changed', ...place }), [send, place]);
  const { trail, before, perPage, next, failure } = snapshot.context;
  const isAnswered = snapshot.context.rows !== undefined || failure !== undefined;
  useEffect(() => {
    if (isAnswered) sayPageShown();
  }, [isAnswered]);
  const isShown = snapshot.matches({ reading: 'shown' });
  useEffect(() => {
    const { name } = first.current;
    const { rows, next, trail, perPage } = snapshot.context;
    if (!isShown || name === undefined || rows === undefined) return;
    rememberPage(name, { cursor: trail.at(-1), limit: perPage }, next === undefined ? { rows } : { rows, next });
  }, [isShown, snapshot.context]);
  return {
    page: trail.length + 1,
    rows: (snapshot.context.rows as readonly Row[] | undefined) ?? atFirst?.rows,
    before,
    hasPrevious: trail.length > 0,
    hasNext: next !== undefined,
    perPage,
    perPageOptions: PER_PAGE,
    busy: snapshot.matches({ reading: 'loading' }),
    failure,
    onPrevious: () => send({ type: 'user.previous' }),
    onNext: () => send({ type: 'user.next' }),
    onPerPage: (count) => send({ type: 'user.perPage', perPage: count }),
    onRetry: () => send({ type: 'user.retry' }),
    readAll: () => readAllPages(first.current.read),
  };
}

const isText = () => true;

function placeOf(
  after: string | undefined,
  rows: string | undefined,
  isCursor: (text: string) => boolean,
): PagingPlace {
  const text = after === undefined ? '' : String(after);
  const trail = text === '' || text.length > MAX_TRAIL ? [] : text.split('_');
  return {
    trail: trail.every(isCursor) ? trail : [],
    perPage: PER_PAGE.find((count) => String(count) === String(rows)) ?? DEFAULT_PER_PAGE,
  };
}

/** The pages of a walk through a few lists and back, each a hundred rows at most. */
const MAX_PAGES = 12;

/** The least recently shown page first. */
const pages = ofVisit(() => new RecentMap<string, ListPage<unknown>>(MAX_PAGES));

/** Returns the page of a list when it was last shown, undefined where it was not or is long gone. A list's `name` is of one kind of row. */
function recallPage<Row>(name: string, request: PageRequest): ListPage<Row> | undefined {
  return pages().get(keyOf(name, request)) as ListPage<Row> | undefined;
}

/** Keeps what a page of a list shows. */
function rememberPage(name: string, request: PageRequest, page: ListPage<unknown>): void {
  pages().set(keyOf(name, request), page);
}

function keyOf(name: string, { cursor = '', limit }: PageRequest): string {
  return `${name} ${limit} ${cursor}`;
}
