/** Transactions in which next to nothing is. Those that are very long or very deep: extremes-whole.spec.ts. */
import { expectAllTabsOpen } from './support/all-tabs';
import { CHAIN, explorer, workbench } from './support/config';
import { startExtremes } from './support/extremes';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('no gas price, no value, no data, and a creation without code', { tag: '@trace' }, async ({
  page,
  serve,
  stopAtEnd,
}) => {
  const { rpcUrl, buildOutput, hashOf } = stopAtEnd(await startExtremes(['nothing', 'emptyCreation']));
  await page.goto(`${await serve(workbench(rpcUrl), { buildOutput })}/${CHAIN}/tx/${hashOf('nothing')}`);
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Transfer of 0');
  const facts = page.getByLabel('Key facts');
  await expect(facts).toContainText('at 0 Gwei');
  await expect(page.getByText('No address transfers with net value to show.')).toBeVisible();
  await expectAllTabsOpen(page);
  const base = await serve(explorer(rpcUrl), { buildOutput });
  await page.goto(`${base}/tx/${hashOf('emptyCreation')}`);
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Creation of');
  await expectAllTabsOpen(page);
});
