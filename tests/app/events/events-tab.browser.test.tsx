/** The tab of events, asked of the engine's own session: what is counted, filtered and decoded. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { EventsTab } from '../../../src/app/views/events/EventsTab';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import type { Trace } from '../../../src/core/trace/rows';
import { listEvents } from '../../../src/workers/trace/views/list-events';
import { addressOf, callTree } from '../../helpers/call-tree';
import { sessionOf } from '../trace/session-api';
import { mountView } from '../transaction/mount-view';
import { DEMO, type MountedAt } from '../ui/mount-at';

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (digits: string) => digits.padStart(64, '0');
/** `Transfer(from, to, value)` as raw topics and data. */
const transfer = (value: number) => `#[0x${TRANSFER}${word('aa')}${word('bb')} | 0x${word(value.toString(16))}]`;

/** Three transfers, an event that nobody can name, and a transfer that was undone. */
const TRACE = `
  Router.swap
    Token.move
      ${transfer(1)}
      ${transfer(2)}
    Coin.move
      ${transfer(3)}
      #Odd
    Token.fails !
      ${transfer(4)}
`;

const ABI = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
];

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

function show(trace: Trace, search = ''): void {
  const session = sessionOf(trace);
  const abi = parseAbi(ABI);
  if (!abi.ok) throw new Error(abi.error);
  for (const name of ['Token', 'Coin'])
    session.knowledge.contracts.put('kept', {
      networkId: DEMO.id,
      address: addressOf(name),
      name: { text: name, origin: 'buildOutput' },
      abi: abi.value.abi,
      abiOrigin: 'buildOutput',
      fetchedAt: 0,
    });
  const answers = {
    events: async (_: unknown, ...query: [Parameters<typeof listEvents>[1], number, number]) =>
      structuredClone(await listEvents(session, ...query)),
  };
  page = mountView(<EventsTab />, { session, tab: 'events', search, trace: answers });
}

const text = () => page?.element.textContent ?? '';
const cards = () => [...(page?.element.querySelectorAll('article') ?? [])];
/** The value that each transfer tells. */
const values = () => cards().map((card) => /uint256(\d+)/.exec(card.textContent ?? '')?.[1]);
/** What stands beside the heading: how many are listed, of how many. */
const counted = () => page?.element.querySelector('h2 + span')?.textContent;
const button = (name: string | RegExp, within: ParentNode | undefined = page?.element) => {
  const found = [...(within?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
    typeof name === 'string' ? textContent?.trim() === name : name.test(textContent ?? ''),
  );
  if (found === undefined) throw new Error(`There is no button ${name}.`);
  return found;
};
test('events come in the order they were emitted, without those that were undone', async () => {
  show(callTree(TRACE));
  await expect.poll(() => cards().length).toBe(4);
  expect(cards().map((card) => card.getAttribute('aria-label'))).toEqual(['Event 1', 'Event 2', 'Event 3', 'Event 4']);
  expect(cards().map((card) => card.querySelector('header span')?.textContent)).toEqual(['1', '2', '3', '4']);
  expect(values()).toEqual(['1', '2', '3', undefined]);
  expect(cards().map((card) => card.querySelector('bdi')?.textContent)).toEqual([
    'Transfer',
    'Transfer',
    'Transfer',
    'Unknown',
  ]);
});

test('the filters say how many events each has, and what is chosen stands in the address', async () => {
  show(callTree(TRACE));
  await expect.poll(() => cards().length).toBe(4);
  await userEvent.click(button(/^Coin \d/));
  await expect.poll(() => cards().length).toBe(2);
  expect(page?.address()).toContain(`contract=${addressOf('Coin')}`);
  await userEvent.click(button(/^Transfer \d/));
  await expect.poll(() => cards().length).toBe(1);
  expect(page?.address()).toContain('event=Transfer');
  // Pressed again, it is chosen no more.
  await userEvent.click(button(/^Coin \d/));
  await expect.poll(() => cards().length).toBe(3);
  expect(page?.address()).not.toContain('contract=');
});

test('an address that filters everything away says so, and gives the way out', async () => {
  show(callTree(TRACE), '?event=Approval');
  await expect.poll(text).toContain('No results');
  expect(cards()).toHaveLength(0);
  await userEvent.click(button('Clear the filters'));
  await expect.poll(() => cards().length).toBe(4);
});

test('undone events are shown on demand, and marked', async () => {
  show(callTree(TRACE));
  await expect.poll(() => cards().length).toBe(4);
  await expect.poll(counted).toBe('4');
  await userEvent.click(button('1 undone'));
  await expect.poll(() => cards().length).toBe(5);
  expect(page?.address()).toContain('undone=shown');
  await expect.poll(counted).toBe('5');
  await userEvent.click(button(/^Token \d/));
  await expect.poll(() => cards().length).toBe(3);
  await expect.poll(counted).toBe('3 of 5');
  expect(cards().filter((card) => card.textContent?.includes('undone'))).toHaveLength(1);
});

test('an address that lists undone events', async () => {
  show(callTree(TRACE), '?undone=shown');
  await expect.poll(() => cards().length).toBe(5);
  await userEvent.click(button('1 undone'));
  await expect.poll(() => cards().length).toBe(4);
  expect(page?.address()).not.toContain('undone');
});

test('where all events were undone the tab says so, and shows them when asked', async () => {
  show(callTree(`Token.fails !\n  ${transfer(4)}\n`));
  await expect.poll(text).toContain('No events were emitted in this transaction');
  expect(text()).not.toContain('Clear the filters');
  await userEvent.click(button('Show those undone'));
  await expect.poll(() => cards().length).toBe(1);
  expect(cards()[0]?.textContent).toContain('undone');
});

test('an event that nobody can name has its raw form only', async () => {
  show(callTree(TRACE));
  await expect.poll(() => cards().length).toBe(4);
  const [first, , , unknown] = cards();
  expect(button('Raw', unknown).disabled).toBe(true);
  expect(unknown?.textContent).toContain('Topic 0');
  expect(first?.textContent).not.toContain('Topic 0');
  await userEvent.click(button('Raw', first));
  expect(first?.textContent).toContain(`0x${TRANSFER}`);
});

test('a transaction without events says what that means', async () => {
  show(callTree('Router.swap > Token.move'));
  await expect.poll(text).toContain('No events were emitted in this transaction');
});

test('of long data the button says how much it copies', async () => {
  show(callTree(`Router.swap\n  #[0x${'77'.repeat(32)} | 0x${'11'.repeat(20_000)}]\n`));
  await expect.poll(() => cards().length).toBe(1);
  expect(text()).toContain('20,000 bytes');
  expect(text()).toContain('… 36,002 more digits');
  const copy = page?.element.querySelector('button[aria-label^="Copy the first"]');
  expect(copy?.getAttribute('aria-label')).toBe('Copy the first 16,384 bytes of data');
});
