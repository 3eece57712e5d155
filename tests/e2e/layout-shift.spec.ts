/** What is being read stands still: nothing on the page of a transaction moves once its first rows are there. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

/** Names, notes, token names and the graph have come by then, ms. */
const QUIET = 2_500;

const TRANSACTIONS = ['swap-two-hops', 'erc20-transfer', 'nested-custom-error', 'thousand-calls'] as const;

/** Notes layout shifts, and when the first rows were in the document, before the page's own scripts run. */
function watchShifts(): void {
  const seen: { at: number; value: number; moved: string[] }[] = [];
  const noted = { seen, rowsAt: Number.POSITIVE_INFINITY };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '');
      seen.push({ at: entry.startTime, value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('[role=treeitem]') === null) requestAnimationFrame(look);
    else setTimeout(() => Object.assign(noted, { rowsAt: performance.now() }));
  };
  look();
}

async function shiftsAfterRows(page: Page): Promise<unknown[]> {
  await traceIsIdle(page);
  await page.waitForTimeout(QUIET);
  return page.evaluate(() => {
    const { noted } = window as unknown as { noted: { seen: { at: number }[]; rowsAt: number } };
    return noted.seen.filter(({ at }) => at > noted.rowsAt);
  });
}

for (const name of TRANSACTIONS) {
  test(`${name}: nothing moves after the first rows, on the first visit and on the second`, async ({
    page,
    serve,
    demo,
  }) => {
    await page.addInitScript(watchShifts);
    await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf(name)}`);
    expect(await shiftsAfterRows(page), 'first visit').toEqual([]);
    await page.reload();
    expect(await shiftsAfterRows(page), 'second visit').toEqual([]);
  });
}
