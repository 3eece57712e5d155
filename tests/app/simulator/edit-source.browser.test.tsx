/** Sources edited on the page: a transaction again with them, and a call of a contract. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { allowOnly } from '../../helpers/consent';
import {
  CHAIN,
  demoChain,
  openDemoTransaction,
  openPage,
  traceIsIdle,
  turnSwitch,
  workbench,
} from '../../helpers/demo-page';

/** A compiler is loaded and run several times, which takes long on a busy machine: these only end what hangs. */
const COMPILED = { timeout: 240_000 };
const LONG = 480_000;

const editor = page.getByRole('textbox', { name: /^Text of / });
const run = page.getByRole('button', { name: 'Compile and run' });

let config: unknown;
beforeEach(async () => {
  config = workbench((await demoChain()).rpcUrl, { thirdParties: { compilers: '/solc/list.json' } });
});

/** Writes `to` for the first `from` of the file that is open. */
async function replace(from: string, to: string): Promise<void> {
  await editor.click();
  await userEvent.keyboard('{Control>}f{/Control}');
  await page.getByRole('textbox', { name: 'Find' }).fill(from);
  await page.getByRole('textbox', { name: 'Replace' }).fill(to);
  const once = page.getByRole('button', { name: 'replace', exact: true });
  await once.click();
  await once.click();
}

test('without a contract it says where to begin', async () => {
  await openPage(`/${CHAIN}/simulator/source`, { config });
  await expect.element(page.getByText('Which contract?')).toBeVisible();
});

test(
  'a transaction again with an edited implementation, compared, and kept as a simulation',
  async () => {
    await openPage('/settings', { config });
    await turnSwitch('Ask Compilers');
    const app = await openDemoTransaction('uups-after-upgrade', '', { config });
    await traceIsIdle();
    await page.getByRole('link', { name: 'Edit source' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Edit source' })).toBeVisible();
    const contract = page.getByLabelText('Contract', { exact: true });
    const implementation = contract.getByCss('option').filter({ hasText: 'VaultV2' });
    await expect.element(implementation).toBeInTheDocument();
    await userEvent.selectOptions(contract, implementation.element().textContent);
    // The file begins with another contract: it opens at the one that ran.
    await expect.element(editor).toHaveTextContent('contract VaultV2');
    await expect.element(page.getByText('Nothing is edited: the code would equal that of the chain')).toBeVisible();
    expect(await axeViolations()).toEqual([]);

    await replace('amount * feeBasisPoints / 10_000', 'amount * feeBasisPoint / 5_000');
    await expect.element(page.getByText('1 file edited')).toBeVisible();
    await run.click();
    await expect
      .element(page.getByRole('list', { name: 'Errors' }), COMPILED)
      .toHaveTextContent('Undeclared identifier');

    // What is typed outlives the page.
    const again = await openPage(app.address(), { config, reloaded: true });
    await replace('feeBasisPoint / 5_000', 'feeBasisPoints / 5_000');
    await run.click();
    await expect.element(page.getByText('give that code byte by byte.'), COMPILED).toBeVisible();
    await expect.element(page.getByText(/does the same as on the chain: \d+ calls, 3 events/), COMPILED).toBeVisible();
    await expect.element(page.getByText('They differ.'), COMPILED).toBeVisible();
    await expect.element(page.getByText('0 the same, 3 changed')).toBeVisible();
    expect(await axeViolations()).toEqual([]);

    await page.getByRole('button', { name: 'Open as a simulation' }).click();
    await expect.poll(again.address, COMPILED).toMatch(/\/tx\/0x73696d756c61746564/);
    await traceIsIdle();
    await expect.element(page.getByRole('region', { name: 'Edited source' })).toHaveTextContent('Success');
  },
  LONG,
);

test(
  'the debugger shows a debug build, says so, and goes back',
  async () => {
    await allowOnly('compilers');
    const app = await openDemoTransaction('uups-after-upgrade', '/debugger', { config });
    const build = page.getByRole('switch', { name: 'Debug build' });
    const told = page.getByRole('status').filter({ hasText: 'Debug build: not the mined code.' });
    await build.click();
    await expect.element(told, COMPILED).toBeVisible();
    await expect.element(told).toHaveTextContent('All calls and events are those of the chain');
    await expect.poll(app.address).toMatch(/build=debug/);
    await expect.element(build).toBeChecked();
    await expect.element(page.getByRole('toolbar', { name: 'Debugger' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await build.click();
    await expect.element(told).not.toBeInTheDocument();
    await expect.poll(app.address).not.toMatch(/build=/);
    await expect.element(build).not.toBeChecked();
  },
  LONG,
);

test(
  'a contract page leads to a simulation with the edited code',
  async () => {
    await allowOnly('compilers');
    const { addressOf } = await demoChain();
    await openPage(`/${CHAIN}/contract/${addressOf('Router')}/code`, { config });
    await page.getByRole('link', { name: 'Edit source' }).click();
    await expect.element(editor).toHaveTextContent('pragma solidity');
    await run.click();
    const simulate = page.getByRole('button', { name: 'Simulate a call' });
    await expect.element(simulate, COMPILED).toBeEnabled();
    await simulate.click();
    const form = page.getByRole('form', { name: 'Simulation' });
    await expect.element(form.getByLabelText('Code')).toHaveValue(expect.stringMatching(/^0x[0-9a-f]+$/));
    await expect.element(form.getByLabelText('To', { exact: true })).toHaveValue(addressOf('Router'));
  },
  LONG,
);
