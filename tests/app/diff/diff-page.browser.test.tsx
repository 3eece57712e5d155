/** Two transactions side by side: the same withdrawal before and after the proxy got other code. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  CHAIN,
  demoChain,
  explorer,
  focus,
  openDemoTransaction,
  openPage,
  row,
  traceIsIdle,
} from '../../helpers/demo-page';

const rows = page.getByRole('tree', { name: 'Calls of both transactions' }).getByRole('treeitem');
const active = page.getByCss('[role=treeitem][aria-selected=true]');

const withdrawals = async () => {
  const { hashOf } = await demoChain();
  return `diff?a=${hashOf('uups-before-upgrade')}&b=${hashOf('uups-after-upgrade')}`;
};

const expectDifferences = async () => {
  await expect.element(rows).toHaveLength(6);
  // The implementation is another: that is the first difference, and the list opens at it.
  await expect.element(active).toHaveTextContent('VaultV1.withdraw');
  await expect.element(active).toHaveTextContent('VaultV2.withdraw');
  await expect.element(active).toHaveTextContent('contract');
  await expect.element(rows.filter({ hasText: 'FeeTaken' })).toHaveAttribute('data-change', 'only in the second');
  await expect.element(page.getByText('Events: 0 the same, 2 changed, 1 only in the second.')).toBeVisible();

  const gas = page.getByRole('table', { name: 'Gas by function' });
  await expect.element(gas.getByRole('row').nth(1)).toHaveTextContent('VaultV2.withdraw');
  await expect.element(gas.getByRole('row').filter({ hasText: 'MPL.transfer' })).toHaveTextContent(/Difference0$/);
  const state = page.getByRole('table', { name: 'State differences' });
  await expect.element(state).toHaveTextContent('unchanged');
  // The slots of both transactions by the variables of their sources.
  await expect.element(state.getByRole('row').filter({ hasText: 'balanceOf[' }).first()).toBeVisible();
  await expect.element(state).not.toHaveTextContent('slot 0x');
};

test('from the page of a transaction, with one visited before', async () => {
  const { hashOf } = await demoChain();
  const [first, second] = [hashOf('swap-one-hop'), hashOf('swap-two-hops')];
  await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  await expect.poll(() => document.title).toMatch(/swap/i);
  const app = await openDemoTransaction('swap-one-hop');
  await traceIsIdle();
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect.element(page.getByLabelText('First transaction')).toHaveValue(first);
  await expect.element(page.getByLabelText('Second transaction')).toHaveFocus();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.element(page.getByText('A transaction hash is 0x and 64 hex digits.')).toBeVisible();
  await page
    .getByRole('listitem')
    .getByRole('button', { name: second.slice(0, 8) })
    .click();
  await expect.poll(app.address).toContain(`a=${first}&b=${second}`);
  await expect.element(rows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect.poll(app.address).toContain(`a=${second}&b=${first}`);
  await expect.element(page.getByLabelText('First transaction')).toHaveValue(second);
});

test('workbench: the differences, the first of them, and both rows of it', async () => {
  await openPage(`/${CHAIN}/${await withdrawals()}`);
  await expectDifferences();
});

test('by keyboard: from difference to difference, and into one of the transactions', async () => {
  const app = await openPage(`/${CHAIN}/${await withdrawals()}`);
  await expect.element(active).toHaveTextContent('VaultV2.withdraw');
  await userEvent.keyboard('n');
  await expect.element(active).toHaveTextContent('MPL.transfer');
  await userEvent.keyboard('p');
  await expect.element(active).toHaveTextContent('VaultV2.withdraw');
  await focus(page.getByRole('tree'));
  await userEvent.keyboard('{End}');
  await expect.element(active).toHaveTextContent('Withdrawn');
  await userEvent.keyboard('2');
  const { hashOf } = await demoChain();
  await expect.poll(app.address).toContain(`/tx/${hashOf('uups-after-upgrade')}?trace=0.0.e1`);
  await traceIsIdle();
  await expect.element(row('0.0.e1')).toHaveAttribute('aria-selected', 'true');
});

test('each of the two says what it did and why it failed, as its own page does', async () => {
  const { hashOf } = await demoChain();
  await openPage(`/${CHAIN}/diff?a=${hashOf('erc20-insufficient-balance')}&b=${hashOf('erc20-transfer')}`);
  const first = page.getByRole('region', { name: 'First', exact: true });
  await expect.element(first).toHaveTextContent(/MPL\.transfer (failed|reverted).*ERC20InsufficientBalance/);
  await expect
    .element(page.getByRole('region', { name: 'Second', exact: true }))
    .toHaveTextContent('MPL.transfer succeeded');
});

test('a hash nobody knows is a failure in words', async () => {
  const { hashOf } = await demoChain();
  await openPage(`/${CHAIN}/diff?a=${hashOf('swap-two-hops')}&b=0x${'ab'.repeat(32)}`);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Transaction 0xabab');
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a transaction with itself, changed: in the form, in the address, and its differences', async () => {
  const { hashOf } = await demoChain();
  const app = await openPage(`/${CHAIN}/diff?a=${hashOf('swap-one-hop')}`);
  await page.getByRole('button', { name: 'Change it…' }).click();
  const limit = page.getByLabelText('Gas limit');
  await limit.fill('60,00x');
  await page.getByRole('button', { name: 'Execute and compare' }).click();
  await expect.element(page.getByText('This is a whole number, decimal or with 0x.')).toBeVisible();
  await limit.fill('60,000');
  await userEvent.keyboard('{Enter}');
  const changed = page.getByRole('region', { name: 'With changes', exact: true });
  await expect.element(changed).toHaveTextContent('Failed');
  await expect.element(changed).toHaveTextContent(/Router\.swapExactTokens (failed|reverted) in .*/);
  await expect.element(active).toHaveTextContent('failure');
  await expect.poll(app.address).toMatch(/changes=/);
  // The address alone brings all of it back.
  await openPage(app.address(), { reloaded: true });
  await expect.element(limit).toHaveValue('60,000');
  await expect.element(changed).toHaveTextContent('Failed');
});

test('changes that cannot be read, or are not valid, are said', async () => {
  const path = `/${CHAIN}/diff?a=${(await demoChain()).hashOf('swap-one-hop')}`;
  await openPage(`${path}&changes={"gas":"many"}`);
  await expect.element(page.getByText('The changes in this link cannot be read.')).toBeVisible();
  await openPage(`${path}&changes={"nonce":"99"}`);
  await expect.element(page.getByText('It could not be executed with these changes.')).toBeVisible();
  await expect.element(page.getByText(/It cannot be in this block: .*nonce/)).toBeVisible();
});

test('explorer: the differences, the first of them, and both rows of it', async () => {
  await openPage(`/${await withdrawals()}`, { config: explorer((await demoChain()).rpcUrl) });
  await expectDifferences();
});

test('explorer: a transaction is no different from itself, and all of it can be shown', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const hash = hashOf('swap-two-hops');
  const app = await openPage(`/diff?a=${hash}&b=${hash}`, { config: explorer(rpcUrl) });
  await expect.element(page.getByText('No differences')).toBeVisible();
  await expect.element(page.getByText(/^They changed the same accounts/)).toBeVisible();
  await page.getByRole('switch', { name: 'Show equal rows too' }).click();
  await expect.poll(app.address).toMatch(/all=true/);
  await expect.element(rows.first()).toHaveAttribute('data-change', 'the same');
});
