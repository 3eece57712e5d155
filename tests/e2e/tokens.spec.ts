/** Tokens, NFTs and what addresses have of them, from the index that this browser makes and from what contracts hold. */
import type { Page } from '@playwright/test';
import { axeViolations } from '../helpers/axe';
import { CHAIN, explorer, workbench } from './support/config';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the contract' }).getByRole('link', { name, exact: true });

test('a token: its market view, transfers and holders', { tag: '@tokens' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = demo.addressOf('Maple').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/contract/${address}/txs/transfers?view=market`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maple');
  await expect(rowsOf(page, 'Token transfers').first().getByRole('link', { name: 'MPL' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Token id' })).toHaveCount(0);
  const facts = page.locator('dl[aria-label="Token in short"]');
  await expect(facts).toContainText('unknown'); // the price: nobody may be asked
  await tab(page, 'Holders').click();
  await expect(page).toHaveURL(/\/holders\?view=market$/);
  await expect(page.getByText('from this browser’s index of all blocks')).toBeVisible();
  await expect(rowsOf(page, 'Holders').first()).toContainText('%');
  // Both grow while the index does.
  await expect
    .poll(async () => (await facts.textContent())?.includes(`Holders${await rowsOf(page, 'Holders').count()}`))
    .toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'View of the token' }).getByRole('link', { name: 'Contract' }).click();
  await expect(page).toHaveURL(/\/holders\?view=contract$/);
  // As a contract it has the name that it gives itself, and both views can be handed on and simulated from.
  await expect(page.getByRole('heading', { level: 1, name: 'Maple' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Simulate' })).toBeVisible();
  await expect(page.getByText('Contracts created')).toBeVisible();
});

test('a contract that is no token leads to all of its transactions, a view that makes no sense to the market view', {
  tag: '@tokens',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const router = demo.addressOf('Router').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${router}`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/contract/${router}/txs/all`);
  const maple = demo.addressOf('Maple').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${maple}/holders?view=7`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/contract/${maple}/holders?view=market`);
  await page.goto(`${base}/${CHAIN}/contract/${maple}/inventory?view=market`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('explorer: from the list of NFT transfers to an item, its collection and its owner’s items', {
  tag: '@tokens',
}, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  const cards = demo.addressOf('Postcards').toLowerCase();
  await page.goto(`${base}/nft-transfers`);
  await rowsOf(page, 'NFT transfers').locator(`a[href^="/nft/${cards}/"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`^${base}/nft/${cards}/\\d+$`));
  // The contract draws it: shown as an image, in which nothing runs.
  const picture = page.getByRole('img', { name: /^Postcard #/ });
  await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml/);
  await expect(page.getByText('held by the contract itself')).toBeVisible();
  await expect(rowsOf(page, 'Item Activity').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Postcards', exact: true }).click();
  await expect(page).toHaveURL(/\/txs\/transfers\?view=market$/);
  await tab(page, 'Inventory').click();
  const items = page.getByRole('list', { name: 'Items' });
  await expect(items.getByRole('link', { name: /^Postcard #1$/ })).toBeVisible();
  // Owners and activity of an item of many are paged apart.
  await page.goto(`${base}/nft/${demo.addressOf('Provisions').toLowerCase()}/1`);
  await page
    .getByRole('region', { name: 'Owners' })
    .getByRole('combobox', { name: 'Rows per page' })
    .selectOption('50');
  await expect(page).toHaveURL(/\/1\?ownersRows=/);
  await expect(rowsOf(page, 'Holders').first()).toContainText('%');
  await page.goto(`${base}/nft/${cards}/999999`);
  await expect(page.getByRole('heading', { level: 1, name: 'CARD #999999' })).toBeVisible();
  await expect(page.getByText('Nobody owns it')).toBeVisible();
  await expect(page.getByText('it was never minted, or it was burned')).toBeVisible();
  await page.goto(`${base}/nft/${cards}/notanumber`);
  await expect(page.getByRole('heading', { name: 'Invalid token id' })).toBeVisible();
  await page.goto(`${base}/nft/0x12/1`);
  await expect(page.getByRole('heading', { name: 'Invalid Contract address' })).toBeVisible();
  await page.goto(`${base}/nft/${demo.addressOf('Maple').toLowerCase()}/1`);
  await expect(page.getByRole('heading', { name: 'This is no NFT' })).toBeVisible();
});

test('the assets of a wallet: tokens, grouped and searched by the address, and NFTs', { tag: '@tokens' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  // Opened first of all pages: the index is filled from here, too.
  await page.goto(`${base}/${CHAIN}/wallet/${WALLET}/assets/token`);
  const tokens = rowsOf(page, 'Tokens');
  await expect(tokens.filter({ hasText: 'MPL' })).toContainText('all transfers');
  await page.goto(`${base}/${CHAIN}/wallet/${WALLET}`);
  await page.getByRole('link', { name: 'Multichain assets' }).click();
  await expect(page).toHaveURL(`${base}/${CHAIN}/wallet/${WALLET}/assets/token`);
  await expect(tokens.filter({ hasText: 'MPL' })).toContainText('all transfers');
  await expect(tokens.filter({ hasText: 'ETH' }).first()).toContainText('the endpoint');
  const facts = page.locator('dl[aria-label="Account in short"]');
  await expect(facts).toContainText(`NetworkDemo ${CHAIN}`);
  await expect
    // The currency of the network is listed among the tokens. Both grow while the index does.
    .poll(async () => (await facts.textContent())?.includes(`Token holdings${(await tokens.count()) - 1} token`))
    .toBe(true);
  await expect(facts.getByRole('link', { name: /^(0 NFTs|\d+ NFTs? in \d+ collections?)$/ })).toHaveAttribute(
    'href',
    `/${CHAIN}/wallet/${WALLET}/assets/nft`,
  );
  await expect(page.getByRole('checkbox', { name: 'Hide zero balances' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('network');
  await expect(page).toHaveURL(/groupBy=network/);
  await expect(rowsOf(page, 'Tokens of Demo').filter({ hasText: 'MPL' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name, symbol or address' }).fill('no such token');
  await expect(page.getByText('No items found')).toBeVisible();
  await page.goto(`${base}/${CHAIN}/wallet/${WALLET}/assets/token?search=maple&hideZero=false`);
  await expect(tokens).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'Hide zero balances' })).not.toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Kinds of assets' }).getByRole('link', { name: 'NFT' }).click();
  await expect(page).toHaveURL(/\/assets\/nft$/);
  await expect(page.getByPlaceholder('Collection name, ID or address')).toBeVisible();
  await expect(page.getByRole('list', { name: 'NFTs' }).or(page.getByText('No items found'))).toBeVisible();
});

test('a token list from a file: its tokens are found, and differences from the chain are said', {
  tag: ['@tokens', '@search'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const listed = (address: string, symbol: string, name: string) => ({
    chainId: CHAIN,
    address,
    symbol,
    name,
    decimals: 6,
  });
  const list = {
    name: 'Example List',
    timestamp: '2024-01-02T03:04:05Z',
    version: { major: 1, minor: 0, patch: 0 },
    tokens: [
      listed(demo.addressOf('Maple'), 'MPL', 'Maple'),
      listed(`0x${'7'.repeat(40)}`, 'JNP', 'Juniper'),
      listed(`0x${'8'.repeat(40)}`, 'QRZ', 'Quartz <b>'),
    ],
  };
  await page.goto(`${base}/settings`);
  await page
    .getByLabel('File of a token list')
    .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(list)) });
  await expect(page.getByRole('button', { name: 'Remove Example List' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('quartz');
  await expect(page.getByRole('option', { name: /QRZ.*Quartz <b>.*by the list “Example List”/ })).toBeVisible();
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('Maple')}?view=market`);
  await expect(page.getByText(/has 18 decimals, the token list “Example List” says 6/)).toBeVisible();
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('Juniper')}?view=market`);
  await expect(page.getByText(/The token list “Example List” has a token with this name and symbol at/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});
