/** Source code of contracts: verified by imported build output, and what remains of those nobody verified. */
import { lineOf, recordedRun } from '../core/source/vyper/ledger';
import { startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { deployLedger, ledgerBuild, sendToLedger } from '../helpers/deployed-ledger';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle, tree } from './support/tree';

test('source code: files, search, a line in the address, and what the compiler made', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = demo.addressOf('Router').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}`);
  await page
    .getByRole('navigation', { name: 'Views of the contract' })
    .getByRole('link', { name: 'Source code' })
    .click();
  const code = page.getByRole('textbox', { name: 'Source of Router.sol' });
  await expect(code).toContainText('contract Router');
  await expect(page.getByText('Exact match')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search in files' }).fill('error PathTooShort');
  await page.getByRole('list', { name: 'Matches' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/\/code\?file=contracts%2Famm%2FRouter.sol&line=\d+$/);
  await expect(page.locator('.cm-marked')).toContainText('error PathTooShort');
  await page.reload();
  await expect(page.locator('.cm-marked')).toContainText('error PathTooShort');

  await page.getByRole('button', { name: 'Compiler Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Compiler Settings' })).toContainText('"runs": 200');
  await page.getByRole('button', { name: 'Deployed Bytecode' }).click();
  await expect(page.getByRole('textbox', { name: 'Deployed Bytecode' })).toContainText('0x60');
  await page.getByRole('button', { name: 'Instructions' }).click();
  await expect(page.getByRole('textbox', { name: 'Deployed Bytecode' })).toContainText('0x0000 PUSH1 0x80');
  await expect(page.getByText(/says it was compiled with solc 0\.8\.\d+/)).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // On a phone strips scroll by themselves, and what is open is in sight.
  await page.setViewportSize({ width: 480, height: 900 });
  await page.getByRole('button', { name: 'Contract Source Map', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Contract Source Map', exact: true })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('link', { name: 'Edit source' })).toBeInViewport({ ratio: 0.9 });
  await page.goto(`${base}/${CHAIN}/contract/${address}/overview`);
  await expect(
    page.getByRole('navigation', { name: 'Views of the contract' }).getByRole('link', { name: 'Overview' }),
  ).toBeInViewport({ ratio: 0.9 });
});

test('an unverified contract: no source, and functions recovered once the reader understands', {
  tag: ['@account', '@source'],
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const address = demo.addressOf('Mystery').toLowerCase();
  await page.goto(`${base}/${CHAIN}/contract/${address}/code`);
  await expect(page.getByText('No contract source found')).toBeVisible();
  await page.getByRole('link', { name: 'Read/Write' }).click();
  await expect(page).toHaveURL(/\/unverified$/);
  await page.getByRole('button', { name: 'I understand' }).click();
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await functions.getByRole('button', { name: 'Expand all' }).click();
  await expect(functions.getByText(/\(.*\) 0x[0-9a-f]{8}$/).first()).toBeVisible();
  await expect(functions.getByText('can only be simulated').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  // The link leads to the place to drop files at, not to the top of its page.
  await functions.getByRole('link', { name: 'Import build output' }).click();
  await expect(page).toHaveURL(/\/settings#build-output$/);
  await expect(page.getByRole('region', { name: 'Build output files, drop place' })).toBeInViewport();
});

test('a failed transaction: the stack trace from the error out, each line with its source', { tag: '@source' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}`);
  const stack = page.getByRole('region', { name: 'Stack trace' });
  const lines = stack.getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toContainText(/\.sol:\d+/);
  await expect(stack.locator('.cm-marked').first()).toContainText('revert');
  await lines.last().getByRole('button').click();
  await expect(stack.getByRole('link', { name: /\.sol:\d+$/ })).toHaveAttribute('href', /\/code\?file=.*&line=\d+/);
  expect(await axeViolations(page)).toEqual([]);
});

test('the source of an error comes up without moving the page', { tag: '@source' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-too-little')}`);
  const stack = page.getByRole('region', { name: 'Stack trace' });
  await expect(stack.getByRole('listitem').first()).toContainText('Router.swapExactTokens');
  await expect(stack.locator('.cm-marked').first()).toContainText('TooLittleReceived');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a failed transaction leads to the instruction that failed', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}`);
  await page.getByRole('region', { name: 'Stack trace' }).getByRole('link', { name: 'Debug' }).click();
  await expect(page).toHaveURL(/\/debugger\?.*step=\d+/);
  await expect(page.getByRole('tab', { name: /^Debugger/ })).toHaveAttribute('aria-selected', 'true');
});

test('a transaction that prints shows what was printed, each with its line', { tag: '@source' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('console-log')}`);
  const logs = page.getByRole('region', { name: 'Console logs' });
  await expect(logs.getByRole('listitem')).toHaveCount(6);
  await logs.getByRole('listitem').first().getByRole('button').click();
  await expect(logs.locator('.cm-marked').first()).toContainText('console.log');
  expect(await axeViolations(page)).toEqual([]);
});

test('a contract in Vyper: names, internal calls, lines and the stack trace', {
  tag: ['@source', '@debugger'],
}, async ({ page, serve, stopAtEnd }) => {
  const version = '0.4.3';
  const run = recordedRun(version);
  const node = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  const ledger = await deployLedger(node, run);
  const who = `0x${'11'.repeat(20)}`;
  const { transactionHash: failed } = await sendToLedger(node, run, ledger, 'credit', [who, 500n]);
  const { transactionHash: mined } = await sendToLedger(node, run, ledger, 'credit', [who, 5n]);
  const base = `${await serve(workbench(node.url), { buildOutput: ledgerBuild(run) })}/${CHAIN}`;
  const line = lineOf(version, '"too much"');

  await page.goto(`${base}/tx/${failed}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ledger.credit reverted: too much');
  const stack = page.getByRole('region', { name: 'Stack trace' });
  await expect(stack.getByRole('listitem')).toContainText([
    `Ledger.vy:${line}`,
    /Ledger\._add.*Ledger\.vy:\d+/,
    /Ledger\.credit.*Ledger\.vy:\d+/,
  ]);
  await expect(stack.locator('.cm-marked').first()).toContainText('assert amount < LIMIT, "too much"');
  expect(await axeViolations(page)).toEqual([]);
  await stack.getByRole('link', { name: 'Debug' }).click();
  await expect(page.locator('.cm-current')).toContainText('assert amount < LIMIT, "too much"');
  const where = page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');
  await expect(where).toContainText(`Ledger._doubled, line ${line}`);
  await expect(page.getByText('Vyper keeps variables in memory')).toBeVisible();

  await page.goto(`${base}/tx/${mined}`);
  await traceIsIdle(page);
  await expect(tree(page)).toContainText('_doubled');
  await expect(tree(page)).toContainText('total');
  await page.goto(`${base}/tx/${mined}/state-diff`);
  await expect(page.getByRole('region', { name: 'State Changes' })).toContainText('total');
});
