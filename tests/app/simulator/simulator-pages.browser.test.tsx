/** The simulator: a mined transaction again, steps that share one state, requests of other tools, runs that are kept. */
import { namehash } from 'viem/ens';
import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import {
  CHAIN,
  demoChain,
  openDemoTransaction,
  openPage,
  traceIsIdle,
  untilEnd,
  workbench,
} from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
/** The hash of a simulation in an address: “simulated” and its number. */
const SIMULATED = /\/tx\/0x73696d756c61746564/;

const form = page.getByRole('form', { name: 'Simulation' });
const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
const run = form.getByRole('button', { name: 'Run the step' });
const calldata = form.getByLabelText('Calldata');

afterEach(() => vi.restoreAllMocks());

function exactly(within: Locator | typeof page, label: string): Locator {
  return within.getByLabelText(label, { exact: true });
}

function valueIn(field: Locator): string {
  return (field.element() as HTMLInputElement).value;
}

test('a mined transaction again: filled in, run, and open like any other', async () => {
  const app = await openDemoTransaction('swap-one-hop');
  await traceIsIdle();
  await page.getByRole('link', { name: 'Re-Simulate' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^Simulate on/ })).toBeVisible();
  await expect.poll(() => valueIn(exactly(form, 'Transaction'))).toMatch(/^\d+$/);
  // The function and its arguments are those of the verified source.
  await expect.element(exactly(form, 'Function').getByCss('option:checked')).toHaveTextContent('swap');
  await form.getByRole('button', { name: 'Raw calldata' }).click();
  const sent = valueIn(calldata);
  expect(sent).toMatch(/^0x[0-9a-f]{72,}$/);
  await form.getByRole('button', { name: 'Function' }).click();
  await form.getByRole('button', { name: 'Raw calldata' }).click();
  await expect.element(calldata).toHaveValue(sent);
  await expect.element(page.getByText(/^About \d+ calls/)).toBeVisible();

  await run.click();
  await expect.poll(app.address).toMatch(/\/tx\/0x73696d756c61746564[0-9a-f]{46}$/);
  await traceIsIdle();
  await expect.element(steps).toHaveTextContent('Success');
  await expect.element(page.getByRole('region', { name: 'Simulation' })).toHaveTextContent('before transaction');
  // As it was mined: the same events.
  await page.getByRole('tab', { name: /^Events/ }).click();
  await expect.element(page.getByRole('article', { name: 'Event 1', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'State' }).click();
  await expect
    .element(page.getByRole('region', { name: 'State Overrides' }))
    .toHaveTextContent('It ran on the unchanged state of the chain');
  await page.getByRole('tab', { name: 'Debugger' }).click();
  await expect.element(page.getByRole('button', { name: /^Next/ })).toBeVisible();
});

test('two steps on one state: kept, confirmed by the node, shared by a link', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const app = await openPage(`/simulator/new?network=${CHAIN}&from=${ALICE}`, { fresh: true });
  await expect.poll(app.address).toBe(`/${CHAIN}/simulator/new?from=${ALICE}`);
  const first = page.getByRole('region', { name: 'Step 1', exact: true });
  await expect.element(first.getByLabelText('From')).toHaveValue(ALICE);

  // A wrong field is named before anything is asked.
  await exactly(first, 'To').fill('0x12');
  await run.click();
  await expect.element(first).toHaveTextContent('An address has 40 digits after 0x; this has 2.');
  await exactly(first, 'To').fill(BOB);
  await first.getByLabelText('Value').fill('1.5 ether');
  await form.getByRole('button', { name: 'Add a step' }).click();
  const second = page.getByRole('region', { name: 'Step 2', exact: true });
  await expect.element(second.getByLabelText('From')).toHaveValue(ALICE);
  await exactly(second, 'To').fill(BOB);
  await exactly(page, 'Name').fill('Two payments');
  expect(await axeViolations()).toEqual([]);
  await form.getByRole('button', { name: 'Run 2 steps' }).click();

  await expect.poll(app.address).toMatch(SIMULATED);
  const kept = page.getByRole('region', { name: 'Two payments' });
  await expect.element(steps).toHaveLength(2);
  await expect.element(steps.first()).toHaveTextContent('21,000 gas');
  await steps
    .first()
    .getByRole('button', { name: /^Least gas limit/ })
    .click();
  await expect.element(steps.first()).toHaveTextContent('succeeds with that and fails with 20,999');
  await kept.getByRole('button', { name: 'Compare with the node' }).click();
  await expect.element(kept).toHaveTextContent('Confirmed by the node');
  await kept.getByRole('button', { name: 'Sensitivity' }).click();
  const sensitivity = kept.getByRole('region', { name: 'Sensitivity' });
  await expect
    .element(sensitivity.getByRole('listitem').filter({ hasText: '100 blocks later' }))
    .toHaveTextContent('same');
  expect(await axeViolations()).toEqual([]);
  await kept.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(kept.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = copied.mock.calls[0]?.[0] ?? '';
  expect(link).toMatch(/\/simulator\/new#s=[\w-]+$/);

  await openPage(app.address(), { reloaded: true });
  await expect.element(steps).toHaveLength(2);
  await openPage(link.slice(location.origin.length));
  await expect.element(page.getByText('It runs only when you press Run.')).toBeVisible();
  await expect.element(exactly(second, 'To')).toHaveValue(BOB);
  await expect.element(runs).toHaveLength(1);
  await expect.element(runs).toHaveTextContent('2 steps succeed, 42,000 gas');

  await runs.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Nothing was simulated yet')).toBeVisible();
});

test('a request of another tool: shown before it is taken, and what is damaged said', async () => {
  await openPage(`/${CHAIN}/simulator/new`);
  await page.getByText('Paste a request from another tool').click();
  const paste = page.getByLabelText('Request');
  await paste.fill(`cast call ${BOB} "transfer(address,uint256)" ${ALICE}`);
  await expect.element(page.getByText('expected 2 arguments, got 1')).toBeVisible();
  await paste.fill(`cast call ${BOB} "transfer(address,uint256)" ${ALICE} 5 --from ${ALICE}`);
  await expect.element(page.getByText('Recognised: One call, written for cast call.')).toBeVisible();
  await expect.element(form.getByLabelText('From')).toHaveValue('');
  await page.getByRole('button', { name: 'Replace the request' }).click();
  await expect.element(form.getByLabelText('From')).toHaveValue(ALICE);
  await expect.element(form.getByLabelText('Signature')).toHaveValue('transfer(address,uint256)');
  await form.getByRole('button', { name: 'Raw calldata' }).click();
  await expect.poll(() => valueIn(calldata)).toMatch(/^0xa9059cbb/);
});

test('a link to a function: what stands in its fields is what is called', async () => {
  const token = (await demoChain()).addressOf('Maple');
  await openPage(`/${CHAIN}/simulator/new?from=${ALICE}&contractAddress=${token}&contractFunction=0xa9059cbb`);
  await expect.element(exactly(form, 'Function').getByCss('option:checked')).toHaveTextContent('transfer');
  await expect.element(form.getByText(`0xa9059cbb${'0'.repeat(60)}`, { exact: false })).toBeVisible();
  await form.getByRole('button', { name: 'Raw calldata' }).click();
  await expect.element(calldata).toHaveValue(`0xa9059cbb${'0'.repeat(128)}`);
});

test('overrides by variable and token: placed, run, and shown as what they became', async () => {
  const token = (await demoChain()).addressOf('Maple');
  const poor = `0x${'0c'.repeat(20)}`;
  const app = await openPage(`/${CHAIN}/simulator/new?from=${poor}&contractAddress=${token}`);
  await expect.element(form.getByLabelText('From')).toHaveValue(poor);
  await form.getByRole('button', { name: 'Raw calldata' }).click();
  // transfer(BOB, 2 ether), of which the sender has nothing.
  await calldata.fill(`0xa9059cbb${BOB.slice(2).padStart(64, '0')}${(2n * 10n ** 18n).toString(16).padStart(64, '0')}`);
  const overrides = page.getByRole('region', { name: 'State Overrides', exact: true });
  await overrides.getByRole('button', { name: 'Change an account' }).click();
  await overrides.getByLabelText('Address').fill(token);
  await overrides.getByLabelText('Variables').fill('nothing = 1');
  const tokens = page.getByRole('region', { name: 'Token amounts', exact: true });
  await tokens.getByRole('button', { name: 'Set a token amount' }).click();
  await exactly(tokens, 'Token').fill(token);
  await exactly(tokens, 'Amount').fill('5 tokens');
  await run.click();
  await expect.element(tokens).toHaveTextContent('Fill in Holder.');
  await exactly(tokens, 'Holder').fill(poor);
  await run.click();
  // What was typed stays where a name is wrong.
  await expect.element(form).toHaveTextContent('The contract has no variable nothing in storage.');
  await expect.element(exactly(tokens, 'Amount')).toHaveValue('5 tokens');
  await overrides.getByLabelText('Variables').fill('symbol = "NEW"');
  expect(await axeViolations()).toEqual([]);
  await run.click();

  await expect.poll(app.address).toMatch(SIMULATED);
  await expect.element(steps).toHaveTextContent('Success');
  await traceIsIdle();
  await page.getByRole('tab', { name: 'State' }).click();
  const shown = page.getByRole('region', { name: 'State Overrides' });
  await expect.element(shown).toHaveTextContent(`balance of ${poor} = 5000000000000000000`);
  await expect.element(shown).toHaveTextContent('symbol = "NEW"');
});

test('held against what was mined: found by sender and nonce, and by hash', async () => {
  const { hashOf } = await demoChain();
  const mined = hashOf('erc20-transfer');
  const app = await openPage(`/${CHAIN}/simulator/new?tx=${mined}`);
  await expect.poll(() => valueIn(exactly(form, 'Transaction'))).toMatch(/^\d+$/);
  await run.click();
  await expect.poll(app.address).toMatch(SIMULATED);
  const compared = page.getByRole('region', { name: 'Simulated against mined' });
  const hash = compared.getByLabelText('Mined transaction');
  const compare = compared.getByRole('button', { name: 'Compare with the mined transaction' });
  await hash.fill('0x12');
  await compare.click();
  await expect.element(compared).toHaveTextContent('A hash is 0x and 64 hex digits.');
  await hash.fill('');
  await compare.click();
  await expect.element(compared).toHaveTextContent('Mined as it was simulated');
  await expect.element(compared).toHaveTextContent(/of block [\d,]+, found by sender and nonce\./);
  await expect.element(compared.getByRole('link')).toHaveAttribute('href', expect.stringContaining(mined));
  expect(await axeViolations()).toEqual([]);

  // Another transaction: what was sent and read otherwise is told.
  await hash.fill(hashOf('erc20-approve'));
  await compare.click();
  await expect.element(compared).toHaveTextContent('Mined with differences to the simulation');
  await expect.element(compared).toHaveTextContent('The calldata was');
});

test('a name in an address field: its address is shown, and taken by a press', async () => {
  const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
  const node = namehash('vault.eth').slice(2);
  // The registry and the resolver of all names are one, and it knows one name.
  const answer = (params: RegExp, found: string) => ({
    method: 'eth_call',
    params,
    result: `0x${found.padStart(64, '0')}`,
  });
  const names = {
    answersTo: [
      answer(new RegExp(`^(?=.*${registry}).*0x3b3b57de[0-9a-f]*${node}"`, 'i'), BOB.slice(2)),
      answer(new RegExp(`^(?=.*${registry}).*${node}"`, 'i'), registry.slice(2)),
      answer(new RegExp(registry, 'i'), '0'),
    ],
  };
  const endpoint = untilEnd(await nodeService.startEndpoint((await demoChain()).rpcUrl));
  await nodeService.setEndpoint(endpoint, names);
  await openPage(`/${CHAIN}/simulator/new?from=${ALICE}`, { config: workbench(endpoint) });
  const to = exactly(form, 'To');
  await to.fill('vault.eth');
  const status = form.getByRole('status').filter({ hasText: BOB });
  await expect.element(status).toBeVisible();
  await expect.element(to).toHaveValue('vault.eth');
  expect(await axeViolations()).toEqual([]);
  await status.getByRole('button', { name: 'Use this address' }).click();
  await expect.element(to).toHaveValue(BOB);
  await expect.element(to).toHaveFocus();
  await expect.element(form.getByText('vault.eth', { exact: true })).toBeVisible();

  await to.fill('nobody.eth');
  await expect.element(form).toHaveTextContent('has no ENS registry with nobody.eth.');
  await nodeService.setEndpoint(endpoint, { answers: { eth_call: 'nonsense' } });
  await to.fill('later.eth');
  await expect.element(form).toHaveTextContent('later.eth could not be looked up:');
  await nodeService.setEndpoint(endpoint, names);
  await form.getByRole('button', { name: 'Retry' }).click();
  await expect.element(form).toHaveTextContent('has no ENS registry with later.eth.');
});
