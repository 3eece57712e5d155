/** An explorer's NFTs: items, collections and owners. */
import type { Page } from '@playwright/test';
import { axeViolations } from '../helpers/axe';
import { explorer } from './support/config';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';
import { visit } from './support/within';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the contract' }).getByRole('link', { name, exact: true });

test('explorer: from the list of NFT transfers to an item, its collection and its owner’s items', {
  tag: '@tokens',
}, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  const cards = demo.addressOf('Postcards').toLowerCase();
  await visit(page, `${base}/nft-transfers`);
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
  await visit(page, `${base}/nft/${demo.addressOf('Provisions').toLowerCase()}/1`);
  await page
    .getByRole('region', { name: 'Owners' })
    .getByRole('combobox', { name: 'Rows per page' })
    .selectOption('50');
  await expect(page).toHaveURL(/\/1\?ownersRows=/);
  await expect(rowsOf(page, 'Holders').first()).toContainText('%');
  await visit(page, `${base}/nft/${cards}/999999`);
  await expect(page.getByRole('heading', { level: 1, name: 'CARD #999999' })).toBeVisible();
  await expect(page.getByText('✕No owner')).toBeVisible();
  await expect(page.getByText('it was never minted, or it was burned')).toBeVisible();
  await visit(page, `${base}/nft/${cards}/notanumber`);
  await expect(page.getByRole('heading', { name: 'Invalid token id' })).toBeVisible();
  await visit(page, `${base}/nft/0x12/1`);
  await expect(page.getByRole('heading', { name: 'Invalid Contract address' })).toBeVisible();
  await visit(page, `${base}/nft/${demo.addressOf('Maple').toLowerCase()}/1`);
  await expect(page.getByRole('heading', { name: 'This is no NFT' })).toBeVisible();
});
