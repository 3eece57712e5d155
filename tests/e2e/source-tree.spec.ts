/** The full trace: internal calls and storage accesses among the calls, with their source. */
import type { Page } from '@playwright/test';
import { recordedRun } from '../core/source/vyper/ledger';
import { startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { deployLedger, sendToLedger, startLedgerSourcify } from '../helpers/deployed-ledger';
import { violationsInBothThemes } from './support/axe-themes';
import { BUILD_OUTPUT, CHAIN, explorer, workbench } from './support/config';
import { untilKept } from './support/settings';
import { expect, test } from './support/test';

const row = (page: Page, id: string) => page.locator(`.trace-tree [data-id="${id}"]`);
const kinds = (page: Page, colour: string) => page.locator(`.trace-tree .trace-kind.text-${colour}`);
const toggle = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Call trace' }).getByRole('button', { name });

test('a swap: internal calls with arguments and results, storage by name, and its source', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  const pair = row(page, '0.i1');
  await expect(pair).toContainText(/_pair\(a: MPL, b: JNP\)→ Pair.*Router\.sol:\d+/);
  await expect(row(page, '0.1.s2')).toContainText(/balanceOf\[0x[\da-f]{6}…[\da-f]{4}\] [\d,]+ → [\d,]+/);
  await expect(row(page, '0.0.s0')).toContainText('pairOf[MPL][JNP] = Pair');

  // One click shows the function in its source, and the keys go on from there.
  await pair.click();
  const details = page.getByRole('region', { name: /^Details of row/ });
  await expect(details.locator('.cm-marked').first()).toContainText('function _pair');
  await expect(details.locator('.cm-marked').first()).toBeInViewport();
  await expect(page).toHaveURL(/trace=0\.i1$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(details).toContainText('row 0.0.s0');
  await expect(details.locator('.cm-marked').first()).toContainText('pairOf');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await details.getByRole('link', { name: 'Open in Debugger' }).click();
  await expect(page).toHaveURL(/\/debugger\?step=\d+/);
});

test('rows are there before their sources are, and the sources come to them', { tag: '@trace' }, async ({
  page,
  context,
  serve,
  demo,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(`**${BUILD_OUTPUT}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(row(page, '0.4.2')).toBeVisible();
  await expect(kinds(page, 'internal')).toHaveCount(0);
  await expect(row(page, '0')).not.toContainText('Router');
  release();
  await expect(row(page, '0')).toContainText('Router');
  await expect(kinds(page, 'internal').first()).toBeVisible();
});

test('sources that are asked for on the page: their rows come in place of those before, and the failure has its lines', {
  tag: '@trace',
}, async ({ page, serve, stopAtEnd }) => {
  const node = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  const run = recordedRun('0.4.3');
  const ledger = await deployLedger(node, run);
  const sourcify = stopAtEnd(await startLedgerSourcify(run, CHAIN, ledger));
  const { transactionHash } = await sendToLedger(node, run, ledger, 'credit', [`0x${'11'.repeat(20)}`, 500n]);
  const thirdParties = { sourcify: sourcify.url, signatures: sourcify.url };
  const base = await serve(workbench(node.url, { thirdParties, buildOutput: [] }));
  await page.goto(`${base}/${CHAIN}/tx/${transactionHash}`);
  const stack = page.getByRole('region', { name: 'Stack trace' });
  await expect(stack).toBeVisible();
  await expect(stack).not.toContainText('_doubled');
  await expect(kinds(page, 'internal')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(row(page, '0.i2')).toContainText('_doubled');
  await expect(stack).toContainText('Ledger._doubled');
});

test('full trace, storage and events go together, and are remembered', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const url = `${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(url);
  await expect(kinds(page, 'internal').first()).toBeVisible();
  await untilKept(page, () => toggle(page, 'Storage').click());
  await expect(kinds(page, 'write')).toHaveCount(0);
  await expect(kinds(page, 'internal').first()).toBeVisible();
  await untilKept(page, () => toggle(page, 'Full trace').click());
  await expect(kinds(page, 'internal')).toHaveCount(0);
  await expect(kinds(page, 'event')).toHaveCount(0);
  await expect(toggle(page, 'Events')).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(row(page, '0.1')).toBeVisible();
  await expect(toggle(page, 'Full trace')).toHaveAttribute('aria-pressed', 'false');
  await toggle(page, 'Storage').click();
  await expect(toggle(page, 'Full trace')).toHaveAttribute('aria-pressed', 'true');
  await expect(toggle(page, 'Events')).toHaveAttribute('aria-pressed', 'false');
  await expect(kinds(page, 'write').first()).toBeVisible();
});

test('a link to a row inside of a call turns on what shows it', { tag: '@trace' }, async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  const url = `${base}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(url);
  await expect(kinds(page, 'internal').first()).toBeVisible();
  await toggle(page, 'Full trace').click();
  await expect(kinds(page, 'internal')).toHaveCount(0);
  for (const id of ['0.4.i2', '0.4.2.s1']) {
    await page.goto(`${url}?trace=${id}`);
    await expect(row(page, id)).toHaveAttribute('aria-selected', 'true');
  }
  await page.goto(`${url}?trace=0.4.i999`);
  await expect(page.getByText('This trace has no row 0.4.i999')).toBeVisible();
});

test('search finds functions, variables and files of the sources', { tag: '@trace' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(kinds(page, 'internal').first()).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search in trace' });
  await box.fill('reserve1');
  await box.press('Enter');
  await expect(page.locator('.trace-tree [aria-selected="true"]')).toContainText('reserve1');
  await page.getByRole('combobox', { name: 'Search in' }).selectOption('File');
  await box.fill('ERC20.sol');
  await box.press('Enter');
  // Enter goes to the first match, or on to the second where the search was made before it: a read, then the function around it.
  await expect(page.locator('.trace-tree [aria-selected="true"]')).toContainText(/allowance|ERC20\.sol/);
});

test('a proxy that was upgraded: each transaction by the code of its time', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  const contracts: string[] = [];
  for (const name of ['uups-before-upgrade', 'uups-after-upgrade'] as const) {
    await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf(name)}`);
    await expect(page.locator('.trace-tree .trace-path').first()).toBeVisible();
    await row(page, '0.0').click();
    const details = page.getByRole('region', { name: /^Details of row/ });
    await expect(details.locator('.cm-marked').first()).toBeVisible();
    contracts.push((await row(page, '0.0').locator('.trace-name').first().textContent()) ?? '');
  }
  expect(contracts[0]).not.toBe(contracts[1]);
});

test('a nested custom error leads to its line', { tag: '@trace' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}`);
  const failing = page.locator('.trace-tree [aria-selected="true"]');
  await expect(failing).toContainText('LimitExceeded');
  await expect(page.locator('.trace-tree .trace-path').first()).toBeVisible();
  await failing.click();
  const details = page.getByRole('region', { name: /^Details of row/ });
  await expect(details.locator('.cm-marked').first()).toContainText('revert LimitExceeded');
});

test('what was printed leads to its line', { tag: '@trace' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('console-log')}`);
  const logs = page.getByRole('region', { name: 'Console logs' });
  await logs
    .getByRole('button', { name: /\.sol:\d+/ })
    .first()
    .click();
  await expect(logs.locator('.cm-marked').first()).toContainText('console.log');
  await expect(logs.getByRole('link', { name: /\.sol:\d+/ })).toHaveAttribute('href', /\/code\?file=.*&line=\d+/);
});

test('by keyboard alone: into an internal call, its source and back', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(kinds(page, 'internal').first()).toBeVisible();
  await page.getByRole('tree', { name: 'Call trace' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, '0.i1')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, '0.i1')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Details of row 0.i1' }).locator('.cm-marked').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Details of row/ })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(row(page, '0.0')).toBeVisible();
});

test('the state tab names slots by their variables', { tag: ['@state', '@source'] }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}/state-diff`);
  const changes = page.getByRole('list', { name: 'State changes' });
  await expect(changes).toContainText(/balanceOf\[0x[\da-f]{6}…[\da-f]{4}\][\d,.]+ MPL→became[\d,.]+ MPL/);
  await expect(changes).toContainText(/reserve0[\d,]+→became[\d,]+/);
  await page.getByRole('button', { name: 'Raw' }).click();
  await expect(changes).not.toContainText('reserve0');
  await expect(changes).toContainText(/0x[\da-f]{64}/);
  await page.getByRole('button', { name: 'Raw' }).click();
  expect(await axeViolations(page)).toEqual([]);
});
