/** The search dialog on the demo chain: names of all kinds, commands, with a letter wrong. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHAIN, demoChain, openPage, workbench } from '../../helpers/demo-page';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

const labels = [{ networkId: CHAIN, address: ALICE, name: 'Alice' }];
const router = async () => (await demoChain()).addressOf('Router');

async function search(query: string): Promise<void> {
  if (page.getByRole('dialog', { name: 'Search' }).query() === null) await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(query);
}
const results = (group: string) => page.getByRole('group', { name: group, exact: true }).getByRole('option');

test('contracts, names of the deployment and labels are found by a word of their name, with a letter wrong', async () => {
  const config = workbench((await demoChain()).rpcUrl, { labels });
  await openPage('/31337/transactions', {
    config,
    kept: new Map([['labels', [{ networkId: CHAIN, address: await router(), name: 'Cold storage', changedAt: 1 }]]]),
  });
  await search('Alice');
  await expect.element(results('Labels')).toHaveTextContent(/Alice/);
  await search('Alcie');
  await expect.element(results('Labels')).toHaveTextContent(/Alice/);
  await search('storage cold');
  await expect.element(results('Labels')).toHaveTextContent(/Cold storage/);
});

test('a contract whose page was opened is found by its name, with a letter wrong', async () => {
  const app = await openPage(`/31337/contract/${await router()}/overview`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/Router/);
  await userEvent.keyboard('{Control>}k{/Control}');
  // It comes after the commands and above them, and is what Enter opens.
  await expect.element(results('Recent addresses').first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(results('Recent addresses').first()).toHaveAttribute('aria-selected', 'false');
  await search('Ruoter');
  await expect.element(results('Contracts').first()).toHaveTextContent(/Router/);
  await results('Contracts').first().click();
  await expect.poll(() => app.address()).toContain(await router());
});

test.each([
  ['simulate', 'Simulate a transaction', '/31337/simulator/new'],
  ['virtual', 'Virtual networks', '/31337/virtual'],
  ['calldata', 'Decode calldata', '/31337/calldata'],
  ['trace file', 'Open a trace file', '/open'],
  ['simulaet', 'Simulate a transaction', '/31337/simulator/new'],
])('the command %s is "%s"', async (query, label, path) => {
  const app = await openPage('/31337/transactions');
  await search(query);
  await page.getByRole('option', { name: label }).click();
  await expect.poll(() => app.address()).toBe(path);
});

test.each([
  ['new project', 'New project'],
  ['watch', 'New watch'],
])('the command %s opens its form', async (query, label) => {
  const app = await openPage('/31337/transactions');
  await search(query);
  await page.getByRole('option', { name: label }).click();
  await expect.element(page.getByRole('dialog', { name: label })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => app.address()).toBe('/projects');
});

test('verify asks for an address, and takes that of the page where it shows one', async () => {
  const app = await openPage('/31337/transactions');
  await search('verify');
  await page.getByRole('option', { name: 'Verify a contract' }).click();
  await search(await router());
  await page.getByRole('option').first().click();
  await expect.poll(() => app.address()).toBe(`/31337/contract/${await router()}/verify`);
  await search('verify');
  await expect.element(page.getByRole('option', { name: 'Verify this contract' })).toBeVisible();
});
