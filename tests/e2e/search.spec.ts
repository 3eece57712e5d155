/** The search: what is pasted is opened, and what cannot be a hash or an address says why. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

async function search(page: Page, base: string, query: string): Promise<void> {
  await page.goto(`${base}/${CHAIN}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(query);
}

test('a transaction hash opens its transaction, from the keyboard alone', { tag: '@search' }, async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('swap-two-hops');
  await search(page, await serve(workbench(demo.rpcUrl)), ` ${hash.slice(0, 40)}\n${hash.slice(40)} `);
  await expect(page.getByRole('option', { name: /Open transaction/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await traceIsIdle(page);
  await expect(page).toHaveURL(new RegExp(hash));
});

test('a link of another explorer opens the transaction it is of', { tag: '@search' }, async ({ page, serve, demo }) => {
  const hash = demo.hashOf('erc20-transfer');
  await search(page, await serve(workbench(demo.rpcUrl)), `https://explorer.example/tx/${hash}`);
  await page.getByRole('option', { name: /Open transaction/ }).click();
  await traceIsIdle(page);
});

test('a block number opens the block', { tag: ['@search', '@block'] }, async ({ page, serve, demo }) => {
  await search(page, await serve(workbench(demo.rpcUrl)), '12');
  await page.getByRole('option', { name: /Block 12/ }).click();
  await expect(page).toHaveURL(/\/block\/12$/);
  await expect(page.getByRole('main')).toContainText('12');
});

test('a number above the head and the beginning of a hash are no blocks', { tag: ['@search', '@block'] }, async ({
  page,
  serve,
  demo,
}) => {
  await search(page, await serve(workbench(demo.rpcUrl)), '99999999');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(/^Block 99,999,999 is above the head, block \d+\.$/);
  await expect(dialog.getByRole('option', { name: /Block/ })).toHaveCount(0);
  await dialog.getByRole('combobox').fill(demo.hashOf('swap-two-hops').slice(0, 10));
  await expect(dialog.getByRole('alert')).toContainText('0x and 8 hex digits: a hash has 64, an address 40.');
  await expect(dialog.getByRole('option', { name: /Block/ })).toHaveCount(0);
});

test('an address opens its page, a mistyped one says that its checksum does not fit', {
  tag: ['@search', '@account'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  await search(page, base, address);
  await page.getByRole('option', { name: /0xf39F|0xf39f/ }).click();
  await expect(page).toHaveURL(/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266/i);
  await search(page, base, address.replace('Fd6', 'fd6'));
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('checksum');
});

test('closing forgets the query', { tag: '@search' }, async ({ page, serve, demo }) => {
  await search(page, await serve(workbench(demo.rpcUrl)), 'hello');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('');
});

test('a token of the chain is found by a word of its name, and opened', { tag: '@search' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/token-transfers`);
  await expect(page.getByText(/from this browser’s index, blocks 0 to the head$/)).toBeVisible();
  await search(page, base, 'ether');
  const token = page.getByRole('option', { name: /WETH.*Wrapped Ether.*ERC-20/ });
  await expect(token).toBeVisible();
  await token.click();
  await expect(page).toHaveURL(/\/contract\/0x[0-9a-f]{40}/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // It was opened: its address is among the recent ones now.
  await search(page, base, 'wrap');
  await expect(page.getByRole('group', { name: 'Tokens' })).toContainText('WETH');
});
