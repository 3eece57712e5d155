/** Paging with the router itself: what the address says, and what going back does. */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  parseSearchWith,
  RouterProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { useCursorPaging } from '../../src/app/use-cursor-paging';
import type { ListPage, PageRequest } from '../../src/db/list-page';
import { eventually } from '../helpers/eventually';
import { mount } from './ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

const ROWS = Array.from({ length: 130 }, (_, index) => index);

/** Rows after the cursor, which is the last row of the page before. */
async function read({ cursor, limit }: PageRequest): Promise<ListPage<number>> {
  const from = cursor === undefined ? 0 : Number(cursor.split('.')[0]) + 1;
  const rows = ROWS.slice(from, from + limit);
  return from + limit < ROWS.length ? { rows, next: `${rows.at(-1)}.0` } : { rows };
}

type ListProps = { answer?: typeof read; name?: string; isCursor?: (text: string) => boolean };

function List({ answer = read, name, isCursor }: ListProps) {
  const { page, rows, before, perPage, hasNext, hasPrevious, onNext, onPrevious, onPerPage, readAll } = useCursorPaging(
    answer,
    {
      ...(name !== undefined && { name }),
      ...(isCursor && { isCursor }),
    },
  );
  return (
    <>
      <p>
        {page}: {rows?.[0]}–{rows?.at(-1)} of {perPage}
      </p>
      <output>{before}</output>
      <button type="button" disabled={!hasNext} onClick={onNext}>
        Next
      </button>
      <button type="button" disabled={!hasPrevious} onClick={onPrevious}>
        Previous
      </button>
      <button type="button" onClick={() => onPerPage(50)}>
        50
      </button>
      <button type="button" onClick={() => onPerPage(20)}>
        20
      </button>
      <button type="button" onClick={() => void readAll().then((all) => (whole = all))}>
        All
      </button>
    </>
  );
}

let whole: readonly number[] = [];
let draws = 0;

/** Its name is another one each time it is drawn. */
function Drawn() {
  const [, draw] = useState(0);
  return (
    <>
      <List name={`since ${draws++}`} />
      <button type="button" onClick={() => flushSync(() => draw((before) => before + 1))}>
        Draw
      </button>
    </>
  );
}

function open(url: string, list: ListProps = {}) {
  return openRoot(() => <List {...list} />, url);
}

function openRoot(component: () => ReactNode, url: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: [url] }),
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(JSON.stringify),
  });
  mounted = mount(<RouterProvider router={router as never} />);
  const { history } = router;
  return { search: () => router.state.location.searchStr, navigate: (to: string) => history.push(to), history };
}

const shown = (text: string) => eventually(() => expect(mounted?.element.querySelector('p')?.textContent).toBe(text));
async function click(name: string) {
  const button = () =>
    [...(mounted?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
  await eventually(() => expect(button()?.disabled).toBe(false));
  button()?.click();
}

test('next and previous go through the list, and the address follows', async () => {
  const { search } = open('/');
  await shown('1: 0–19 of 20');
  await click('Next');
  await shown('2: 20–39 of 20');
  await click('Next');
  await shown('3: 40–59 of 20');
  await eventually(() => expect(search()).toBe('?after=19.0_39.0'));
  await click('Previous');
  await shown('2: 20–39 of 20');
  await eventually(() => expect(search()).toBe('?after=19.0'));
});

test('a list with cursors of its own begins with its first page where the address has those of another list', async () => {
  const { search } = open('/?after=~a_~b', { isCursor: (text) => /^\d+\.0$/.test(text) });
  await shown('1: 0–19 of 20');
  await click('Next');
  await shown('2: 20–39 of 20');
  await eventually(() => expect(search()).toBe('?after=19.0'));
});

test('the buttons of the browser lead through the pages that were opened, and no further', async () => {
  const { search, history } = open('/');
  await shown('1: 0–19 of 20');
  await click('Next');
  await eventually(() => expect(search()).toBe('?after=19.0'));
  await click('Next');
  await eventually(() => expect(search()).toBe('?after=19.0_39.0'));
  history.back();
  await shown('2: 20–39 of 20');
  history.back();
  await shown('1: 0–19 of 20');
  expect(history.canGoBack()).toBe(false);
  history.forward();
  await shown('2: 20–39 of 20');
  await click('50');
  await eventually(() => expect(search()).toBe('?rows=50'));
  history.back();
  await shown('2: 20–39 of 20');
});

test('the number of rows that a link calls perPage holds until another is chosen', async () => {
  const { search } = open('/?perPage=50');
  await shown('1: 0–49 of 50');
  await click('20');
  await shown('1: 0–19 of 20');
  await eventually(() => expect(search()).toBe(''));
});

test('the list is read whole, whatever page shows', async () => {
  open('/?after=19.0');
  await shown('2: 20–39 of 20');
  await click('All');
  await eventually(() => expect(whole).toEqual(ROWS));
});

test('another number of rows begins at the first page, in one change of the address', async () => {
  const { search } = open('/?after=19.0');
  await shown('2: 20–39 of 20');
  await click('50');
  await shown('1: 0–49 of 50');
  await eventually(() => expect(search()).toBe('?rows=50'));
});

test('a page in the address is opened, and a link to another one is followed', async () => {
  const { navigate } = open('/?after=49.0_99.0&rows=50');
  await shown('3: 100–129 of 50');
  navigate('/?rows=100');
  await shown('1: 0–99 of 100');
});

test('rows that stay while the next ones are read keep their place in the list', async () => {
  let go = () => {};
  const third = new Promise<void>((resolve) => {
    go = resolve;
  });
  const answer: typeof read = async (request) => {
    if (request.cursor === '39.0') await third;
    return read(request);
  };
  const before = () => mounted?.element.querySelector('output')?.textContent;
  open('/?after=19.0', { answer });
  await shown('2: 20–39 of 20');
  expect(before()).toBe('20');
  await click('Next');
  await shown('3: 20–39 of 20');
  expect(before()).toBe('20');
  go();
  await shown('3: 40–59 of 20');
  expect(before()).toBe('40');
});

test('a list goes on, and back, beyond the pages whose cursors have room in the address', async () => {
  const long = 'c'.repeat(3_000);
  const answer: typeof read = async (request) => {
    const { rows, next } = await read(request);
    return next === undefined ? { rows } : { rows, next: `${next}.${long}` };
  };
  const { search } = open('/', { answer });
  await shown('1: 0–19 of 20');
  for (const said of ['2: 20–39 of 20', '3: 40–59 of 20', '4: 60–79 of 20', '5: 80–99 of 20']) {
    await click('Next');
    await shown(said);
  }
  await eventually(() => expect(search()).toBe(`?after=19.0.${long}_39.0.${long}`));
  for (const said of ['4: 60–79 of 20', '3: 40–59 of 20', '2: 20–39 of 20']) {
    await click('Previous');
    await shown(said);
  }
  await eventually(() => expect(search()).toBe(`?after=19.0.${long}`));
});

test('a list that was shown before has its rows before they are read again, and another list has none', async () => {
  const never = () => new Promise<ListPage<number>>(() => {});
  open('/?after=19.0', { name: 'numbers' });
  await shown('2: 20–39 of 20');
  mounted?.unmount();
  open('/?after=19.0', { name: 'numbers', answer: never });
  await shown('2: 20–39 of 20');
  mounted?.unmount();
  open('/?after=39.0', { name: 'numbers', answer: never });
  await shown('2: – of 20');
  mounted?.unmount();
  open('/?after=19.0', { name: 'others', answer: never });
  await shown('2: – of 20');
});

test('a list whose name says the time takes the room of no other', async () => {
  const never = () => new Promise<ListPage<number>>(() => {});
  open('/', { name: 'other' });
  await shown('1: 0–19 of 20');
  mounted?.unmount();
  draws = 0;
  openRoot(Drawn, '/');
  await shown('1: 0–19 of 20');
  for (let time = 0; time < 20; time++) await click('Draw');
  expect(draws).toBeGreaterThan(20);
  mounted?.unmount();
  open('/', { name: 'other', answer: never });
  await shown('1: 0–19 of 20');
});

test('rows that were shown before are painted before they are read again', async () => {
  open('/', { name: 'painted' });
  await shown('1: 0–19 of 20');
  mounted?.unmount();
  let frames = 0;
  const framesAtRead: number[] = [];
  const answer: typeof read = (request) => {
    framesAtRead.push(frames);
    return read(request);
  };
  open('/', { name: 'painted', answer });
  requestAnimationFrame(() => frames++);
  await eventually(() => expect(framesAtRead).toEqual([1]));
});

test('rows that were shown before give way to those that are read', async () => {
  let rows = [7, 8];
  const list = { name: 'changing', answer: async () => ({ rows }) };
  open('/', list);
  await shown('1: 7–8 of 20');
  mounted?.unmount();
  rows = [8, 9];
  open('/', list);
  await shown('1: 8–9 of 20');
});
