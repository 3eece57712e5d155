/** The simulator: a mined transaction again, steps that share one state, requests of other tools, runs that are kept. */
import type { Page } from '@playwright/test';
import { namehash } from 'viem/ens';
import { axeViolations } from '../helpers/axe';
import type { Behaviour } from '../helpers/fault-proxy';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const form = (page: Page) => page.getByRole('form', { name: 'Simulation' });
const panel = (page: Page) => page.getByRole('region', { name: 'Simulation' });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const runs = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');

test('a mined transaction again: filled in, run, and open like any other', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-one-hop')}`);
  await traceIsIdle(page);
  await page.getByRole('link', { name: 'Re-Simulate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Simulate on/ })).toBeVisible();
  await expect(form(page).getByLabel('Transaction', { exact: true })).toHaveValue(/^\d+$/);
  // The function and its arguments are those of the verified source.
  await expect(form(page).getByLabel('Function', { exact: true }).locator('option:checked')).toContainText('swap');
  await form(page).getByRole('button', { name: 'Raw calldata' }).click();
  const calldata = await form(page).getByLabel('Calldata').inputValue();
  expect(calldata).toMatch(/^0x[0-9a-f]{72,}$/);
  await form(page).getByRole('button', { name: 'Function' }).click();
  await form(page).getByRole('button', { name: 'Raw calldata' }).click();
  await expect(form(page).getByLabel('Calldata')).toHaveValue(calldata);
  await expect(page.getByText(/^About \d+ calls/)).toBeVisible();

  await form(page).getByRole('button', { name: 'Run the step' }).click();
  await expect(page).toHaveURL(/\/tx\/0x73696d756c61746564[0-9a-f]{46}$/);
  await traceIsIdle(page);
  await expect(steps(page)).toContainText('Success');
  await expect(panel(page)).toContainText('before transaction');
  // As it was mined: the same events.
  await page.getByRole('tab', { name: /^Events/ }).click();
  await expect(page.getByRole('article', { name: 'Event 1', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'State' }).click();
  await expect(page.getByRole('region', { name: 'State Overrides' })).toContainText('It ran on the state of the chain');
  await page.getByRole('tab', { name: 'Debugger' }).click();
  await expect(page.getByRole('button', { name: /^Next/ })).toBeVisible();
});

test('two steps on one state: kept, confirmed by the node, shared by a link', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/simulator/new?network=${CHAIN}&from=${ALICE}`);
  await expect(page).toHaveURL(new RegExp(`/${CHAIN}/simulator/new\\?from=${ALICE}$`));
  const first = page.getByRole('region', { name: 'Step 1', exact: true });
  await expect(first.getByLabel('From')).toHaveValue(ALICE);

  // A wrong field is named before anything is asked.
  await first.getByLabel('To', { exact: true }).fill('0x12');
  await form(page).getByRole('button', { name: 'Run the step' }).click();
  await expect(first).toContainText('An address has 40 digits after 0x; this has 2.');
  await first.getByLabel('To', { exact: true }).fill(BOB);
  await first.getByLabel('Value').fill('1.5 ether');
  await form(page).getByRole('button', { name: 'Add a step' }).click();
  const second = page.getByRole('region', { name: 'Step 2', exact: true });
  await expect(second.getByLabel('From')).toHaveValue(ALICE);
  await second.getByLabel('To', { exact: true }).fill(BOB);
  await page.getByLabel('Name', { exact: true }).fill('Two payments');
  expect(await axeViolations(page)).toEqual([]);
  await form(page).getByRole('button', { name: 'Run 2 steps' }).click();

  await expect(page).toHaveURL(/\/tx\/0x73696d756c61746564/);
  const kept = page.getByRole('region', { name: 'Two payments' });
  await expect(steps(page)).toHaveCount(2);
  await expect(steps(page).first()).toContainText('21,000 gas');
  await steps(page)
    .first()
    .getByRole('button', { name: /^Least gas limit/ })
    .click();
  await expect(steps(page).first()).toContainText('succeeds with that and fails with 20,999');
  await kept.getByRole('button', { name: 'Ask the node for the same' }).click();
  await expect(kept).toContainText('Confirmed by the node');
  await kept.getByRole('button', { name: 'Sensitivity' }).click();
  const sensitivity = kept.getByRole('region', { name: 'Sensitivity' });
  await expect(sensitivity.getByRole('listitem').filter({ hasText: '100 blocks later' })).toContainText('same');
  expect(await axeViolations(page)).toEqual([]);
  await kept.getByRole('button', { name: 'Copy link' }).click();
  await expect(kept.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/simulator\/new#s=[\w-]+$/);

  await page.reload();
  await expect(steps(page)).toHaveCount(2);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('Nothing of it runs before you press Run.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Step 2', exact: true }).getByLabel('To', { exact: true })).toHaveValue(
    BOB,
  );
  await expect(runs(page)).toHaveCount(1);
  await expect(runs(page)).toContainText('2 steps succeed, 42,000 gas');

  await runs(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing was simulated yet')).toBeVisible();
});

test('a request of another tool: shown before it is taken, and what is damaged said', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/simulator/new`);
  await page.getByText('Paste a request of another tool').click();
  const paste = page.getByLabel('Request');
  await paste.fill(`cast call ${BOB} "transfer(address,uint256)" ${ALICE}`);
  await expect(page.getByText('expected 2 arguments, got 1')).toBeVisible();
  await paste.fill(`cast call ${BOB} "transfer(address,uint256)" ${ALICE} 5 --from ${ALICE}`);
  await expect(page.getByText('Recognised: One call, written for cast call.')).toBeVisible();
  await expect(form(page).getByLabel('From')).toHaveValue('');
  await page.getByRole('button', { name: 'Replace the request' }).click();
  await expect(form(page).getByLabel('From')).toHaveValue(ALICE);
  await expect(form(page).getByLabel('Signature')).toHaveValue('transfer(address,uint256)');
  await form(page).getByRole('button', { name: 'Raw calldata' }).click();
  await expect(form(page).getByLabel('Calldata')).toHaveValue(/^0xa9059cbb/);
});

test('a link to a function: what stands in its fields is what is called', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const token = demo.addressOf('Maple').toLowerCase();
  await page.goto(`${base}/${CHAIN}/simulator/new?from=${ALICE}&contractAddress=${token}&contractFunction=0xa9059cbb`);
  await expect(form(page).getByLabel('Function', { exact: true }).locator('option:checked')).toContainText('transfer');
  await expect(form(page).getByText(`0xa9059cbb${'0'.repeat(60)}`, { exact: false })).toBeVisible();
  await form(page).getByRole('button', { name: 'Raw calldata' }).click();
  await expect(form(page).getByLabel('Calldata')).toHaveValue(`0xa9059cbb${'0'.repeat(128)}`);
});

test('overrides by variable and token: placed, run, and shown as what they became', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const token = demo.addressOf('Maple').toLowerCase();
  const poor = `0x${'0c'.repeat(20)}`;
  await page.goto(`${base}/${CHAIN}/simulator/new?from=${poor}&contractAddress=${token}`);
  await expect(form(page).getByLabel('From')).toHaveValue(poor);
  await form(page).getByRole('button', { name: 'Raw calldata' }).click();
  // transfer(BOB, 2 ether), of which the sender has nothing.
  await form(page)
    .getByLabel('Calldata')
    .fill(`0xa9059cbb${BOB.slice(2).padStart(64, '0')}${(2n * 10n ** 18n).toString(16).padStart(64, '0')}`);
  const overrides = page.getByRole('region', { name: 'State Overrides', exact: true });
  await overrides.getByRole('button', { name: 'Change an account' }).click();
  await overrides.getByLabel('Address').fill(token);
  await overrides.getByLabel('Variables').fill('nothing = 1');
  const tokens = page.getByRole('region', { name: 'Token amounts', exact: true });
  await tokens.getByRole('button', { name: 'Set a token amount' }).click();
  await tokens.getByLabel('Token', { exact: true }).fill(token);
  await tokens.getByLabel('Amount', { exact: true }).fill('5 tokens');
  await form(page).getByRole('button', { name: 'Run the step' }).click();
  await expect(tokens).toContainText('Fill in Holder.');
  await tokens.getByLabel('Holder', { exact: true }).fill(poor);
  await form(page).getByRole('button', { name: 'Run the step' }).click();
  // What was typed stays where a name is wrong.
  await expect(form(page)).toContainText('The contract has no variable nothing in storage.');
  await expect(tokens.getByLabel('Amount', { exact: true })).toHaveValue('5 tokens');
  await overrides.getByLabel('Variables').fill('symbol = "NEW"');
  expect(await axeViolations(page)).toEqual([]);
  await form(page).getByRole('button', { name: 'Run the step' }).click();

  await expect(page).toHaveURL(/\/tx\/0x73696d756c61746564/);
  await expect(steps(page)).toContainText('Success');
  await traceIsIdle(page);
  await page.getByRole('tab', { name: 'State' }).click();
  const shown = page.getByRole('region', { name: 'State Overrides' });
  await expect(shown).toContainText(`balance of ${poor} = 5000000000000000000`);
  await expect(shown).toContainText('symbol = "NEW"');
});

test('a name in an address field: its address is shown, and taken by a press', { tag: '@simulator' }, async ({
  page,
  endpoint,
  serve,
}) => {
  const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
  const node = namehash('vault.eth').slice(2);
  // The registry and the resolver of all names are one, and it knows one name.
  const names: Behaviour = {
    lie: (method, [call], result) => {
      const { to, data = '' } = (call ?? {}) as { to?: string; data?: string };
      if (method !== 'eth_call' || to?.toLowerCase() !== registry) return result;
      const found = !data.endsWith(node) ? '0' : data.startsWith('0x3b3b57de') ? BOB.slice(2) : registry.slice(2);
      return `0x${found.padStart(64, '0')}`;
    },
  };
  endpoint.set(names);
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/simulator/new?from=${ALICE}`);
  const to = form(page).getByLabel('To', { exact: true });
  await to.fill('vault.eth');
  const status = form(page).getByRole('status').filter({ hasText: BOB });
  await expect(status).toBeVisible();
  await expect(to).toHaveValue('vault.eth');
  expect(await axeViolations(page)).toEqual([]);
  await status.getByRole('button', { name: 'Use this address' }).click();
  await expect(to).toHaveValue(BOB);
  await expect(to).toBeFocused();
  await expect(form(page).getByText('vault.eth', { exact: true })).toBeVisible();

  await to.fill('nobody.eth');
  await expect(form(page)).toContainText('has no ENS registry that knows nobody.eth.');
  endpoint.set({ lie: (method, _params, result) => (method === 'eth_call' ? 'nonsense' : result) });
  await to.fill('later.eth');
  await expect(form(page)).toContainText('later.eth could not be looked up:');
  endpoint.set(names);
  await form(page).getByRole('button', { name: 'Try again' }).click();
  await expect(form(page)).toContainText('has no ENS registry that knows later.eth.');
});

test('held against what was mined: found by sender and nonce, and by hash', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const mined = demo.hashOf('erc20-transfer');
  await page.goto(`${base}/${CHAIN}/simulator/new?tx=${mined}`);
  await expect(form(page).getByLabel('Transaction', { exact: true })).toHaveValue(/^\d+$/);
  await form(page).getByRole('button', { name: 'Run the step' }).click();
  await expect(page).toHaveURL(/\/tx\/0x73696d756c61746564/);
  const compared = page.getByRole('region', { name: 'Simulated against mined' });
  await compared.getByLabel('Mined transaction').fill('0x12');
  await compared.getByRole('button', { name: 'Compare with what was mined' }).click();
  await expect(compared).toContainText('A hash is 0x and 64 hex digits.');
  await compared.getByLabel('Mined transaction').fill('');
  await compared.getByRole('button', { name: 'Compare with what was mined' }).click();
  await expect(compared).toContainText('Mined as it was simulated');
  await expect(compared).toContainText('found by sender and nonce');
  await expect(compared.getByRole('link')).toHaveAttribute('href', new RegExp(mined));
  expect(await axeViolations(page)).toEqual([]);

  // Another transaction: what was sent and read otherwise is told.
  await compared.getByLabel('Mined transaction').fill(demo.hashOf('erc20-approve'));
  await compared.getByRole('button', { name: 'Compare with what was mined' }).click();
  await expect(compared).toContainText('Mined otherwise than it was simulated');
  await expect(compared).toContainText('The calldata was');
});
