/** The trace without a mouse: folding, walking, search, values, and the address that follows. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';

async function selected(page: Page): Promise<string> {
  return (await page.locator('[role=treeitem][aria-selected=true]').getAttribute('data-id')) ?? '';
}

test('the page of a transaction by the keyboard alone', { tag: '@trace' }, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);

  await test.step('everything can be reached with Tab, and the focus is seen', async () => {
    const reached = new Set<string>();
    for (let presses = 0; presses < 80 && !reached.has('tree'); presses++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          return element?.getAttribute('role') ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        }),
      );
    }
    expect([...reached]).toEqual(expect.arrayContaining(['Skip to content', 'tree']));
  });

  await test.step('the keys of the tree', async () => {
    await tree(page).focus();

    await page.keyboard.press('Home');
    await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    // An internal call comes before the first call.
    await expect(row(page, '0.i1')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');

    // Left folds what is open, right opens what is folded.
    const rows = await page.getByRole('treeitem').count();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, '0')).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('treeitem')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(row(page, '0')).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('treeitem')).toHaveCount(rows);

    await page.keyboard.press('End');
    // The first row is still the selected one until the key has been worked on.
    await expect.poll(() => selected(page)).not.toBe('0');
    await expect(page.locator('[role=treeitem][aria-selected=true]')).toBeInViewport();

    // The tree names its selected row to assistive technology.
    const active = await tree(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true');

    // Enter opens the row's detail and closes it again.
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.locator('.trace-detail-place')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('.trace-detail-place')).toHaveCount(0);
  });

  await test.step('search in the trace from the keyboard', async () => {
    await tree(page).focus();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search in trace' })).toBeFocused();
    await page.keyboard.type('transfer');
    const navigator = page.getByRole('group', { name: 'Search results' });
    await expect(navigator).toContainText(/^1\/\d+/);
    const first = await selected(page);
    await page.keyboard.press('Enter');
    await expect(navigator).toContainText(/^2\/\d+/);
    await expect.poll(() => selected(page)).not.toBe(first);
    await page.keyboard.press('Shift+Enter');
    await expect(navigator).toContainText(/^1\/\d+/);
    await page.keyboard.press('Escape');
    await expect(navigator).toHaveCount(0);
    await expect(tree(page)).toBeFocused();
  });
});
