/** The newcomer's path: `npm start` prints links, and they lead where they say. */
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test.use({ serviceWorkers: 'allow' });

test('the printed links open the transactions they name', { tag: ['@home', '@trace'] }, async ({ page, demo }) => {
  expect(demo.links.length).toBeGreaterThanOrEqual(5);
  for (const { url } of demo.links) {
    await page.goto(url);
    await traceIsIdle(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Success|Failed/);
  }
});

test('the home page offers them too, and lists what was opened', { tag: '@home' }, async ({ page, demo }) => {
  await page.goto(demo.url);
  const main = page.getByRole('main');
  const sample = main.getByRole('link').filter({ hasText: /.+/ }).and(page.locator('[href*="/tx/0x"]')).first();
  await sample.click();
  await traceIsIdle(page);
  const url = page.url().replace(/\?.*/, '');
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  await expect(main.locator(`a[href="${new URL(url).pathname}"]`).first()).toBeVisible();
});
