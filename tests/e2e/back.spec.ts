/** Going back: each page is as it was left, where the reader was and with what was selected. */
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test.use({ viewport: { width: 1280, height: 480 } });

test('back from a transaction the list stands where it was left, and back to the transaction its row is selected', {
  tag: '@links',
}, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/transactions`);
  const links = page.locator('main a[href*="/tx/"]');
  await expect(links.nth(15)).toBeVisible();
  await links.nth(15).scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(100);
  const path = await links.nth(15).getAttribute('href');
  await links.nth(15).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await traceIsIdle(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  const row = page.getByRole('treeitem').nth(1);
  await row.click({ position: { x: 70, y: 12 } });
  await expect(row).toHaveAttribute('aria-selected', 'true');
  const said = await row.textContent();
  await page.locator('main article header a[href*="/block/"]').first().click();
  await expect(page).toHaveURL(/\/block\//);
  await page.goBack();
  await traceIsIdle(page);
  await expect(page.getByRole('treeitem', { selected: true })).toHaveText(said ?? '');

  await page.goBack();
  await expect(links.nth(15)).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});
