/** One build, two variants by config.json. */
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('workbench: paths begin with the network, and one without it is led there', { tag: '@shell' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${base}/tx/${hash}`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/tx/${hash}`);
  await traceIsIdle(page);
});

test('explorer: the same page without the network', { tag: '@shell' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${base}/tx/${hash}`);
  await traceIsIdle(page);
  await expect(page).toHaveURL(`${base}/tx/${hash}`);
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  await expect(page).toHaveURL(new RegExp(`^${base}/?$`));
});

test('explorer: home says where its chain is, and has blocks and transactions beside each other', {
  tag: ['@shell', '@home'],
}, async ({ page, serve, demo }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(await serve(explorer(demo.rpcUrl)));
  await expect(page.getByRole('heading', { level: 1, name: /^Demo is at block \d+$/ })).toBeVisible();
  await expect(page.getByText('What did this transaction do?')).toHaveCount(0);
  const [blocks, transactions] = await Promise.all(
    ['Latest blocks', 'Latest transactions'].map(async (label) => {
      const feed = page.getByRole('table', { name: label });
      await expect(feed.getByRole('row')).toHaveCount(11);
      return page.getByRole('region', { name: label }).boundingBox();
    }),
  );
  expect(transactions?.y).toBe(blocks?.y);
  expect(transactions?.height).toBe(blocks?.height);
  expect(transactions?.x).toBeGreaterThan((blocks?.x ?? 0) + (blocks?.width ?? 0));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Search transactions, addresses, blocks, tokens/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

test('explorer: a network in the path is no page', { tag: '@shell' }, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(explorer(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('explorer: the header links to the other deployment', { tag: '@shell' }, async ({ page, serve, demo }) => {
  const other = { name: 'agung', url: 'http://127.0.0.1:9/' };
  await page.goto(await serve(explorer(demo.rpcUrl, { explorer: { networkId: CHAIN, other } })));
  await expect(page.getByRole('banner').getByRole('link', { name: 'agung' })).toHaveAttribute('href', other.url);
});

test('explorer: the menus lead to the lists, and home', { tag: '@shell' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/transactions`);
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Menu' });
  for (const [name, entry, path] of [
    ['Blockchain', 'Latest transactions', '/transactions'],
    ['Blockchain', 'Latest blocks', '/blocks'],
    ['Tokens', 'Token Transfers ERC-20', '/token-transfers'],
    ['NFTs', 'NFT Latest Transfers', '/nft-transfers'],
  ] as const) {
    await menu.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page).toHaveURL(`${base}${path}`);
  }
  await menu.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(new RegExp(`^${base}/?$`));
  await page.setViewportSize({ width: 480, height: 800 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'NFT Latest Transfers' }).click();
  await expect(page).toHaveURL(`${base}/nft-transfers`);
});

test('re-simulate and edit source lead to a configured simulator, and to that of the page without one', {
  tag: '@shell',
}, async ({ page, serve, demo }) => {
  const path = `/tx/${demo.hashOf('swap-one-hop')}`;
  await page.goto((await serve(explorer(demo.rpcUrl, { simulatorUrl: 'http://127.0.0.1:9/' }))) + path);
  const to = demo.addressOf('Router').toLowerCase();
  const resimulate = page.getByRole('link', { name: 'Re-Simulate' });
  await expect(resimulate).toHaveAttribute('target', '_blank');
  await expect(resimulate).toHaveAttribute(
    'href',
    new RegExp(
      `^http://127.0.0.1:9/simulator/new\\?network=${CHAIN}&from=0x[0-9a-f]{40}&address=${to}&contractFunction=0x[0-9a-f]{8}$`,
    ),
  );
  await expect(page.getByRole('link', { name: 'Edit source' })).toHaveAttribute(
    'href',
    `http://127.0.0.1:9/simulator/new?network=${CHAIN}&contractAddress=${to}`,
  );
  await page.goto((await serve(explorer(demo.rpcUrl))) + path);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(resimulate).toHaveAttribute('href', `/simulator/new?tx=${demo.hashOf('swap-one-hop')}`);
  await expect(resimulate).not.toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'Edit source' })).toHaveAttribute(
    'href',
    `/simulator/source?tx=${demo.hashOf('swap-one-hop')}`,
  );
});

test('workbench: an unknown network says so', { tag: '@shell' }, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/no-such-network/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText('Network not found. ID: no-such-network')).toBeVisible();
});

test('a config.json that cannot be used is told in one sentence', { tag: '@shell' }, async ({ page, serve }) => {
  await page.goto(await serve({ variant: 'both' }));
  await expect(page.getByRole('main')).toContainText('config.json: variant: must be "workbench" or "explorer".');
});

test('a path that is no page', { tag: '@shell' }, async ({ page, serve, demo }) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/no/such/page`);
  await expect(page.getByText('Page not found')).toBeVisible();
});
