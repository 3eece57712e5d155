/** RPC usage: what was asked of the endpoints is counted, weighed and set against a quota. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violationsAtEveryWidth } from '../../helpers/axe-page';
import { demoChain, explorer, openDemoTransaction, openPage, traceIsIdle } from '../../helpers/demo-page';

test('calls are counted by method and endpoint, weighed by the table, and fill a quota', async () => {
  await openPage('/usage');
  await expect.element(page.getByText('No calls yet')).toBeVisible();
  await openDemoTransaction('erc20-transfer');
  await traceIsIdle();
  // Counts are written a moment after the calls.
  await openPage('/usage');
  const methods = page.getByRole('table', { name: 'Usage by method' });
  const row = methods.getByRole('row').filter({ hasText: 'eth_getTransactionReceipt' });
  await expect.element(row).toBeVisible();
  const fact = (name: string) =>
    page.getByLabelText('Usage in short').getByText(name).element().nextElementSibling?.textContent ?? '';
  await expect.poll(() => fact('Units consumed')).not.toBe('0');
  expect(Number(fact('All JSON-RPC calls').replaceAll(',', ''))).toBeGreaterThan(2);

  const table = page.getByLabelText('Method and units, one a line');
  const keep = page.getByRole('button', { name: 'Keep this table' });
  await table.fill('* many');
  await keep.click();
  await expect.element(page.getByText('Line 1 is no method and its units: “* many”')).toBeVisible();
  await table.fill('* 0\neth_getTransactionReceipt 7');
  await keep.click();
  await expect.element(row.getByRole('cell').nth(2)).not.toHaveTextContent(/^0$/);

  await page.getByRole('button', { name: /Set a quota/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('The endpoint states no rate limit that a page may read.')).toBeVisible();
  await dialog.getByLabelText('Units').fill('1');
  await dialog.getByRole('button', { name: 'Keep the quota' }).click();
  await expect.element(page.getByText('used up', { exact: true })).toBeVisible();
  const app = await openPage('/usage', { reloaded: true });
  await expect.element(page.getByText('used up', { exact: true })).toBeVisible();
  // The next visit began: what is used up is warned of, wherever the reader is.
  await expect.element(page.getByText(/^The quota of .* is used up\./)).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('Start from'), 'Alchemy: compute units');
  await expect.element(table).toHaveValue(expect.stringContaining('eth_call 26'));
  await page.getByRole('button', { name: '7 days' }).click();
  await expect.poll(app.address).toMatch(/range=week/);
  expect(await violationsAtEveryWidth()).toEqual([]);
});

test('the explorer variant has no such page', async () => {
  await openPage('/usage', { config: explorer((await demoChain()).rpcUrl) });
  await expect.element(page.getByText('Page not found')).toBeVisible();
});
