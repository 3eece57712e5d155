/** RPC usage: what was asked of the endpoints is counted, weighed and set against a quota. */
import { violationsAtEveryWidth } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('calls are counted by method and endpoint, weighed by the table, and fill a quota', { tag: '@usage' }, async ({
  context,
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/usage`);
  await expect(page.getByText('No calls yet')).toBeVisible();
  // Counts are written a moment after the calls, by the tab that makes them: it stays open.
  const other = await context.newPage();
  await other.goto(`${base}/${CHAIN}/tx/${demo.hashOf('erc20-transfer')}`);
  await traceIsIdle(other);
  const methods = page.getByRole('table', { name: 'Usage by method' });
  const row = methods.getByRole('row').filter({ hasText: 'eth_getTransactionReceipt' });
  await expect(row).toBeVisible();
  await other.close();
  const facts = page.getByLabel('Usage in short');
  const calls = (await facts.getByText('All JSON-RPC calls').locator('xpath=following-sibling::*').textContent()) ?? '';
  await expect(facts.getByText('Units consumed').locator('xpath=following-sibling::*')).not.toHaveText('0');
  expect(Number(calls.replaceAll(',', ''))).toBeGreaterThan(2);

  await page.getByLabel('Method and units, one a line').fill('* many');
  await page.getByRole('button', { name: 'Keep this table' }).click();
  await expect(page.getByText('Line 1 is no method and its units: “* many”')).toBeVisible();
  await page.getByLabel('Method and units, one a line').fill('* 0\neth_getTransactionReceipt 7');
  await page.getByRole('button', { name: 'Keep this table' }).click();
  await expect(row.getByRole('cell').nth(2)).not.toHaveText('0');

  await page.getByRole('button', { name: /Set a quota/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The endpoint states no rate limit that a page may read.')).toBeVisible();
  await dialog.getByLabel('Units').fill('1');
  await dialog.getByRole('button', { name: 'Keep the quota' }).click();
  await expect(page.getByText('used up', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('used up', { exact: true })).toBeVisible();
  // The page was loaded anew: what is used up is warned of, wherever the reader is.
  await expect(page.getByText(/^The quota of .* is used up\./)).toBeVisible();
  await page.getByLabel('Start from').selectOption({ label: 'Alchemy: compute units' });
  await expect(page.getByLabel('Method and units, one a line')).toHaveValue(/eth_call 26/);
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/range=week/);
  expect(await violationsAtEveryWidth(page)).toEqual([]);
});

test('the explorer variant has no such page', { tag: '@usage' }, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(explorer(demo.rpcUrl))}/usage`);
  await expect(page.getByText('Page not found')).toBeVisible();
});
