/** The newcomer's path: `npm start` prints links, and they lead where they say. */
import type { TransactionName } from '../../devnet/names';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test.use({ serviceWorkers: 'allow' });

test('the home page offers transactions and lists what was opened, and the printed links lead to those they name', {
  tag: ['@home', '@trace'],
}, async ({ page, demo }) => {
  await page.goto(demo.url);
  const main = page.getByRole('main');
  const sample = main.getByRole('link').filter({ hasText: /.+/ }).and(page.locator('[href*="/tx/0x"]')).first();
  await sample.click();
  await traceIsIdle(page);
  const opened = page.url().replace(/\?.*/, '');
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  await expect(main.locator(`a[href="${new URL(opened).pathname}"]`).first()).toBeVisible();

  expect(demo.links.length).toBeGreaterThanOrEqual(5);
  // Each of these pages is opened by demo.spec.ts, at the same address of the same app.
  for (const { name, url } of demo.links)
    expect(url).toBe(`${demo.url}/anvil/tx/${demo.hashOf(name as TransactionName)}`);
  await page.goto(demo.links[0]?.url ?? '');
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Success|Failed/);
});
