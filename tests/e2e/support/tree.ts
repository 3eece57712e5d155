/** The call trace on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';

export function tree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Call trace' });
}

/** The row with this depth id, when it is rendered. */
export function row(page: Page, depthId: string): Locator {
  return page.locator(`[role=treeitem][data-id="${depthId}"]:not(.is-away)`);
}

/** Waits until the trace is there with the rows of its sources, and no row or value is on its way. */
export async function traceIsIdle(page: Page): Promise<void> {
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await expect(page.locator('.trace-panel[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('.trace-row.is-placeholder')).toHaveCount(0);
  await expect(page.locator('.trace-unread')).toHaveCount(0);
}

/** Depth id and text of the rows that are rendered, in order. */
export async function rowTexts(page: Page): Promise<string[]> {
  await traceIsIdle(page);
  return page.locator('[role=treeitem]:not(.is-away)').evaluateAll((rows) =>
    rows
      .map((row) => ({ index: Number(row.getAttribute('data-index')), id: row.getAttribute('data-id'), row }))
      .sort((a, b) => a.index - b.index)
      .map(({ id, row }) => `${id} ${row.textContent}`),
  );
}
