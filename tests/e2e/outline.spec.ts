/** What a contract declares, and what its storage holds, beside its source. */
import { axeViolations } from '../helpers/axe';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';

test('declarations lead to their lines, and variables are read from the chain', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('MapleJuniperPair').toLowerCase()}/code`);
  await page.getByText('Outline and storage', { exact: true }).click();
  const functions = page.getByRole('region', { name: /^Functions/ });
  await expect(functions.getByRole('link', { name: /^mint\(address to\)/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Events/ })).toBeVisible();

  const storage = page.getByRole('region', { name: 'Storage' });
  const field = storage.getByRole('textbox', { name: 'Slot or expression' });
  await field.fill('nothing');
  await storage.getByRole('button', { name: 'Read slot' }).click();
  await expect(storage.getByText('The contract has no variable nothing in storage.')).toBeVisible();
  await field.fill('0');
  await storage.getByRole('button', { name: 'Read slot' }).click();
  await expect(storage.getByText(/^0x[0-9a-f]{64}/).first()).toBeVisible();
  await storage.getByRole('button', { name: 'Read all variables' }).click();
  await expect(storage.getByText('totalSupply', { exact: false }).first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await functions.getByRole('link', { name: /^mint\(address to\)/ }).click();
  await expect(page).toHaveURL(/line=\d+/);
});

test('a proxy is read by the layout of its implementation, a contract without sources by slots', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/contract/${demo.addressOf('VaultProxy').toLowerCase()}/code`);
  await page.getByText('Outline and storage', { exact: true }).click();
  const behind = page.getByRole('region', { name: 'Storage' });
  await expect(behind.getByText('Read by the layout of the implementation')).toBeVisible();
  await behind.getByRole('button', { name: 'Read all variables' }).click();
  await expect(behind.getByText(/^Of block/)).toBeVisible();

  await page.getByRole('button', { name: 'List', exact: true }).click();
  const implementations = page.getByRole('dialog', { name: 'Implementations' });
  await expect(implementations.getByText(/^2 events found, in all blocks up to/)).toBeVisible();
  await expect(implementations.getByRole('listitem')).toHaveCount(2);
  await expect(implementations.getByRole('listitem').first().getByText('current')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto(`${base}/contract/${demo.addressOf('Mystery').toLowerCase()}/code`);
  await page.getByText('Read storage', { exact: true }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByRole('textbox', { name: 'Slot or expression' }).fill('total');
  await storage.getByRole('button', { name: 'Read slot' }).click();
  await expect(storage.getByText('No layout of the storage is known')).toBeVisible();
  await storage.getByRole('textbox', { name: 'Slot or expression' }).fill('0');
  await storage.getByRole('button', { name: 'Read slot' }).click();
  await expect(storage.getByText(/^0x[0-9a-f]{64}/).first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});
