/** The tabs of the transaction page: each has an address, and one open trace serves them all. */
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';

test('workbench and explorer: the first tab is the transaction itself, an unknown one is no page', async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('swap-two-hops');
  for (const base of [
    `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`,
    `${await serve(explorer(demo.rpcUrl))}/tx/${hash}`,
  ]) {
    await page.goto(base);
    await traceIsIdle(page);
    await expect(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
    await page.goto(`${base}/no-such-tab`);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
});

test('a link to a row opens it in the first tab', async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}?trace=0.1`);
  await traceIsIdle(page);
  await expect(row(page, '0.1')).toHaveAttribute('aria-selected', 'true');
  await expect(tree(page)).toBeVisible();
});
