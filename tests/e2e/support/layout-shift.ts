/** Whether what stands on a page moves by itself: by the browser's own layout-shift entries. */
import { expect, type Page } from '@playwright/test';
import type { TransactionName } from '../../../devnet/names';
import type { Demo } from './demo';
import { ROWS } from './tables';
import { traceIsIdle } from './tree';

/** First rows of a trace. */
export const TREE = '[role=treeitem]';

/** Opens a transaction twice: nothing moves once the first rows stand, and from the first skeleton on their place is never empty. */
export async function expectStillTwice(page: Page, url: string): Promise<void> {
  await page.addInitScript(noteShifts, TREE);
  await page.addInitScript(noteBlankFrames, TREE);
  await page.goto(url);
  await expectStill(page, 'cold');
  expect(await page.evaluate(() => window.blankFrames()), 'cold').toEqual([]);
  await page.reload();
  await expectStill(page, 'warm');
  expect(await page.evaluate(() => window.blankFrames()), 'warm').toEqual([]);
}

/** Opens a list twice: nothing moves up or down once the first rows stand, and next to nothing sideways. */
export async function expectStillListTwice(page: Page, url: string, table: string, last: string): Promise<void> {
  await page.addInitScript(noteShifts, ROWS);
  await page.goto(url);
  for (const visit of ['cold', 'warm']) {
    await expect(page.getByRole('table', { name: table })).toContainText(last);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const shifts = await shiftsAfterRows(page);
    expect(
      shifts?.filter(({ isVertical }) => isVertical),
      visit,
    ).toEqual([]);
    // Columns give way to the names that become known.
    expect(shifts?.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.01);
    if (visit === 'cold') await page.reload();
  }
}

/** Pages of a chain: the table whose rows count, and a text in it that is learned after the rows. */
export const LISTS: readonly {
  name: string;
  path: (demo: Demo) => string | Promise<string>;
  table: string;
  last: string;
}[] = [
  {
    name: 'a block',
    path: async (demo) => `block/${await blockOf(demo, 'erc20-transfer')}`,
    table: 'Transactions of the block',
    last: 'transfer',
  },
  {
    name: 'a token',
    path: (demo) => `contract/${demo.addressOf('Maple').toLowerCase()}/txs/transfers?view=market`,
    table: 'Token transfers',
    last: 'transfer',
  },
  {
    name: 'a wallet',
    path: () => 'wallet/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266/txs/all',
    table: 'Transactions of the address',
    last: 'transfer',
  },
  { name: 'the list of blocks', path: () => 'blocks', table: 'Blocks', last: '' },
  { name: 'the list of transfers', path: () => 'token-transfers', table: 'Token transfers', last: 'MPL' },
];

async function blockOf(demo: Demo, name: TransactionName): Promise<number> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getTransactionByHash',
    params: [demo.hashOf(name)],
  });
  const answer = await fetch(demo.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return Number((await answer.json()).result.blockNumber);
}

/** `isVertical`: something moved up or down. */
type Shift = { value: number; isVertical: boolean; moved: readonly string[] };

declare global {
  interface Window {
    /** Leaves out the shifts up to the next frame. */
    forgetShifts(): Promise<void>;
    /** The shifts since the first rows were painted. Undefined before. */
    shiftsAfterRows(): readonly Shift[] | undefined;
    /** The sum of all shifts. */
    allShifts(): number;
    /** The frames in which nothing stood where the rows were to come, once anything had. */
    blankFrames(): readonly string[];
  }
}

export async function expectStill(page: Page, visit: string): Promise<void> {
  await traceIsIdle(page);
  await expect(page.getByText('Verified replay')).toBeVisible();
  await expect(page.getByRole('region', { name: /^(Asset changes|Would have moved)$/ })).not.toContainText('Loading');
  const confirmations = page.getByRole('region', { name: 'General information' }).getByText('Confirmations');
  await expect(confirmations.locator('xpath=following-sibling::dd')).toHaveText(/\d/);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  expect(await shiftsAfterRows(page), visit).toEqual([]);
}

/** The shifts up to now: an entry is told a frame after it happened. */
export async function shiftsAfterRows(page: Page): Promise<readonly Shift[] | undefined> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return window.shiftsAfterRows();
  });
}

/** Run before the page's own scripts. `rowSelector` matches the rows that count as the first ones. */
export function noteShifts(rowSelector: string): void {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Entry = PerformanceEntry & { value: number; sources: readonly Source[] };
  const shifts: Entry[] = [];
  let rowsAt: number | undefined;
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Entry[])));
  observer.observe({ type: 'layout-shift', buffered: true });
  const rows = new MutationObserver(() => {
    if (document.querySelector(rowSelector) === null) return;
    rows.disconnect();
    // What moves as the rows are painted moves before they stand.
    requestAnimationFrame(() => setTimeout(() => (rowsAt = performance.now())));
  });
  rows.observe(document, { childList: true, subtree: true });
  window.forgetShifts = () =>
    new Promise((done) =>
      requestAnimationFrame(() =>
        setTimeout(() => {
          rowsAt = performance.now();
          done();
        }),
      ),
    );

  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return `${element?.localName}.${element?.className} "${element?.textContent?.slice(0, 40)}"`;
  };
  window.allShifts = () => {
    shifts.push(...(observer.takeRecords() as Entry[]));
    return shifts.reduce((sum, { value }) => sum + value, 0);
  };
  window.shiftsAfterRows = () => {
    shifts.push(...(observer.takeRecords() as Entry[]));
    if (rowsAt === undefined) return undefined;
    const since = rowsAt;
    return shifts
      .filter(({ startTime }) => startTime > since)
      .map(({ value, sources }) => ({
        value,
        isVertical: sources.some(({ previousRect, currentRect }) => previousRect.y !== currentRect.y),
        moved: sources.map(
          ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${place(previousRect)} to ${place(currentRect)}`,
        ),
      }));
  };
}

/** Run before the page's own scripts: looks at each frame up to that with the first rows. */
function noteBlankFrames(rowSelector: string): void {
  /** Of a skeleton of the rows, px; some less than it has. */
  const leastHeight = 150;
  const blank: string[] = [];
  let begun = false;
  const look = () => {
    const place = document.querySelector('[role=tabpanel], [aria-label="Loading transaction"]');
    const height = Math.round(place?.getBoundingClientRect().height ?? 0);
    begun ||= height >= leastHeight;
    if (begun && height < leastHeight) blank.push(`${Math.round(performance.now())} ms: ${height} px`);
    if (document.querySelector(rowSelector) === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.blankFrames = () => blank;
}
