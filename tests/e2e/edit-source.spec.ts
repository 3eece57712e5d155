/** Sources edited on the page: a transaction again with them, and a call of a contract. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { installedCompilers } from '../../tools/solc/installed';
import { servedCompilers } from '../../tools/solc/served';
import { axeViolations } from '../helpers/axe';
import { startJsonServer } from '../helpers/json-server';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import type { Demo } from './support/demo';
import { turnSwitch } from './support/settings';
import { expect, type TestFixtures, test } from './support/test';
import { traceIsIdle } from './support/tree';

/** A compiler is loaded and run several times, which takes long on a busy machine. */
test.describe.configure({ timeout: 360_000 });
const COMPILED = { timeout: 240_000 };

/** What `withCompiler` needs of a test. */
type Needed = Pick<TestFixtures, 'serve' | 'stopAtEnd'> & { page: Page; demo: Demo };

/** The address of the app on the demo chain, with a compiler that the reader allowed. */
async function withCompiler({ page, serve, stopAtEnd, demo }: Needed): Promise<string> {
  const soljson = readFileSync(installedCompilers().at(-1)?.soljson ?? '', 'utf8');
  const { list } = servedCompilers();
  const compilers = stopAtEnd(await startJsonServer((path) => ({ body: path === '/list.json' ? list : soljson })));
  const base = await serve(workbench(demo.rpcUrl, { thirdParties: { compilers: `${compilers.url}/list.json` } }));
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Ask Compilers');
  return base;
}

const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of / });

/** Writes `to` for the first `from` of the file that is open. */
async function replace(page: Page, from: string, to: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill(from);
  await page.getByRole('textbox', { name: 'Replace' }).fill(to);
  await page.getByRole('button', { name: 'replace', exact: true }).click();
  await page.getByRole('button', { name: 'replace', exact: true }).click();
}

test('a transaction again with an edited implementation, compared, and kept as a simulation', {
  tag: '@simulator',
}, async ({ page, serve, demo, stopAtEnd }) => {
  const base = await withCompiler({ page, serve, stopAtEnd, demo });
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('uups-after-upgrade')}`);
  await traceIsIdle(page);
  await page.getByRole('link', { name: 'Edit source' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit source' })).toBeVisible();
  const contract = page.getByLabel('Contract', { exact: true });
  await contract.selectOption({
    label: (await contract.locator('option', { hasText: 'VaultV2' }).textContent()) ?? '',
  });
  await expect(editor(page)).toContainText('pragma solidity');
  await expect(page.getByText('Nothing is edited: the code would be that of the chain')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await replace(page, 'amount * feeBasisPoints / 10_000', 'amount * feeBasisPoint / 5_000');
  await expect(page.getByText('1 file edited')).toBeVisible();
  await page.getByRole('button', { name: 'Compile and run' }).click();
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText('Undeclared identifier', COMPILED);

  // What is typed outlives the page.
  await page.reload();
  await replace(page, 'feeBasisPoint / 5_000', 'feeBasisPoints / 5_000');
  await page.getByRole('button', { name: 'Compile and run' }).click();
  await expect(page.getByText('give that code byte by byte.')).toBeVisible(COMPILED);
  await expect(page.getByText(/does the same as on the chain: \d+ calls, 3 events/)).toBeVisible(COMPILED);
  await expect(page.getByText('They differ.')).toBeVisible(COMPILED);
  await expect(page.getByText('0 the same, 3 changed')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Open as a simulation' }).click();
  await expect(page).toHaveURL(/\/tx\/0x73696d756c61746564/, COMPILED);
  await traceIsIdle(page);
  await expect(page.getByRole('region', { name: 'Edited source' })).toContainText('Success');
});

test('the debugger shows a debug build, says so, and goes back', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const base = await withCompiler({ page, serve, stopAtEnd, demo });
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('uups-after-upgrade')}/debugger`);
  const build = page.getByRole('switch', { name: 'Debug build' });
  const told = page.getByRole('status').filter({ hasText: 'Debug build, not what was mined.' });
  await build.click();
  await expect(told).toBeVisible(COMPILED);
  await expect(told).toContainText('All calls and events are those of the chain');
  await expect(page).toHaveURL(/build=debug/);
  await expect(build).toBeChecked();
  await expect(page.getByRole('toolbar', { name: 'Debugger' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await build.click();
  await expect(told).toHaveCount(0);
  await expect(page).not.toHaveURL(/build=/);
  await expect(build).not.toBeChecked();
});

test('a contract page leads to a simulation with the edited code', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const base = await withCompiler({ page, serve, stopAtEnd, demo });
  await page.goto(`${base}/${CHAIN}/contract/${demo.addressOf('Router').toLowerCase()}/code`);
  await page.getByRole('link', { name: 'Edit source' }).click();
  await expect(editor(page)).toContainText('pragma solidity');
  await page.getByRole('button', { name: 'Compile and run' }).click();
  await page.getByRole('button', { name: 'Simulate a call' }).click(COMPILED);
  const form = page.getByRole('form', { name: 'Simulation' });
  await expect(form.getByLabel('Code')).toHaveValue(/^0x[0-9a-f]+$/);
  await expect(form.getByLabel('To', { exact: true })).toHaveValue(demo.addressOf('Router').toLowerCase());
});

test('without a contract it says where to begin', { tag: '@simulator' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/simulator/source`);
  await expect(page.getByText('Which contract?')).toBeVisible();
});
