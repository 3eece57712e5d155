/** A page that was open before is drawn before the app is there, and nothing moves when the app takes over. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test.use({ serviceWorkers: 'allow', expectedErrors: [/^Failed to load resource: /] });

/** Opens the page and waits until its first screen is kept. */
async function keep(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await traceIsIdle(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('kept-screens')).keys()).length)).toBe(1);
}

test('the first screen stands without the app, moves nowhere when that is there, and is not shown under other choices', {
  tag: '@offline',
}, async ({ page, context, endpoint, serve, demo }) => {
  const url = `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await keep(page, url);
  const places = (root: string) =>
    page.evaluate(
      (within) =>
        [...document.querySelectorAll(`${within} :is(h1, [role=tab], [role=treeitem])`)].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return [element.textContent, ...[left, top, width, height].map(Math.round)];
        }),
      root,
    );

  // The app's own script is missing: what is seen is the document.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) if (/assets\/index-.*\.js$/.test(key.url)) await cache.delete(key);
    }
  });
  await context.route(/assets\/index-.*\.js$/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Router.swapExactTokens succeeded');
  expect(await page.locator('#root').evaluate((root) => root.matches('[inert]'))).toBe(true);
  const before = await places('#kept');
  expect(before.length).toBeGreaterThan(10);

  // A tab waits for the app in the same document.
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page).toHaveURL(/\/logs$/);
  expect(await page.locator('#kept').count()).toBe(1);
  await page.goBack();

  await context.unroute(/assets\/index-.*\.js$/);
  await page.reload();
  await expect(page.locator('#kept')).toHaveCount(0);
  await traceIsIdle(page);
  expect(await places('#root')).toEqual(expect.arrayContaining(before));
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );
  expect(shift).toBe(0);

  await page.evaluate(() => localStorage.setItem('loupe.theme', 'light'));
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.kept)).toBe('not');
});
