/** A virtual network in two tabs at once: one runs it, both steer it, and the other goes on when that is closed. */
import type { Page } from '@playwright/test';
import { workbench } from './support/config';
import { expect, test } from './support/test';

const NETWORK = 7_359;

const head = (page: Page) => page.getByText(/^Head \d/);
/** Makes one block, as who types nothing else. */
const mine = (page: Page) => page.getByRole('form', { name: 'Make blocks' }).getByRole('button').click();

test('two tabs steer one network, and the second goes on without a reload when the first is closed', {
  tag: '@virtual',
}, async ({ context, endpoint, serve }) => {
  const base = await serve(workbench(endpoint.url, { buildOutput: [] }));
  const first = await context.newPage();
  await first.goto(`${base}/virtual`);
  await first.getByText('Empty', { exact: true }).click();
  await first.getByLabel('Chain id').fill(String(NETWORK));
  await first.getByRole('button', { name: 'Make an empty network' }).click();
  await first.waitForURL(`**/${NETWORK}/virtual`);
  await expect(first.getByText('run by this tab')).toBeVisible();
  await expect(head(first)).toContainText('Head 0');

  const second = await context.newPage();
  await second.goto(`${base}/${NETWORK}/virtual`);
  await expect(second.getByText('run by another tab')).toBeVisible();
  await mine(second);
  for (const page of [first, second]) await expect(head(page)).toContainText('Head 1');
  await Promise.all([mine(first), mine(second)]);
  for (const page of [first, second]) await expect(head(page)).toContainText('Head 3');

  await first.close();
  await expect(second.getByText('run by this tab')).toBeVisible();
  await mine(second);
  await expect(head(second)).toContainText('Head 4');
  // Nothing of it was in the tab that is gone.
  await second.reload();
  await expect(head(second)).toContainText('Head 4');
});
