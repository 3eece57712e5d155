/** On phones the details are a sheet over the lower part of the page: the row they are of is seen above it. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/app/styles/tokens.css';
import { TracePanel } from '../../../src/app/views/trace/TracePanel';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import { callTree } from '../../helpers/call-tree';
import { eventually } from '../../helpers/eventually';
import { apiOf, sessionOf } from './session-api';

/** Eight calls nested, then so many beside one another. */
const SIBLINGS = 60;
const NESTED = Array.from({ length: 8 }, (_, depth) => `${'  '.repeat(depth)}Router.swap`);
const TREE = [...NESTED, ...Array.from({ length: SIBLINGS }, () => `${'  '.repeat(8)}Token.move`)].join('\n');

let root: Root;
let place: HTMLElement;
const before = { width: window.innerWidth, height: window.innerHeight };

beforeEach(async () => {
  await page.viewport(390, 844);
  place = document.body.appendChild(document.createElement('div'));
  place.style.padding = '500px 0 1500px';
  root = createRoot(place);
});
afterEach(async () => {
  root.unmount();
  place.remove();
  await page.viewport(before.width, before.height);
});

async function show(text: string) {
  const session = sessionOf(callTree(text), ['Router', 'Token'], false);
  const opened = session.firstScreen({ ...ALL_SHOWN, gas: true });
  root.render(
    <TracePanel
      api={apiOf(session)}
      summary={opened}
      first={opened.first}
      outcome={session.outcome()}
      known={0}
      currency={{ name: 'Ether', symbol: 'ETH', decimals: 18 }}
      openAt={undefined}
      onSelect={() => undefined}
      onLost={(error) => {
        throw error;
      }}
    />,
  );
  await eventually(() => expect(place.querySelectorAll('[role=treeitem]').length).toBeGreaterThan(0));
}

const tree = () => place.querySelector<HTMLElement>('[role=tree]') as HTMLElement;
const selected = () => document.getElementById(tree().getAttribute('aria-activedescendant') ?? '');
const sheet = () => place.querySelector<HTMLElement>('.trace-sheet');
/** Upper and lower edge, px from the top of the window. */
const edges = (element: Element | null | undefined) => {
  const { top = Number.NaN, bottom = Number.NaN } = element?.getBoundingClientRect() ?? {};
  return { top, bottom };
};

async function press(...keys: string[]) {
  tree().focus({ preventScroll: true });
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
}

/** The row is on the screen, below what is pinned and above the sheet. */
async function isSeen(id: string) {
  await eventually(() => {
    expect(selected()?.dataset.id).toBe(id);
    expect(sheet()?.querySelector('[aria-label]')?.getAttribute('aria-label')).toBe(`Details of row ${id}`);
    const row = edges(selected());
    expect(row.bottom).toBeLessThanOrEqual(edges(sheet()).top);
    const pinned = edges(place.querySelector('.trace-pinned-rows')).bottom;
    expect(row.top).toBeGreaterThanOrEqual(Math.max(0, edges(place.querySelector('.trace-scroller')).top));
    if (!Number.isNaN(pinned)) expect(row.top).toBeGreaterThanOrEqual(pinned - 1);
  });
}

const LAST = `0.${'0.'.repeat(7)}${SIBLINGS - 1}`;
const sibling = (at: number) => `0.${'0.'.repeat(7)}${at}`;

test('the row is seen above the sheet when it opens, and when the keys move on', async () => {
  await show(TREE);
  await press('ArrowDown', 'Enter');
  await isSeen('0');
  for (let at = 0; at < 7; at++) await press('ArrowDown');
  for (let at = 0; at < 20; at++) {
    await press('ArrowDown');
    await isSeen(sibling(at));
  }
  await press('ArrowUp');
  await isSeen(sibling(18));
  await press('End');
  await isSeen(LAST);
  await press('ArrowUp');
  await isSeen(sibling(SIBLINGS - 2));
  await press('Home');
  await isSeen('0');
});

test('a row far down is brought above the sheet that opens over it', async () => {
  await show(TREE);
  await press('End', 'Enter');
  await isSeen(LAST);
  await press('Enter');
  await eventually(() => expect(sheet()).toBe(null));
  // Nothing of the room below the last row is left.
  const scroller = place.querySelector('.trace-scroller') as HTMLElement;
  await eventually(() => expect(scroller.scrollHeight).toBe((NESTED.length + SIBLINGS) * 26));
});

test('a tree that is shorter than the sheet is high is seen whole', async () => {
  await show(NESTED.slice(0, 3).join('\n'));
  await press('End', 'Enter');
  await isSeen('0.0.0');
  await press('Home');
  await isSeen('0');
});
