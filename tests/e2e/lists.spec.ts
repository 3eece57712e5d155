/** Lists of a chain, from the index that this browser makes of it: whole, paged to the end and back, in both variants. */
import type { Page } from '@playwright/test';
import { startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { deployRuntime } from '../helpers/contracts';
import { startJsonServer } from '../helpers/json-server';
import { sendMined } from '../helpers/mined';
import { CHAIN, explorer, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';

async function ask<T>(rpcUrl: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { result: T }).result;
}

const firstHash = (page: Page, name: string) => rowsOf(page, name).first().locator('a[href*="/tx/"]').first();

/** The index has all blocks: nothing more comes into a list. */
async function isIndexed(page: Page): Promise<void> {
  await expect(page.getByText(/^[\d,]+ \w+ from this browser’s index, blocks 0 to the head$/)).toBeVisible();
}

test('transactions: all of the chain, newest first, to the last page and back', { tag: '@lists' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const head = Number(await ask<string>(demo.rpcUrl, 'eth_blockNumber', []));
  await page.goto(`${base}/${CHAIN}/transactions`);
  await isIndexed(page);
  await expect(rowsOf(page, 'Transactions')).toHaveCount(20);
  const newest = (await firstHash(page, 'Transactions').getAttribute('href')) ?? '';
  const last = await ask<{ blockNumber: string }>(demo.rpcUrl, 'eth_getTransactionByHash', [newest.split('/').at(-1)]);
  expect(Number(last.blockNumber)).toBeLessThanOrEqual(head);

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('100');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByText('Rows 1 – 100')).toBeVisible();
  let pages = 1;
  while (await next.isEnabled()) {
    await next.click();
    pages++;
    await expect(page.getByText(`Page ${pages}`)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading the page' })).toHaveCount(0);
    await expect(page.getByText(`Rows ${(pages - 1) * 100 + 1} –`)).toBeVisible();
  }
  expect(pages).toBeGreaterThan(2);
  while (pages > 1) {
    await page.getByRole('button', { name: 'Previous' }).click();
    pages--;
    await expect(page.getByText(`Rows ${((pages - 1) * 100 + 1).toLocaleString('en-US')} –`)).toBeVisible();
  }
  await expect(firstHash(page, 'Transactions')).toHaveAttribute('href', newest);
});

test('transactions: failed ones alone, by the address, and as a file', { tag: '@lists' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/transactions`);
  await isIndexed(page);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('2');
  await expect(page).toHaveURL(/status=/);
  const rows = rowsOf(page, 'Transactions');
  await expect(rows.filter({ hasText: 'Failed' }).first()).toBeVisible();
  await expect(rows.filter({ hasNotText: 'Failed' })).toHaveCount(0);
  // Why: by the names of its contract, which are learned from the build output.
  await expect(rows.filter({ hasText: /[A-Z]\w+\(|reverted without a reason/ }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('transactions.csv');
  await rows.first().click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/);
});

test('token and NFT transfers, of the chain and of an address', { tag: '@lists' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/token-transfers`);
  await isIndexed(page);
  await expect(rowsOf(page, 'Token transfers')).toHaveCount(20);
  await expect(rowsOf(page, 'Token transfers').getByText('transfer', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'NFT transfers' }).click();
  await expect(rowsOf(page, 'NFT transfers').first()).toContainText('#');
  const owner = rowsOf(page, 'NFT transfers').first().getByRole('cell').nth(2).getByRole('link');
  await owner.click();
  await expect(page).toHaveURL(/\/(wallet|contract)\/0x[0-9a-f]{40}/);
});

test('a wallet leads to all of its transactions, and from there to each kind', { tag: '@lists' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  await page.goto(`${base}/${CHAIN}/address/${wallet}`);
  await expect(page).toHaveURL(`${base}/${CHAIN}/wallet/${wallet}/txs/all`);
  const rows = rowsOf(page, 'Transactions of the address');
  await expect(rows).toHaveCount(20);
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await kinds.getByRole('link', { name: 'Direct' }).click();
  await expect(page).toHaveURL(/\/txs\/direct$/);
  await expect(rows.first()).toContainText(/IN|OUT|SELF/);
  await kinds.getByRole('link', { name: 'Tokens' }).click();
  await expect(page).toHaveURL(/\/txs\/tokens$/);
  await expect(rowsOf(page, 'Token transfers').first()).toContainText(/IN|OUT|SELF/);
});

test('blocks: to the first one and to its page', { tag: '@lists' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const head = Number(await ask<string>(demo.rpcUrl, 'eth_blockNumber', []));
  await page.goto(`${base}/${CHAIN}/blocks?rows=100`);
  const rows = rowsOf(page, 'Blocks');
  await expect(rows.first()).toContainText(head.toLocaleString('en-US'));
  await expect(rows).toHaveCount(Math.min(100, head + 1));
  await rows.nth(3).getByRole('link').first().click();
  await expect(page).toHaveURL(`${base}/${CHAIN}/block/${head - 3}`);
});

test('a chain that is not indexed: what was seen, and how to have the rest', { tag: '@lists' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/settings`);
  const section = page.getByRole('region', { name: /^Index/ });
  await section.getByRole('button', { name: 'Delete the index' }).click();
  await expect(section.getByText('Not indexed')).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}/${CHAIN}/token-transfers`);
  await expect(page.getByText('Nodes do not list transfers')).toBeVisible();
  await page.getByRole('button', { name: /^Index the last/ }).click();
  await expect(rowsOf(page, 'Token transfers').first()).toBeVisible();
});

test('internal transactions of an address and of a block, once blocks are traced', { tag: '@lists' }, async ({
  page,
  serve,
  stopAtEnd,
}) => {
  const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
  const anvil = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  // CALL(gas, calldata >> 96, callvalue, no data), STOP
  const through = await deployRuntime(anvil, '60006000600060003460003560601c5af100');
  await sendMined(anvil, { from: alice, to: through, value: `0x${(2n * 10n ** 18n).toString(16)}`, data: bob });
  const head = Number(await ask<string>(anvil.url, 'eth_blockNumber', []));
  const base = await serve(workbench(anvil.url));
  await page.goto(`${base}/${CHAIN}/wallet/${bob}/txs/internal`);
  await expect(page.getByText('Blocks do not say who is called inside of transactions')).toBeVisible();
  await page.goto(`${base}/${CHAIN}/block/${head}`);
  await expect(page.getByText('this one’s is not.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Trace blocks' }).click();
  await expect(page.getByRole('switch', { name: 'Trace blocks' })).toBeChecked(); // by what the database has
  await page.goto(`${base}/${CHAIN}/wallet/${bob}/txs/internal`);
  const row = rowsOf(page, 'Internal transactions of the address');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('2 ETH');
  await expect(row).toContainText('IN');
  await expect(page.getByText(`blocks 0 to ${head} were traced`)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${base}/${CHAIN}/block/${head}`);
  await expect(rowsOf(page, 'Internal transactions of the block')).toContainText(['2 ETH']);
});

test('explorer: the same lists without the network in the path', { tag: '@lists' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(base);
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page).toHaveURL(`${base}/transactions`);
  await isIndexed(page);
  await page.goto(`${base}/tx`);
  await expect(page.getByRole('alert')).toContainText('Tx hash not provided');
  await expect(rowsOf(page, 'Transactions')).toHaveCount(20);
});

test('a chain that is not indexed: what its explorer lists of an address, once it may be asked', {
  tag: '@lists',
}, async ({ page, serve, demo, stopAtEnd }) => {
  const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  const other = `0x${'ab'.repeat(20)}`;
  const common = {
    transaction_hash: demo.hashOf('erc20-transfer'),
    block_number: 5,
    timestamp: '2025-08-11T09:32:59.000000Z',
    from: { hash: other },
    to: { hash: wallet },
  };
  const token = { address_hash: other, symbol: 'FAR', decimals: '2', type: 'ERC-20' };
  const listed: Readonly<Record<string, unknown>> = {
    'token-transfers': { ...common, log_index: 3, token, total: { value: '1234', decimals: '2' } },
    'internal-transactions': { ...common, index: 1, type: 'call', value: '2000000000000000000', success: true },
  };
  const explorers = stopAtEnd(
    await startJsonServer((path) => {
      const [, list = ''] = /addresses\/0x[0-9a-f]{40}\/([a-z-]+)/.exec(path) ?? [];
      const item = listed[list];
      return { body: { items: item === undefined ? [] : [item], next_page_params: null } };
    }),
  );
  const network = {
    id: CHAIN,
    name: 'Demo',
    testnet: true,
    rpcUrls: [demo.rpcUrl],
    explorers: [{ name: 'Blockscout', url: explorers.url }],
  };
  const base = await serve(workbench(demo.rpcUrl, { networks: [network] }));
  await page.goto(`${base}/settings`);
  const section = page.getByRole('region', { name: /^Index/ });
  await section.getByRole('button', { name: 'Delete the index' }).click();
  await expect(section.getByText('Not indexed')).toBeVisible();
  await page.goto(`${base}/${CHAIN}/wallet/${wallet}/txs/tokens`);
  await expect(page.getByText('The network’s Blockscout may list all of its transfers.')).toBeVisible();
  expect(explorers.seen).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await turnSwitch(page, 'Ask Lists of addresses');
  await page.goto(`${base}/${CHAIN}/wallet/${wallet}/txs/tokens`);
  await expect(page.getByText('from the network’s Blockscout')).toBeVisible();
  await expect(rowsOf(page, 'Token transfers')).toContainText(['FAR']);
  await expect(rowsOf(page, 'Token transfers')).toContainText(['12.34']);
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Internal' }).click();
  await expect(rowsOf(page, 'Internal transactions of the address')).toContainText(['2 ETH']);
  await expect(rowsOf(page, 'Internal transactions of the address')).toContainText(['IN']);
});
