/** The tabs of the transaction page: each has an address, and one open trace serves them all. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { demoChain, explorer, openDemoTransaction, openPage, row, traceIsIdle, tree } from '../../helpers/demo-page';

test('workbench: the first tab is the transaction itself, an unknown one is no page', async () => {
  await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  await expect.element(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
  await openDemoTransaction('swap-two-hops', '/no-such-tab');
  await expect.element(page.getByText('Page not found')).toBeVisible();
});

test('a link to a row opens it in the first tab', async () => {
  await openDemoTransaction('swap-two-hops', '?trace=0.1');
  await traceIsIdle();
  await expect.element(row('0.1')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tree()).toBeVisible();
});

test('events: every one of the receipt, by name and contract, raw, and in the trace', async () => {
  const app = await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  (page.getByRole('tab', { name: 'Summary' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: /^Events/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(app.address).toMatch(/\/logs$/);
  const cards = page.getByRole('list', { name: 'Events' }).getByRole('article');
  await expect.element(cards.first()).toHaveTextContent(/Transfer/);
  const names = page.getByRole('group', { name: 'Event' }).getByRole('button');
  await expect.element(names).toHaveLength(3);
  await names.first().click();
  await expect.poll(app.address).toMatch(/event=/);
});

test('explorer: a transaction without events says so', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  await openPage(`/tx/${hashOf('ether-transfer')}/logs`, { config: explorer(rpcUrl), fresh: true });
  await expect.element(page.getByText('No events were emitted in this transaction')).toBeVisible();
});
