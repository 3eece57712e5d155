/** The panel through the engine's own session: keys, ARIA, folding, search and reverts. */

import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import '../../../src/app/styles/tokens.css';
import { TracePanel } from '../../../src/app/views/trace/TracePanel';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import type { RowNote } from '../../../src/core/trace/row-note';
import type { Trace } from '../../../src/core/trace/rows';
import type { TraceService } from '../../../src/workers/client';
import type { TraceSession } from '../../../src/workers/trace/trace-session';
import { addressOf, callTree } from '../../helpers/call-tree';
import { eventually } from '../../helpers/eventually';
import { apiOf, sessionOf } from './session-api';

const SWAP = `
  Router.swap
    Oracle.price :staticcall
    Token.move = 2500000000000000000
      #Moved
      Vault.take
    Pool.sync ! out of gas
      Pool.deep
    Token.last
`;

let root: Root;
let place: HTMLElement;
let selections: string[];

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  place.style.width = '1000px';
  root = createRoot(place);
  selections = [];
});
afterEach(() => {
  root.unmount();
  place.remove();
});

async function show(trace: Trace, { openAt, failed = false }: { openAt?: string; failed?: boolean } = {}) {
  const session = sessionOf(trace, ['Router', 'Oracle', 'Token', 'Vault', 'Pool'], failed);
  render(session, apiOf(session), openAt);
  await eventually(() => expect(ids().length).toBeGreaterThan(0));
  return session;
}

function render(
  session: TraceSession,
  api: TraceService,
  openAt: string | undefined,
  { known = 0, noted }: { known?: number; noted?: readonly string[] } = {},
) {
  const opened = session.firstScreen({ ...ALL_SHOWN, gas: true });
  root.render(
    <TracePanel
      api={api}
      summary={opened}
      first={opened.first}
      outcome={session.outcome()}
      known={known}
      notes={noted && { byId: new Map(noted.map((id) => [id, noteAt(id)])), save: async () => {}, exportAll: () => {} }}
      currency={{ name: 'Ether', symbol: 'ETH', decimals: 18 }}
      openAt={openAt}
      onSelect={(depthId) => selections.push(depthId)}
      onLost={(error) => {
        throw error;
      }}
    />,
  );
}

const noteAt = (depthId: string): RowNote => ({ depthId, priority: 'none', comment: 'look here' });

const tree = () => place.querySelector<HTMLElement>('[role=tree]') as HTMLElement;
const items = () => [...place.querySelectorAll<HTMLElement>('[role=treeitem]')];
/** Depth ids on the screen, from top to bottom. */
const ids = () =>
  items()
    .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
    .map((item) => item.dataset.id ?? '');
const item = (id: string) => place.querySelector<HTMLElement>(`[role=treeitem][data-id="${id}"]`) as HTMLElement;
/** The row that assistive technology is told of. */
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.dataset.id;

async function press(...keys: string[]) {
  tree().focus({ preventScroll: true });
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
}

test('every row says its level, place, siblings and whether it is open', async () => {
  await show(callTree(SWAP));
  expect(ids()).toEqual(['0', '0.0', '0.1', '0.1.e0', '0.1.0', '0.2', '0.2.0', '0.3']);
  const said = (id: string) =>
    ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) => item(id).getAttribute(name));
  expect(said('0')).toEqual(['1', '1', '1', 'true']);
  expect(said('0.1')).toEqual(['2', '2', '4', 'true']);
  expect(said('0.1.e0')).toEqual(['3', '1', '2', null]);
  expect(said('0.3')).toEqual(['2', '4', '4', null]);
});

test('arrow keys move between rows, expand and collapse', async () => {
  await show(callTree(SWAP));
  await press('ArrowDown');
  expect(active()).toBe('0');
  await press('ArrowDown', 'ArrowDown');
  expect(active()).toBe('0.1');
  await press('ArrowLeft');
  await eventually(() => expect(item('0.1').getAttribute('aria-expanded')).toBe('false'));
  expect(ids()).toEqual(['0', '0.0', '0.1', '0.2', '0.2.0', '0.3']);
  expect(active()).toBe('0.1');
  // Collapsed already: the row before.
  await press('ArrowLeft');
  expect(active()).toBe('0.0');
  // Nothing to expand: the next row, which then expands.
  await press('ArrowRight');
  expect(active()).toBe('0.1');
  await press('ArrowRight');
  await eventually(() => expect(ids()).toContain('0.1.e0'));
  await press('ArrowRight');
  await eventually(() => expect(active()).toBe('0.1.e0'));
  await press('End');
  expect(active()).toBe('0.3');
  await press('Home');
  expect(active()).toBe('0');
});

test('the tree keeps the focus, and the selection is told', async () => {
  await show(callTree(SWAP));
  await press('ArrowDown', 'ArrowDown');
  expect(document.activeElement).toBe(tree());
  expect(selections).toEqual(['0', '0.0']);
});

test('a row in the address is selected although names become known while it is looked up', async () => {
  const session = sessionOf(callTree(SWAP));
  const api = apiOf(session);
  let growing = 2;
  const rows: typeof api.rows = (...range) => {
    if (growing-- > 0) session.newVersion();
    return api.rows(...range);
  };
  render(session, { ...api, rows } as typeof api, '0.1');
  await eventually(() => expect(item('0.1')?.getAttribute('aria-selected')).toBe('true'));
});

test('Enter opens and closes the detail of the selected row', async () => {
  await show(callTree(SWAP), { openAt: '0.1' });
  await press('Enter');
  await eventually(() =>
    expect(place.querySelector('[aria-label="Details of row 0.1"]')?.textContent).toContain('2.5'),
  );
  expect(document.activeElement).toBe(tree());
  await press('Enter');
  await eventually(() => expect(place.querySelector('.trace-detail')).toBeNull());
});

test('a link to a row opens with it, without telling it as a selection', async () => {
  await show(callTree(SWAP), { openAt: '0.1.0' });
  expect(active()).toBe('0.1.0');
  expect(selections).toEqual([]);
});

test('a link to a row there is none says so', async () => {
  await show(callTree(SWAP), { openAt: '0.7' });
  expect(place.textContent).toContain('This trace has no row 0.7');
});

test('what is said of a row there is none goes with the next selection', async () => {
  const session = sessionOf(callTree(SWAP));
  const api = apiOf(session);
  render(session, api, '0.7');
  await eventually(() => expect(place.textContent).toContain('This trace has no row 0.7'));
  render(session, api, '0');
  await eventually(() => expect(place.textContent).not.toContain('This trace has no row'));
});

test('a row that comes with more rows of the trace is no longer said to be missing', async () => {
  await show(callTree(SWAP), { openAt: '0.4' });
  expect(place.textContent).toContain('This trace has no row 0.4');
  const whole = sessionOf(callTree(`${SWAP.trimEnd()}\n    Oracle.late\n`));
  render(whole, apiOf(whole), '0.4');
  await eventually(() => expect(active()).toBe('0.4'));
  expect(place.textContent).not.toContain('This trace has no row');
});

test('a failed transaction opens at what failed, and the error badge stands at its origin', async () => {
  const trace = callTree(`
    Router.swap !
      Oracle.price
      Pool.swap !
        Pool.check ! out of gas
  `);
  await show(trace, { failed: true });
  await eventually(() => expect(active()).toBe('0.1.0'));
  expect(item('0.1.0').querySelector('.trace-error')?.textContent).toBe('✕ out of gas');
  expect(item('0.1').querySelector('.trace-error')?.textContent).toBe('✕ reverted');
  expect(item('0.0').querySelector('.trace-error')).toBeNull();
});

test('a caught failure is marked as caught', async () => {
  await show(callTree(SWAP));
  expect(item('0.2').querySelector('.trace-error')?.textContent).toBe('✕ out of gas');
  expect(item('0.2').querySelector('.trace-caught')?.textContent).toBe('caught');
});

test('one revert has a button that goes there', async () => {
  await show(callTree(SWAP));
  const button = [...place.querySelectorAll('button')].find((each) => each.textContent?.includes('Go to revert'));
  await userEvent.click(button as HTMLElement);
  await eventually(() => expect(active()).toBe('0.2'));
});

test('several reverts: their count toggles the filter for them, which says which one is shown', async () => {
  await show(callTree('Router.swap\n  Pool.sync ! out of gas\n  Token.move\n  Pool.deep ! out of gas'));
  const count = [...place.querySelectorAll('button')].find((each) => each.textContent === '2 reverts');
  const status = () => place.querySelector('[aria-label="Search results"] [role=status]')?.textContent;
  expect(count?.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(count as HTMLElement);
  await eventually(() => expect(status()).toBe('1/2'));
  await eventually(() => expect(active()).toBe('0.0'));
  expect(count?.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(count as HTMLElement);
  await eventually(() => expect(place.querySelector('[aria-label="Search results"]')).toBeNull());
  expect(count?.getAttribute('aria-pressed')).toBe('false');
});

test('expand all, collapse all', async () => {
  await show(callTree(SWAP));
  const button = (name: string) => [...place.querySelectorAll('button')].find((each) => each.textContent === name);
  await userEvent.click(button('Collapse all') as HTMLElement);
  await eventually(() => expect(ids()).toEqual(['0']));
  await userEvent.click(button('Expand all') as HTMLElement);
  await eventually(() => expect(ids()).toHaveLength(8));
});

test('hiding events gives the selection of one to its frame', async () => {
  await show(callTree(SWAP), { openAt: '0.1.e0' });
  const button = [...place.querySelectorAll('button')].find((each) => each.textContent === 'Events') as HTMLElement;
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(button);
  await eventually(() => expect(ids()).not.toContain('0.1.e0'));
  expect(active()).toBe('0.1');
});

test('search goes to the first match, walks on with Enter and back with Shift+Enter, and clears with Escape', async () => {
  await show(callTree(SWAP));
  const box = place.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement;
  const status = () => place.querySelector('[aria-label="Search results"] [role=status]')?.textContent;
  await userEvent.type(box, 'pool');
  await eventually(() => expect(status()).toBe('1/2'));
  await eventually(() => expect(active()).toBe('0.2'));
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(active()).toBe('0.2.0'));
  expect(status()).toBe('2/2');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await eventually(() => expect(active()).toBe('0.2'));
  expect(document.activeElement).toBe(box);
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(place.querySelector('[aria-label="Search results"]')).toBeNull());
  expect(document.activeElement).toBe(tree());
});

test('a search is counted again when names become known', async () => {
  const session = sessionOf(callTree(SWAP));
  const api = apiOf(session);
  render(session, api, '0');
  await eventually(() => expect(ids().length).toBeGreaterThan(0));
  await userEvent.type(place.querySelector('input[type=search]') as HTMLInputElement, 'treasury');
  const status = () => place.querySelector('[aria-label="Search results"] [role=status]')?.textContent;
  await eventually(() => expect(status()).toBe('No results'));
  session.knowledge.contracts.put('kept', {
    networkId: session.key.networkId,
    address: addressOf('Vault'),
    name: { text: 'Treasury', origin: 'buildOutput' },
    abi: [],
    fetchedAt: 0,
  });
  session.newVersion();
  render(session, api, '0', { known: 1 });
  await eventually(() => expect(status()).toBe('1/1'));
  expect(active()).toBe('0');
});

test('the filter of comments follows what is noted, and stays when nothing is any more', async () => {
  const session = sessionOf(callTree(SWAP));
  const api = apiOf(session);
  render(session, api, '0', { noted: ['0.1'] });
  const filter = () => place.querySelector('select[aria-label="Search in"]') as HTMLSelectElement;
  await eventually(() => expect([...filter().options].map(({ value }) => value)).toContain('comments'));
  await userEvent.selectOptions(filter(), 'comments');
  const status = () => place.querySelector('[aria-label="Search results"] [role=status]')?.textContent;
  await eventually(() => expect(status()).toBe('1/1'));
  render(session, api, '0', { noted: ['0.1', '0.3'] });
  await eventually(() => expect(status()).toBe('1/2'));
  render(session, api, '0', { noted: [] });
  await eventually(() => expect(status()).toBe('No results'));
  expect(filter().value).toBe('comments');
});

test('a search without matches says No results, and a folded match is revealed', async () => {
  await show(callTree(SWAP), { openAt: '0' });
  await press('ArrowLeft');
  await eventually(() => expect(ids()).toEqual(['0']));
  const box = place.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement;
  await userEvent.type(box, 'nothing of that name');
  await eventually(() =>
    expect(place.querySelector('[aria-label="Search results"]')?.textContent).toContain('No results'),
  );
  await userEvent.clear(box);
  await userEvent.type(box, 'vault');
  await eventually(() => expect(active()).toBe('0.1.0'));
});

test('filters without data are not offered', async () => {
  await show(callTree('Router.swap > Token.move'));
  const offered = [...place.querySelectorAll('option')].map((option) => option.textContent);
  expect(offered).toContain('OpCode');
  expect(offered).not.toContain('Reverts');
  expect(offered).not.toContain('Comments');
  expect(offered).not.toContain('File');
});

/** For questions to a trace that takes a busy machine a while. */

test('of 20,000 rows few are in the document, the last is a key away, and the selected one stays', async () => {
  const children = Array.from({ length: 20_000 }, () => '  Token.move').join('\n');
  await show(callTree(`Router.swap\n${children}`));
  expect(items().length).toBeLessThan(100);
  await press('End');
  await eventually(() => expect(active()).toBe('0.19999'));
  const scroller = place.querySelector('.trace-scroller') as HTMLElement;
  // The tree scrolls to the row a little after it is selected, and would undo the scroll below.
  await eventually(() => expect(scroller.scrollTop).toBeGreaterThan(100_000));
  await eventually(() => expect(place.querySelector('.is-placeholder')).toBeNull());
  scroller.scrollTop = 0;
  await eventually(() => expect(item('0.5')).not.toBeNull());
  expect(active()).toBe('0.19999');
  expect(items().length).toBeLessThan(100);
}, 30_000);

test('rows stand in the document in their order, whichever came first', async () => {
  const children = Array.from({ length: 400 }, () => '  Token.move').join('\n');
  await show(callTree(`Router.swap\n${children}`));
  await press('Home', 'ArrowDown');
  await eventually(() => expect(active()).toBe('0.0'));
  const scroller = place.querySelector('.trace-scroller') as HTMLElement;
  for (const [top, seen] of [
    [6_000, '0.235'],
    [3_000, '0.120'],
    [0, '0.3'],
  ] as const) {
    scroller.scrollTop = top;
    await eventually(() => expect(item(seen)).not.toBeNull());
    await eventually(() => expect(place.querySelector('.is-placeholder')).toBeNull());
    const places = items().map(({ dataset }) => Number(dataset.index));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('ancestors of the first visible row stay pinned', async () => {
  const children = Array.from({ length: 200 }, () => '    Token.move').join('\n');
  await show(callTree(`Router.swap\n  Pool.batch\n${children}`));
  const scroller = place.querySelector('.trace-scroller') as HTMLElement;
  scroller.scrollTop = 2_000;
  await eventually(() => {
    const pinned = [...place.querySelectorAll('.trace-pinned .trace-name')].map((name) => name.textContent);
    expect(pinned).toEqual(['Router', 'Pool']);
  });
});

test('of an event its topics are told apart from its data, in the row and in its details', async () => {
  const topics = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(32)}`).join(', ');
  await show(callTree(`Router.swap\n  #[${topics} | 0x${'11'.repeat(32)}]\n  #[0x${'22'.repeat(32)} | 0x]\n`));
  expect(item('0.e0').textContent).toContain('(96 bytes)');
  expect(item('0.e1').textContent).toContain('()');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  const fields = () => place.querySelector('[aria-label="Details of row 0.e0"] dl')?.textContent;
  await eventually(() => expect(fields()).toContain('Data32 bytes'));
  await press('ArrowDown');
  const others = () => place.querySelector('[aria-label="Details of row 0.e1"] dl')?.textContent;
  await eventually(() => expect(others()).toContain('Topic 0'));
  expect(others()).not.toContain('Data');
});

test('after a value was looked at whole, the keys are those of the tree again', async () => {
  const transfer = `0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0x${'aa'.padStart(64, '0')}, 0x${'bb'.padStart(64, '0')}`;
  const session = sessionOf(callTree(`Token.move\n  #[${transfer} | 0x${'01'.padStart(64, '0')}]\n  Vault.take\n`));
  const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
  if (!abi.ok) throw new Error(abi.error);
  session.knowledge.contracts.put('kept', {
    networkId: session.key.networkId,
    address: addressOf('Token'),
    name: { text: 'Token', origin: 'buildOutput' },
    abi: abi.value.abi,
    abiOrigin: 'buildOutput',
    fetchedAt: 0,
  });
  render(session, apiOf(session), undefined);
  await eventually(() => expect(item('0.e0').textContent).toContain('Transfer(from: '));
  await userEvent.click(item('0.e0').querySelector('[data-value="in.0"]') as HTMLElement);
  const popover = () => document.querySelector('[role=dialog]');
  await eventually(() => expect(popover()?.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(document.activeElement).toBe(tree()));
  expect(popover()).toBeNull();
  await userEvent.keyboard('{End}');
  await eventually(() => expect(active()).toBe('0.0'));
});
