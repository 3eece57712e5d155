/** Pages of an explorer, which are those of the workbench without the network in their paths, and paths that are no page in either. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, openPage, rowsOf } from '../../helpers/demo-page';

/** Opens a page of an explorer of the demo chain; `more` adds or replaces fields of its configuration. */
const openExplorer = async (path: string, more?: Readonly<Record<string, unknown>>) =>
  openPage(path, { config: explorer((await demoChain()).rpcUrl, more) });

const banner = page.getByRole('banner');

test('home says where its chain is, and has blocks and transactions beside each other', async () => {
  await openExplorer('/');
  await expect.element(page.getByRole('heading', { level: 1, name: /^Demo is at block \d+$/ })).toBeVisible();
  await expect.element(page.getByText('What did this transaction do?')).not.toBeInTheDocument();
  for (const label of ['Latest blocks', 'Latest transactions'])
    await expect.element(page.getByRole('table', { name: label }).getByRole('row')).toHaveLength(11);
  const [blocks, transactions] = ['Latest blocks', 'Latest transactions'].map((label) =>
    page.getByRole('region', { name: label }).element().getBoundingClientRect(),
  );
  expect(transactions?.y).toBe(blocks?.y);
  expect(transactions?.height).toBe(blocks?.height);
  expect(transactions?.x).toBeGreaterThan(blocks?.right ?? Number.NaN);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Search transactions, addresses, blocks, tokens/ })
    .click();
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus();
});

test('a network in the path is no page', async () => {
  await openExplorer(`/${CHAIN}/tx/${(await demoChain()).hashOf('swap-two-hops')}`);
  await expect.element(page.getByText('Page not found')).toBeVisible();
});

test('the menus lead to the lists, and home', async () => {
  const app = await openExplorer('/transactions');
  const menu = banner.getByRole('navigation', { name: 'Menu' });
  for (const [name, entry, path] of [
    ['Blockchain', 'Latest transactions', '/transactions'],
    ['Blockchain', 'Latest blocks', '/blocks'],
    ['Tokens', 'Token Transfers ERC-20', '/token-transfers'],
    ['NFTs', 'NFT Latest Transfers', '/nft-transfers'],
  ] as const) {
    await menu.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect.poll(app.address).toBe(path);
  }
  await menu.getByRole('link', { name: 'Home' }).click();
  await expect.poll(app.address).toBe('/');
  await page.viewport(480, 800);
  await banner.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'NFT Latest Transfers' }).click();
  await expect.poll(app.address).toBe('/nft-transfers');
});

test('from the list of NFT transfers to an item, its collection and its owner’s items', async () => {
  const { addressOf } = await demoChain();
  const cards = addressOf('Postcards').toLowerCase();
  const app = await openExplorer('/nft-transfers');
  await rowsOf('NFT transfers').getByCss(`a[href^="/nft/${cards}/"]`).first().click();
  await expect.poll(app.address).toMatch(new RegExp(`^/nft/${cards}/\\d+$`));
  // The contract draws it: shown as an image, in which nothing runs.
  const picture = page.getByRole('img', { name: /^Postcard #/ });
  await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml/));
  await expect.element(page.getByText('held by the contract itself')).toBeVisible();
  await expect.element(rowsOf('Item Activity').first()).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await page.getByRole('link', { name: 'Postcards', exact: true }).click();
  await expect.poll(app.address).toMatch(/\/txs\/transfers\?view=market$/);
  await page
    .getByRole('navigation', { name: 'Views of the contract' })
    .getByRole('link', { name: 'Inventory', exact: true })
    .click();
  const items = page.getByRole('list', { name: 'Items' });
  await expect.element(items.getByRole('link', { name: /^Postcard #1$/ })).toBeVisible();
  // Owners and activity of an item of many are paged apart.
  await app.follow(`/nft/${addressOf('Provisions').toLowerCase()}/1`);
  await page
    .getByRole('region', { name: 'Owners' })
    .getByRole('combobox', { name: 'Rows per page' })
    .selectOptions('50');
  await expect.poll(app.address).toMatch(/\/1\?ownersRows=/);
  await expect.element(rowsOf('Holders').first()).toHaveTextContent('%');
  await app.follow(`/nft/${cards}/999999`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'CARD #999999' })).toBeVisible();
  await expect.element(page.getByText('✕No owner')).toBeVisible();
  await expect.element(page.getByText('it was never minted, or it was burned')).toBeVisible();
  await app.follow(`/nft/${cards}/notanumber`);
  await expect.element(page.getByRole('heading', { name: 'Invalid token id' })).toBeVisible();
  await app.follow('/nft/0x12/1');
  await expect.element(page.getByRole('heading', { name: 'Invalid Contract address' })).toBeVisible();
  await app.follow(`/nft/${addressOf('Maple').toLowerCase()}/1`);
  await expect.element(page.getByRole('heading', { name: 'This is no NFT' })).toBeVisible();
});

test('re-simulate and edit source lead to that of the page, and to a configured simulator', async () => {
  const { hashOf, addressOf } = await demoChain();
  const hash = hashOf('swap-one-hop');
  const to = addressOf('Router').toLowerCase();
  const resimulate = page.getByRole('link', { name: 'Re-Simulate' });
  const edit = page.getByRole('link', { name: 'Edit source' });
  await openExplorer(`/tx/${hash}`);
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect.element(resimulate).toHaveAttribute('href', `/simulator/new?tx=${hash}`);
  await expect.element(resimulate).not.toHaveAttribute('target', '_blank');
  await expect.element(edit).toHaveAttribute('href', `/simulator/source?tx=${hash}`);

  const other = { name: 'agung', url: 'http://127.0.0.1:9/' };
  await openExplorer(`/tx/${hash}`, { simulatorUrl: other.url, explorer: { networkId: CHAIN, other } });
  await expect.element(resimulate).toHaveAttribute('target', '_blank');
  await expect
    .element(resimulate)
    .toHaveAttribute(
      'href',
      expect.stringMatching(
        new RegExp(
          `^http://127.0.0.1:9/simulator/new\\?network=${CHAIN}&from=0x[0-9a-f]{40}&address=${to}&contractFunction=0x[0-9a-f]{8}$`,
        ),
      ),
    );
  await expect
    .element(edit)
    .toHaveAttribute('href', `http://127.0.0.1:9/simulator/new?network=${CHAIN}&contractAddress=${to}`);
  // The header links to the other deployment.
  await expect.element(banner.getByRole('link', { name: 'agung' })).toHaveAttribute('href', other.url);
});

test('workbench: an unknown network says so, and so does a path that is no page', async () => {
  await openPage(`/no-such-network/tx/${(await demoChain()).hashOf('swap-two-hops')}`);
  await expect.element(page.getByText('Network not found. ID: no-such-network')).toBeVisible();
  await openPage(`/${CHAIN}/no/such/page`);
  await expect.element(page.getByText('Page not found')).toBeVisible();
});
