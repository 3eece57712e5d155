/**
 * Paging through a list by cursor: next and back, the number of rows, retry.
 *
 * A cursor leads forward only, so the way back is remembered as a trail: the
 * cursors of all pages after the first, up to the one that is shown. The page
 * reads, and the address holds the trail; this says what happens next. The
 * picture is in docs/machines.md.
 */
import { assign, fromCallback, setup } from 'xstate';
import type { Failure } from '../core/values/failure';

export type PagingPlace = {
  /** Cursors of the pages after the first, the last of which is shown; empty on the first page. */
  trail: readonly string[];
  perPage: number;
};

type Context = PagingPlace & {
  /** The rows that are shown: of the page before while the next one is being read. Undefined before the first page. */
  rows: readonly unknown[] | undefined;
  /** Rows of the list before those that are shown. */
  before: number;
  /** Cursor of the page after this one; undefined while it is not known, and on the last page. */
  next: string | undefined;
  failure: Failure | undefined;
};

/** Events of reading a page. A page may be loaded again when its list changes. */
export type PageEvent =
  | { type: 'page.loaded'; rows: readonly unknown[]; next: string | undefined }
  | { type: 'page.failed'; failure: Failure };

type PagingEvent =
  | PageEvent
  | { type: 'user.next' }
  | { type: 'user.previous' }
  | { type: 'user.perPage'; perPage: number }
  | { type: 'user.retry' }
  /** The address names another place: by a link, or by going back or forward. */
  | ({ type: 'address.changed' } & PagingPlace);

export type PageRequest = { cursor: string | undefined; limit: number };

export const cursorPagingMachine = setup({
  types: { context: {} as Context, events: {} as PagingEvent, input: {} as PagingPlace },
  actors: {
    /** Reads one page and says what came of it. It is stopped when another page is wanted, so a late answer is dropped. */
    readPage: fromCallback<{ type: string }, PageRequest>(() => {
      throw new Error('the page provides readPage');
    }),
  },
  actions: {
    /** Puts the place into the address. */
    writeAddress: (_, _place: PagingPlace) => {
      throw new Error('the page provides writeAddress');
    },
  },
  guards: {
    hasNext: ({ context }) => context.next !== undefined,
    hasPrevious: ({ context }) => context.trail.length > 0,
    isElsewhere: ({ context, event }) =>
      event.type === 'address.changed' &&
      (event.perPage !== context.perPage || event.trail.join() !== context.trail.join()),
  },
}).createMachine({
  id: 'cursorPaging',
  context: ({ input }) => ({
    ...input,
    rows: undefined,
    before: rowsBefore(input),
    next: undefined,
    failure: undefined,
  }),
  initial: 'reading',
  on: {
    'user.next': {
      guard: 'hasNext',
      target: '.reading',
      reenter: true,
      actions: [
        assign(({ context: { trail, next } }) => ({ trail: next === undefined ? trail : [...trail, next] })),
        { type: 'writeAddress', params: ({ context }) => placeOf(context) },
      ],
    },
    'user.previous': {
      guard: 'hasPrevious',
      target: '.reading',
      reenter: true,
      actions: [
        assign(({ context: { trail } }) => ({ trail: trail.slice(0, -1) })),
        { type: 'writeAddress', params: ({ context }) => placeOf(context) },
      ],
    },
    'user.perPage': {
      target: '.reading',
      reenter: true,
      actions: [
        assign(({ event }) => ({ perPage: event.perPage, trail: [] })),
        { type: 'writeAddress', params: ({ context }) => placeOf(context) },
      ],
    },
    'address.changed': {
      guard: 'isElsewhere',
      target: '.reading',
      reenter: true,
      actions: assign(({ event }) => ({ trail: event.trail, perPage: event.perPage })),
    },
  },
  states: {
    reading: {
      description: 'The page of the trail is read, and read again when its list changes.',
      entry: assign({ next: undefined, failure: undefined }),
      invoke: {
        src: 'readPage',
        input: ({ context: { trail, perPage } }) => ({ cursor: trail.at(-1), limit: perPage }),
      },
      on: {
        'page.loaded': {
          target: '.shown',
          actions: assign(({ context, event: { rows, next } }) => ({ rows, next, before: rowsBefore(context) })),
        },
        'page.failed': { target: 'failed', actions: assign(({ event }) => ({ failure: event.failure })) },
      },
      initial: 'loading',
      states: {
        loading: { description: 'The page is on its way; the rows of the page before stay.' },
        shown: { description: 'The rows are those of the page.' },
      },
    },
    failed: {
      description: 'The page could not be read. The rows of the page before stay.',
      on: { 'user.retry': 'reading' },
    },
  },
});

function rowsBefore({ trail, perPage }: PagingPlace): number {
  return trail.length * perPage;
}

function placeOf({ trail, perPage }: Context): PagingPlace {
  return { trail, perPage };
}
