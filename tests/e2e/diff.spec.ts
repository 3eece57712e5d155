/** Two transactions side by side: the same withdrawal before and after the proxy got other code. */
import type { Page } from '@playwright/test';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

const rows = (page: Page) => page.getByRole('tree', { name: 'Calls of both transactions' }).getByRole('treeitem');
const active = (page: Page) => page.locator('[role=treeitem][aria-selected=true]');

test('workbench and explorer: what differs, where first, and a way to either row', { tag: '@diff' }, async ({
  page,
  serve,
  demo,
}) => {
  const pair = `diff?a=${demo.hashOf('uups-before-upgrade')}&b=${demo.hashOf('uups-after-upgrade')}`;
  for (const base of [`${await serve(workbench(demo.rpcUrl))}/${CHAIN}`, await serve(explorer(demo.rpcUrl))]) {
    await page.goto(`${base}/${pair}`);
    await expect(rows(page)).toHaveCount(6);
    // The implementation is another: that is the first difference, and what the list opens at.
    await expect(active(page)).toContainText('VaultV1.withdraw');
    await expect(active(page)).toContainText('VaultV2.withdraw');
    await expect(active(page)).toContainText('contract');
    await expect(rows(page).filter({ hasText: 'FeeTaken' })).toHaveAttribute('data-change', 'only in the second');
    await expect(page.getByText('Events: 0 the same, 2 changed, 1 only in the second.')).toBeVisible();

    const gas = page.getByRole('table', { name: 'Gas by function' });
    await expect(gas.getByRole('row').nth(1)).toContainText('VaultV2.withdraw');
    await expect(gas.getByRole('row').filter({ hasText: 'MPL.transfer' })).toContainText(/Difference0$/);
    const state = page.getByRole('table', { name: 'State differences' });
    await expect(state).toContainText('unchanged');
    // The slots of both transactions by the variables of their sources.
    await expect(state.getByRole('row').filter({ hasText: 'balanceOf[' }).first()).toBeVisible();
    await expect(state).not.toContainText('slot 0x');
  }
});

test('by keyboard: from difference to difference, and into one of the transactions', { tag: '@diff' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const second = demo.hashOf('uups-after-upgrade');
  await page.goto(`${base}/${CHAIN}/diff?a=${demo.hashOf('uups-before-upgrade')}&b=${second}`);
  await expect(active(page)).toContainText('VaultV2.withdraw');
  await page.keyboard.press('n');
  await expect(active(page)).toContainText('MPL.transfer');
  await page.keyboard.press('p');
  await expect(active(page)).toContainText('VaultV2.withdraw');
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await expect(active(page)).toContainText('Withdrawn');
  await page.keyboard.press('2');
  await expect(page).toHaveURL(new RegExp(`/tx/${second}\\?trace=0\\.0\\.e1`));
  await traceIsIdle(page);
  await expect(row(page, '0.0.e1')).toHaveAttribute('aria-selected', 'true');
});

test('from the page of a transaction, with one visited before', { tag: '@diff' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const [first, second] = [demo.hashOf('swap-one-hop'), demo.hashOf('swap-two-hops')];
  await page.goto(`${base}/${CHAIN}/tx/${second}`);
  await traceIsIdle(page);
  await expect(page).toHaveTitle(/swap/i);
  await page.goto(`${base}/${CHAIN}/tx/${first}`);
  await traceIsIdle(page);
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect(page.getByLabel('First transaction')).toHaveValue(first);
  await expect(page.getByLabel('Second transaction')).toBeFocused();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('A transaction hash is 0x and 64 hex digits.')).toBeVisible();
  await page
    .getByRole('listitem')
    .getByRole('button', { name: second.slice(0, 8) })
    .click();
  await expect(page).toHaveURL(new RegExp(`a=${first}&b=${second}`));
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page).toHaveURL(new RegExp(`a=${second}&b=${first}`));
  await expect(page.getByLabel('First transaction')).toHaveValue(second);
});

test('a transaction is no different from itself, and all of it can be shown', { tag: '@diff' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(explorer(demo.rpcUrl));
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${base}/diff?a=${hash}&b=${hash}`);
  await expect(page.getByText('No differences')).toBeVisible();
  await expect(page.getByText(/^They changed the same accounts/)).toBeVisible();
  await page.getByRole('switch', { name: 'Also what is the same' }).click();
  await expect(page).toHaveURL(/all=true/);
  await expect(rows(page).first()).toHaveAttribute('data-change', 'the same');
});

test('a hash nobody knows is a failure in words', { tag: '@diff' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const nobody = `0x${'ab'.repeat(32)}`;
  await page.goto(`${base}/${CHAIN}/diff?a=${demo.hashOf('swap-two-hops')}&b=${nobody}`);
  await expect(page.getByRole('alert')).toContainText('Transaction 0xabab');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a transaction with itself, changed: in the form, in the address, and what differs', { tag: '@diff' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const hash = demo.hashOf('swap-one-hop');
  await page.goto(`${base}/${CHAIN}/diff?a=${hash}`);
  await page.getByRole('button', { name: 'Change it…' }).click();
  await page.getByLabel('Gas limit').fill('60,00x');
  await page.getByRole('button', { name: 'Execute and compare' }).click();
  await expect(page.getByText('This is a whole number, decimal or with 0x.')).toBeVisible();
  await page.getByLabel('Gas limit').fill('60,000');
  await page.keyboard.press('Enter');
  const changed = page.getByRole('region', { name: 'With changes', exact: true });
  await expect(changed).toContainText('Failed');
  await expect(changed).toContainText(/Router\.swapExactTokens (failed|reverted) in .*/);
  await expect(active(page)).toContainText('failure');
  await expect(page).toHaveURL(/changes=/);
  // The address alone brings all of it back.
  await page.reload();
  await expect(page.getByLabel('Gas limit')).toHaveValue('60,000');
  await expect(changed).toContainText('Failed');
});

test('changes that cannot be read, or are not valid, are said', { tag: '@diff' }, async ({ page, serve, demo }) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/diff?a=${demo.hashOf('swap-one-hop')}`;
  await page.goto(`${base}&changes={"gas":"many"}`);
  await expect(page.getByText('The changes in this link cannot be read.')).toBeVisible();
  await page.goto(`${base}&changes={"nonce":"99"}`);
  await expect(page.getByText('It could not be executed with these changes.')).toBeVisible();
  await expect(page.getByText(/It cannot be in this block: .*nonce/)).toBeVisible();
});
