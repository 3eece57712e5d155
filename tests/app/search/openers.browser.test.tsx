/** Where a look-up of the search leads, once it is answered; the answers come when the test says so. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { receiveToasts } from '../../../src/app/ui/toast';
import { useOpeners } from '../../../src/app/views/search/use-openers';
import type { Hash } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import { fail } from '../../../src/core/values/result';
import type { Workers } from '../../../src/workers/client';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const HASH = `0x${'12'.repeat(32)}` as Hash;
const START = '/demo/start';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** What opens a hash and a name, with a field for the query, until it is dismissed. */
function Search() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Openers />}
      <button type="button" onClick={() => setOpen(false)}>
        Dismiss
      </button>
    </>
  );
}

function Openers() {
  const [query, setQuery] = useState('');
  const [working, setWorking] = useState(false);
  const open = useOpeners(DEMO, query, setWorking);
  return (
    <>
      <input value={query} onChange={(event) => setQuery(event.target.value)} />
      <button type="button" onClick={() => void open.hash(HASH, 'demo')()}>
        Open hash
      </button>
      <button type="button" onClick={() => void open.ensName('a.eth', DEMO, 'demo')()}>
        Open name
      </button>
      {working && <p>working</p>}
    </>
  );
}

type Loaded = ReturnType<Workers['chain']['loadTransaction']>;

/** The page with the search, and how to answer each question about a transaction, in the order of the questions. */
function start() {
  const waiting: ((answer: Awaited<Loaded>) => void)[] = [];
  const loadTransaction = (): Loaded => new Promise((resolve) => waiting.push(resolve));
  const lookUpEns = () => Promise.reject(Object.assign(new Error('stopped'), { name: 'WorkerStoppedError' }));
  page = mountAt({ path: '/start', pattern: '/start', answers: { chain: { loadTransaction, lookUpEns } } }, <Search />);
  return { waiting, answer: (at: number) => waiting[at]?.(fail(failure('endpointDown', 'No endpoint answered.'))) };
}

const press = async (name: string) => {
  const find = () => [...(page?.element.querySelectorAll('button') ?? [])].find((each) => each.textContent === name);
  await expect.poll(find).toBeDefined();
  await userEvent.click(find() as HTMLElement);
};
const isWorking = () => page?.element.textContent?.includes('working');
/** After this, whatever follows an answer that has come has begun. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a hash opens once it is known what it is of', async () => {
  const { answer } = start();
  await press('Open hash');
  await expect.poll(isWorking).toBe(true);
  answer(0);
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${HASH}`);
});

test('a search that is dismissed opens nothing', async () => {
  const { answer } = start();
  await press('Open hash');
  await press('Dismiss');
  answer(0);
  await settled();
  expect(page?.address()).toBe(START);
});

test('another query ends the look-up', async () => {
  const { answer } = start();
  await press('Open hash');
  await userEvent.fill(page?.element.querySelector('input') as HTMLElement, 'other');
  await expect.poll(isWorking).toBe(false);
  answer(0);
  await settled();
  expect(page?.address()).toBe(START);
});

test('of two look-ups the later one leads on', async () => {
  const { waiting, answer } = start();
  await press('Open hash');
  await press('Open hash');
  expect(waiting).toHaveLength(2);
  answer(0);
  await settled();
  expect(page?.address()).toBe(START);
  expect(isWorking()).toBe(true);
  answer(1);
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${HASH}`);
});

test('a look-up whose worker dies says so and ends', async () => {
  const said: string[] = [];
  const stop = receiveToasts(({ text }) => said.push(text));
  start();
  await press('Open name');
  await expect.poll(() => said).toEqual(['The engine stopped before it answered.']);
  await expect.poll(isWorking).toBe(false);
  stop();
});
