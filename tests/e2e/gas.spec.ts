/** The gas profiler: the graph, what is selected in it, and what it is good for elsewhere. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

const graph = (page: Page) => page.getByRole('slider', { name: 'Flame graph of gas used by call' });

test('workbench and explorer: from the tab, by keys, to a call that the address names', { tag: '@gas' }, async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('swap-two-hops');
  for (const base of [
    `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`,
    `${await serve(explorer(demo.rpcUrl))}/tx/${hash}`,
  ]) {
    await page.goto(base);
    await traceIsIdle(page);
    await page.getByRole('tab', { name: 'Gas Profiler' }).click();
    await expect(page).toHaveURL(/\/gas-usage/);
    await expect(page.getByText('No section selected')).toBeVisible();
    await graph(page).focus();
    // The whole, its initial gas, the first call of the router.
    for (const key of ['Home', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/trace=0\.0$/);
    await expect(page.getByRole('table', { name: 'What the gas of this call went to' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText(/^21000 \+ 16 per non-zero calldata byte/)).toBeVisible();
  }
});

test('a link to a call selects it here and in the summary', { tag: '@gas' }, async ({ page, serve, demo }) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(`${base}/gas-usage?trace=0`);
  await expect(page.getByRole('heading', { name: 'Router.swapExactTokens' }).last()).toBeVisible();
  await page.getByRole('tab', { name: 'Summary' }).click();
  await traceIsIdle(page);
  await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');
});

test('search counts calls and their gas', { tag: '@gas' }, async ({ page, serve, demo }) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(`${base}/gas-usage`);
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('pair.swap');
  await expect(page.getByText(/^2 calls, [\d,]+ gas, [\d.]+ %$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('no such call');
  await expect(page.getByText('No results')).toBeVisible();
});

test('the profile can be saved, and adds up to the gas of the transaction', { tag: '@gas' }, async ({
  page,
  serve,
  demo,
}) => {
  // One whose gas is not lessened by a refund.
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('erc20-transfer')}`;
  await page.goto(`${base}/gas-usage`);
  const gasUsed = await page.getByText(/^\d+ calls? · [\d,]+ gas$/).textContent();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Folded stacks' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  const sum = lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  expect(gasUsed).toContain(`· ${sum.toLocaleString('en')} gas`);
});

test('an access list that saves gas is recommended, and copied as JSON', { tag: '@gas' }, async ({
  page,
  serve,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(`${base}/gas-usage`);
  const panel = page.getByRole('region', { name: 'Recommended access list' });
  await expect(panel.getByText(/^With it the transaction uses/)).toBeVisible();
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  const list = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { storageKeys: string[] }[];
  expect(list.length).toBeGreaterThan(0);
  expect(list[0]?.storageKeys[0]).toMatch(/^0x[0-9a-f]{64}$/);
});

test('the gas of each line stands beside the source, and the address names the form', { tag: '@gas' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(`${base}/gas-usage`);
  await page.getByRole('button', { name: 'By source line' }).click();
  await expect(page).toHaveURL(/gas=lines/);
  await page.reload();
  const table = page.getByRole('table', { name: 'Gas by line of source' });
  await expect(table.getByRole('row').nth(1)).toContainText('entered = true;');
  await table.getByRole('button', { name: 'With calls' }).click();
  const first = table.getByRole('row').nth(1);
  await expect(first).toContainText('Router.sol');
  await first.getByRole('button').click();
  await expect(page.getByRole('region', { name: /^Gas in .*Router\.sol$/ })).toContainText('function');
});
