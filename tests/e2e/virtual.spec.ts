/** Virtual networks: made from the demo chain, steered, looked at like any network, and kept. */
import type { Page } from '@playwright/test';
import { axeViolations } from '../helpers/axe';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

const STRANGER = '0x00000000000000000000000000000000000c0ffe';
const FORK = 735700000 + CHAIN;

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const strip = (page: Page) => page.getByRole('complementary', { name: 'Virtual network' });
const heads = (page: Page) => page.getByText(/^Head [\d,]+, \d+ blocks? made here/);

test('a fork of the demo chain: coins, a transaction, a snapshot and back, kept over a reload', {
  tag: '@virtual',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/virtual`);
  await expect(page.getByText('No virtual networks yet')).toBeVisible();
  const form = page.getByRole('form', { name: 'New virtual network' });
  await expect(form.getByLabel('Chain id')).toHaveAttribute('placeholder', String(FORK));
  await form.getByLabel('Chain id').fill(String(CHAIN));
  await form.getByLabel('Name').fill('Rehearsal');
  await expect(form).toContainText('has this chain id.');
  await form.getByLabel('Chain id').fill('');
  await form.getByRole('button', { name: /^Fork / }).click();

  // Never mistaken for the chain it came from.
  await expect(page.getByRole('heading', { level: 1, name: /^Rehearsal/ })).toBeVisible();
  await expect(page).toHaveURL(`${base}/${FORK}/virtual`);
  await expect(strip(page)).toContainText(`chain id ${FORK}`);
  await expect(strip(page)).toContainText('fork of');
  await expect(heads(page)).toContainText('0 blocks made here');

  const snapshots = region(page, 'Snapshots');
  await snapshots.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(snapshots.getByRole('listitem')).toHaveCount(1);

  const faucet = region(page, 'Faucet');
  await faucet.getByLabel('Account').fill(STRANGER);
  await faucet.getByRole('button', { name: /^Give 100 / }).click();
  await expect(page.getByText(/^100 \S+ given$/)).toBeVisible();

  const send = region(page, 'Send');
  await send.getByLabel('To', { exact: true }).fill(STRANGER);
  await send.getByLabel('Value', { exact: true }).fill('1.5');
  await send.getByRole('button', { name: /^Send 1\.5 / }).click();
  await expect(heads(page)).toContainText('1 block made here');
  await send.getByRole('link', { name: 'View transaction' }).click();
  await expect(page).toHaveURL(new RegExp(`/${FORK}/tx/0x[0-9a-f]{64}`));
  await expect(page.getByRole('main')).toContainText('Success');
  await expect(strip(page)).toContainText('Rehearsal');

  await page.goto(`${base}/${FORK}/wallet/${STRANGER}`);
  await expect(page.getByRole('main')).toContainText('101.5');
  await page.goto(`${base}/${FORK}/blocks`);
  await expect(strip(page)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('1');

  // Again at the parent's latest block, which is the same one here.
  await page.goto(`${base}/${FORK}/virtual`);
  const again = region(page, 'Fork again');
  await again.getByRole('button', { name: 'Run its transactions there' }).click();
  await expect(again.getByRole('region', { name: 'New fork' })).toContainText('all come out as they did');
  expect(await axeViolations(page)).toEqual([]);
  await again.getByRole('button', { name: 'Take the new fork' }).click();
  await expect(again.getByRole('region', { name: 'Forked again' })).toContainText('1 transaction in 1 block');
  await expect(heads(page)).toContainText('1 block made here');

  // Kept, and gone back to.
  await page.goto(`${base}/${FORK}/virtual`);
  await page.reload();
  await expect(heads(page)).toContainText('1 block made here');
  await region(page, 'Snapshots')
    .getByRole('button', { name: /^Revert 1 block/ })
    .click();
  await expect(heads(page)).toContainText('0 blocks made here');
  await expect(region(page, 'Snapshots').getByRole('listitem')).toHaveCount(0);

  await region(page, 'Kept in this browser').getByRole('button', { name: 'Delete this network' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the network' }).click();
  await expect(page.getByText('No virtual networks yet')).toBeVisible();
});

test('an empty network is steered by hand, and its pages hold in both themes and on a phone', {
  tag: '@virtual',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/virtual`);
  const form = page.getByRole('form', { name: 'New virtual network' });
  await form.getByRole('button', { name: 'Empty' }).click();
  await form.getByRole('button', { name: 'By hand' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Make an empty network' }).click();
  await expect(page).toHaveURL(`${base}/7357/virtual`);

  const blocks = region(page, 'Blocks');
  await blocks.getByLabel('Blocks to make').fill('3');
  await blocks.getByRole('button', { name: 'Make 3 blocks' }).click();
  await expect(heads(page)).toContainText('3 blocks made here');
  await region(page, 'Time').getByRole('button', { name: 'Move on by 1 day' }).click();
  await expect(heads(page)).toContainText('4 blocks made here');
  await blocks.getByRole('button', { name: 'Take 1 block away' }).click();
  await expect(heads(page)).toContainText('3 blocks made here');

  const senders = region(page, 'Impersonate');
  await senders.getByLabel('Account to send as').fill(STRANGER);
  await senders.getByRole('button', { name: 'Impersonate', exact: true }).click();
  await expect(senders.getByRole('listitem')).toHaveCount(1);

  const values = region(page, 'Set a value');
  await values.getByRole('button', { name: 'Storage' }).click();
  await values.getByLabel('Account to change').fill(STRANGER);
  await values.getByLabel('Slot').fill('0x0');
  await values.getByLabel('Value', { exact: true }).fill('not a word');
  await values.getByRole('button', { name: 'Set storage' }).click();
  await expect(values).toContainText('Up to 32 bytes');
  await values.getByLabel('Value', { exact: true }).fill('7');
  await values.getByRole('button', { name: 'Set storage' }).click();
  await expect(page.getByText('Storage set')).toBeVisible();
  await expect(region(page, 'Newest blocks')).toContainText('1 value after it');

  // While it fades it has hardly any contrast.
  await expect(page.getByText('Storage set')).toBeHidden();

  // Nobody's code answers for a token there.
  const tokens = region(page, 'Token amount');
  await tokens.getByLabel('Token', { exact: true }).fill(STRANGER);
  await tokens.getByLabel('Holder', { exact: true }).fill(STRANGER);
  await tokens.getByLabel('New amount', { exact: true }).fill('5');
  await tokens.getByRole('button', { name: 'Set token balance' }).click();
  await expect(tokens).toContainText('it does not answer, so it is no token of this kind.');

  // What is saved can be loaded again after everything was reset.
  const files = region(page, 'State file');
  const saving = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Save the state' }).click();
  const saved = await (await saving).path();
  const keeping = region(page, 'Kept in this browser');
  await keeping.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset the network' }).click();
  await expect(heads(page)).toContainText('0 blocks made here');
  await files.locator('input[type=file]').setInputFiles(saved);
  await expect(page.getByText(/^State loaded: /)).toBeVisible();
  await page.goto(`${base}/7357/virtual`);
  await expect(heads(page)).toContainText('0 blocks made here');
  await expect(region(page, 'State file')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 480, height: 900 });
  expect(await axeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
