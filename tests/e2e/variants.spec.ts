/** One build, two variants by config.json. Their pages: tests/app/shell/explorer-pages.browser.test.tsx. */
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('workbench: paths begin with the network, and one without it is led there', { tag: '@shell' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${base}/tx/${hash}`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/tx/${hash}`);
  await traceIsIdle(page);
});

test('explorer: the same page without the network', { tag: '@shell' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${base}/tx/${hash}`);
  await traceIsIdle(page);
  await expect(page).toHaveURL(`${base}/tx/${hash}`);
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  await expect(page).toHaveURL(new RegExp(`^${base}/?$`));
});

test('a config.json that cannot be used is told in one sentence', { tag: '@shell' }, async ({ page, serve }) => {
  await page.goto(await serve({ variant: 'both' }));
  await expect(page.getByRole('main')).toContainText('config.json: variant: must be "workbench" or "explorer".');
});
