/** The pages around the transaction: home, blocks, networks, events by their address, and what frames them all. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

type RpcBlock = { number: string; hash: string; transactions: readonly string[] };

/** What the node itself says. */
async function ask<T>(rpcUrl: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { result: T }).result;
}

const blockOf = (rpcUrl: string, number: number | 'latest') =>
  ask<RpcBlock>(rpcUrl, 'eth_getBlockByNumber', [
    typeof number === 'number' ? `0x${number.toString(16)}` : number,
    false,
  ]);

const blockHeading = (page: Page, number: number) =>
  page.getByRole('heading', { level: 1, name: `Block ${number.toLocaleString('en-US')}` });

test('home: the last blocks of the chain, each with its page', { tag: '@home' }, async ({ page, serve, demo }) => {
  const { number, transactions } = await blockOf(demo.rpcUrl, 'latest');
  const head = Number(number);
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}`);
  const latest = page.getByRole('table', { name: 'Latest blocks' });
  await expect(latest.getByRole('row')).toHaveCount(11);
  await latest.getByRole('link', { name: head.toLocaleString('en-US') }).click();
  await expect(blockHeading(page, head)).toBeVisible();
  const listed = page.getByRole('table', { name: 'Transactions of the block' }).locator('a[href*="/tx/"]');
  await expect(listed).toHaveCount(Math.min(20, transactions.length));
});

test('home: what was opened is listed until it is cleared', { tag: '@home' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const hash = demo.hashOf('erc20-transfer');
  await page.goto(`${base}/${CHAIN}`);
  await expect(page.getByText('Nothing opened yet')).toBeVisible();
  await page.goto(`${base}/${CHAIN}/tx/${hash}`);
  await expect(page.getByText('Verified replay')).toBeVisible();
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  const opened = page.getByRole('region', { name: 'Recently opened' });
  await expect(opened.locator(`a[href*="${hash}"]`)).toBeVisible();
  await opened.getByRole('button', { name: 'Clear' }).click();
  await expect(opened).toContainText('Nothing opened yet');
});

test('block: by number and by hash, with its transactions in their order', { tag: '@block' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const { blockNumber } = await ask<{ blockNumber: string }>(demo.rpcUrl, 'eth_getTransactionByHash', [
    demo.hashOf('swap-two-hops'),
  ]);
  const number = Number(blockNumber);
  const { hash, transactions } = await blockOf(demo.rpcUrl, number);
  for (const name of [String(number), hash]) {
    await page.goto(`${base}/${CHAIN}/block/${name}`);
    await expect(blockHeading(page, number)).toBeVisible();
    const links = page.getByRole('table', { name: 'Transactions of the block' }).locator('a[href*="/tx/"]');
    await expect(links).toHaveCount(transactions.length);
    await expect(page.getByRole('table', { name: 'Transactions of the block' })).toContainText('swapExactTokens');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(transactions.map((each) => expect.stringContaining(each)));
  }
});

test('block: keys and buttons lead to the neighbours, past the head too', { tag: '@block' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/block/12`);
  await expect(blockHeading(page, 12)).toBeVisible();
  await page.keyboard.press(']');
  await expect(blockHeading(page, 13)).toBeVisible();
  await page.keyboard.press('[');
  await expect(blockHeading(page, 12)).toBeVisible();
  await page.getByRole('button', { name: 'Next block' }).click();
  await expect(page).toHaveURL(/\/block\/13$/);
  await page.goto(`${base}/${CHAIN}/block/0`);
  await expect(blockHeading(page, 0)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous block' })).toBeDisabled();
  await page.goto(`${base}/${CHAIN}/block/99999999`);
  await expect(page.getByText("We couldn't find this block")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous block' })).toBeEnabled();
  // What no block of any chain is called is not asked for again.
  await page.goto(`${base}/${CHAIN}/block/newest`);
  await expect(page.getByRole('heading', { name: 'This names no block' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('events: an address with a filter shows what it names', { tag: '@events' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const tab = `${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}/logs`;
  const receipt = await ask<{ logs: readonly { topics: readonly string[] }[] }>(
    demo.rpcUrl,
    'eth_getTransactionReceipt',
    [demo.hashOf('swap-two-hops')],
  );
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const transfers = receipt.logs.filter(({ topics }) => topics[0] === transfer).length;
  await page.goto(`${tab}?event=Transfer`);
  await expect(page.getByRole('button', { name: /^Transfer/, pressed: true })).toBeVisible();
  await expect(page.getByText(`${transfers} of ${receipt.logs.length}`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^events-.*\.csv$/);
  await page.goto(`${tab}?event=NoSuchEvent`);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page).toHaveURL(/\/logs$/);
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('article').first()).toBeVisible();
});

test('networks: the list finds by name and by chain id, and an unknown one can be added', { tag: '@shell' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/block/1`);
  await page.getByRole('banner').getByRole('button', { name: /Demo/ }).click();
  const list = page.getByRole('dialog', { name: 'Networks' });
  await list.getByPlaceholder('Name or chain id').fill('42161');
  await expect(list.getByRole('option').first()).toContainText('42161');
  await list.getByPlaceholder('Name or chain id').fill('no such network');
  await expect(list).toContainText('No network of that name');
  await page.goto(`${base}/987654321/block/1`);
  await page.getByRole('link', { name: 'Add this network' }).click();
  await expect(page).toHaveURL(/\/networks\?add=987654321$/);
  await expect(page.getByLabel('Chain id')).toHaveValue('987654321');
});

test('shell: the keys of a page are listed, and its title names it', { tag: '@shell' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/block/12`);
  await expect(blockHeading(page, 12)).toBeVisible();
  await expect(page).toHaveTitle(/Block 12/);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  await expect(keys).toContainText('Previous block');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});
