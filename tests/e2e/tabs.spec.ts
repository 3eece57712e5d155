/** The tabs of the transaction page: each has an address, and one open trace serves them all. */
import { CHAIN, explorer, workbench } from './support/config';
import { turnSwitch, untilKept } from './support/settings';
import { expect, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';

test('workbench and explorer: the first tab is the transaction itself, an unknown one is no page', {
  tag: '@summary',
}, async ({ page, serve, demo }) => {
  const hash = demo.hashOf('swap-two-hops');
  for (const base of [
    `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`,
    `${await serve(explorer(demo.rpcUrl))}/tx/${hash}`,
  ]) {
    await page.goto(base);
    await traceIsIdle(page);
    await expect(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
    await page.goto(`${base}/no-such-tab`);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
});

test('a link to a row opens it in the first tab', { tag: '@summary' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}?trace=0.1`);
  await traceIsIdle(page);
  await expect(row(page, '0.1')).toHaveAttribute('aria-selected', 'true');
  await expect(tree(page)).toBeVisible();
});

test('events: every one of the receipt, by name and contract, raw, and in the trace', { tag: '@events' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await page.getByRole('tab', { name: 'Summary' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Events/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/logs$/);
  await expect(page.getByRole('tab').and(page.locator('[aria-current]'))).toHaveCount(1);
  const cards = page.getByRole('list', { name: 'Events' }).getByRole('article');
  await expect(cards.first()).toContainText('Transfer');
  const names = page.getByRole('group', { name: 'Event' }).getByRole('button');
  await expect(names).toHaveCount(3);
  await names.first().click();
  await expect(page).toHaveURL(/event=/);
  await cards.first().getByRole('button', { name: 'Raw' }).click();
  await expect(cards.first()).toContainText('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
  const link = cards.first().getByRole('link', { name: /^Row/ });
  const id = (await link.textContent())?.replace('Row ', '') ?? '';
  await link.click();
  await expect(row(page, id)).toHaveAttribute('aria-selected', 'true');
});

test('a transaction without events and without contracts says so', { tag: ['@events', '@contracts'] }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/tx/${demo.hashOf('ether-transfer')}/logs`);
  await expect(page.getByText('No events were emitted in this transaction')).toBeVisible();
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect(page.getByText('No verified contracts were involved in this transaction.')).toBeVisible();
});

test('switching tabs keeps the trace open, folded as it was', { tag: '@summary' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect(page.getByRole('table', { name: 'Contracts' })).toContainText('Verified');
  await page.getByRole('tab', { name: 'Summary' }).click();
  await traceIsIdle(page);
  await expect(page.getByRole('treeitem')).toHaveCount(1);
});

test('asset changes: per address first, in order when asked, and remembered', { tag: '@summary' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('erc20-airdrop')}`);
  const panel = page.getByRole('region', { name: 'Asset changes' });
  await expect(panel).toContainText('−820.0 DUSD');
  await expect(panel.getByText(/^\+/)).toHaveCount(9);
  await panel.getByRole('button', { name: 'Show all 41' }).click();
  await expect(panel.getByText(/^\+/)).toHaveCount(40);
  await untilKept(page, () => panel.getByRole('button', { name: 'In order' }).click());
  await expect(panel.getByRole('link', { name: /^Row/ })).toHaveCount(10);
  await expect(page.getByRole('img', { name: /^Fund flow between 41 accounts/ })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('link', { name: /^Row/ })).toHaveCount(10);
});

test('asset changes: a failed transaction moved nothing', { tag: '@summary' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/tx/${demo.hashOf('swap-too-little')}`);
  await expect(page.getByText('nothing did: it failed')).toBeVisible();
  await page.goto(`${base}/tx/${demo.hashOf('erc20-approve')}?view=simple`);
  await expect(page.getByText('No address transfers with net value to show.')).toBeVisible();
  await expect(page.getByRole('tree')).toHaveCount(0);
});

test('state: what changed of whom, decoded and raw', { tag: '@state' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('erc20-transfer')}/state-diff`);
  const panel = page.getByRole('region', { name: 'State Changes' });
  await expect(panel).toContainText('2 storage slots');
  await expect(panel).toContainText('coinbase');
  await panel.getByRole('button', { name: 'Raw' }).click();
  await expect(panel.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible();
  await expect(page.getByText('No state overrides are made when simulating this transaction')).toBeVisible();
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('ether-transfer')}/state-diff`);
  await expect(page.getByText('No state variables were changed in this transaction')).toBeVisible();
});

test('developer mode: function and error lead to their rows, unless it is switched off', { tag: '@summary' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const url = `${base}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}`;
  await page.goto(url);
  await traceIsIdle(page);
  const general = page.getByRole('region', { name: 'General information' });
  // The tree opens at what failed first; the error that it ended with arose in the call of the transaction.
  await expect(row(page, '0.0.0.0')).toHaveAttribute('aria-selected', 'true');
  await general.getByRole('link', { name: /^OrderFailed.*LimitExceeded/ }).click();
  await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');
  await tree(page).press('ArrowDown');
  await expect(page).not.toHaveURL(/trace=0$/);
  await general.getByRole('link', { name: 'place', exact: true }).click();
  await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Developer mode');
  await page.goto(url);
  await expect(general.getByText(/LimitExceeded/)).toBeVisible();
  await expect(general.getByRole('link', { name: /LimitExceeded/ })).toHaveCount(0);
});

test('notes: a priority and a comment stay at their row, can be searched, and are the workbench’s only', {
  tag: '@summary',
}, async ({ page, serve, demo }) => {
  const hash = demo.hashOf('swap-two-hops');
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}?trace=0.1`;
  await page.goto(url);
  await traceIsIdle(page);
  await tree(page).focus();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Details of row 0.1' });
  await detail.getByLabel('Priority').selectOption('High');
  await detail.getByLabel('Comment').fill('why twice?');
  await page.keyboard.press('Enter');
  await expect(row(page, '0.1')).toContainText('priority High comment: why twice?');
  await page.reload();
  await traceIsIdle(page);
  await expect(row(page, '0.1')).toContainText('comment: why twice?');
  await page.getByLabel('Search in', { exact: true }).selectOption('Comments');
  await expect(page.getByRole('toolbar').getByRole('status').first()).toHaveText('1/1');
  await page.goto(`${await serve(explorer(demo.rpcUrl))}/tx/${hash}?trace=0.1`);
  await traceIsIdle(page);
  await tree(page).focus();
  await page.keyboard.press('Enter');
  await expect(detail).toBeVisible();
  await expect(detail.getByLabel('Priority')).toHaveCount(0);
});

test('notes stay at internal calls and at accesses to storage, too', { tag: '@summary' }, async ({
  page,
  serve,
  demo,
}) => {
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  for (const id of ['0.i1', '0.0.s0']) {
    await page.goto(`${url}?trace=${id}`);
    await expect(row(page, id)).toHaveAttribute('aria-selected', 'true');
    await tree(page).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: `Details of row ${id}` })
      .getByLabel('Comment')
      .fill(`see ${id}`);
    await page.keyboard.press('Enter');
    await expect(row(page, id)).toContainText(`comment: see ${id}`);
  }
  await page.reload();
  await expect(row(page, '0.0.s0')).toContainText('comment: see 0.0.s0');
  await expect(row(page, '0.i1')).toContainText('comment: see 0.i1');
  await page.getByLabel('Search in', { exact: true }).selectOption('Comments');
  await expect(page.getByRole('toolbar').getByRole('status').first()).toHaveText('1/2');
});

test('general information: what newer types carry, and the fields of a rollup', { tag: '@summary' }, async ({
  page,
  serve,
  demo,
  endpoint,
}) => {
  const base = `${await serve(workbench(endpoint.url))}/${CHAIN}/tx`;
  const general = page.getByRole('region', { name: 'General information' });
  await page.goto(`${base}/${demo.hashOf('access-list')}`);
  await expect(general).toContainText('1 · EIP-2930');
  await expect(page.getByRole('region', { name: 'Access list', exact: true })).toContainText(/\d+ keys?0x/);
  await page.goto(`${base}/${demo.hashOf('blob')}`);
  await expect(general).toContainText('3 · EIP-4844');
  await expect(general).toContainText('Blob gas used131,072');
  await expect(general).toContainText('Max fee per blob gas');
  await expect(page.getByRole('region', { name: 'Blobs', exact: true })).toContainText(/0x01[0-9a-f]{62}/);
  await page.goto(`${base}/${demo.hashOf('set-code')}`);
  await expect(general).toContainText('4 · EIP-7702');
  const authorisations = page.getByRole('region', { name: 'Authorisations', exact: true });
  await expect(authorisations).toContainText(/Of\s*0x976ea7…0aa9/);
  await expect(authorisations).toContainText(/Code of\s*SmartWallet/);
  await expect(authorisations.getByText('applied', { exact: true })).toBeVisible();
  endpoint.set({
    lie: (method, _params, result) =>
      method === 'eth_getTransactionReceipt' && result ? { ...result, l1Fee: '0x64', l1GasUsed: '0x2a' } : result,
  });
  await page.goto(`${base}/${demo.hashOf('ether-transfer')}`);
  await expect(general).toContainText('of it for the base chain');
  await expect(general).toContainText('L1 gas used42');
});
