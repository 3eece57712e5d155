/** Very long and very deep: what a transaction may hold that no page should break on. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { elements, expectAllTabsOpen, MOST_ELEMENTS } from './support/all-tabs';
import { CHAIN, workbench } from './support/config';
import { COUNTS, type Extreme, type Extremes, LONG_NAME, startExtremes } from './support/extremes';
import { expect, type Served, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';

let extremes: Extremes;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  extremes = await startExtremes();
});
test.afterAll(() => extremes?.stop());

type Serve = (config: unknown, more: Served) => Promise<string>;

async function open(page: Page, serve: Serve, name: Extreme, tab = ''): Promise<string> {
  const base = await serve(workbench(extremes.rpcUrl), { buildOutput: extremes.buildOutput });
  const url = `${base}/${CHAIN}/tx/${extremes.hashOf(name)}`;
  await page.goto(url + tab);
  return url;
}

async function linesOf(file: Promise<Download>): Promise<string[]> {
  const path = await (await file).path();
  return (await readFile(path, 'utf8')).trimEnd().split('\r\n');
}

test('10,000 events: windows of them, filters, transfers and the CSV', { tag: '@events' }, async ({ page, serve }) => {
  await open(page, serve, 'events');
  await traceIsIdle(page);
  await expect(tree(page)).toBeVisible();
  const assets = page.getByRole('region', { name: 'Asset changes' });
  await expect(assets.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Fund flow between/ })).toBeVisible();
  await assets.getByRole('button', { name: 'Show 200 more' }).click();
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
  await expectAllTabsOpen(page);

  await page.getByRole('tab', { name: /^Events/ }).click();
  const cards = page.getByRole('list', { name: 'Events' });
  await expect(cards.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(COUNTS.events));
  await expect(page.getByRole('article', { name: 'Event 1', exact: true })).toContainText('Transfer');
  const last = page.getByRole('article', { name: `Event ${COUNTS.events}`, exact: true });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toContainText(COUNTS.events.toLocaleString('en-US'), { timeout: 1_000 });
  }).toPass();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = await linesOf(download);
  expect(lines).toHaveLength(1 + COUNTS.events);
  expect(lines.at(-1)).toContain(`value=${COUNTS.events}`);
});

test('5,000 storage changes: decoded, raw and as CSV', { tag: '@state' }, async ({ page, serve }) => {
  await open(page, serve, 'slots', '/state-diff');
  const panel = page.getByRole('region', { name: 'State Changes' });
  await expect(panel).toContainText('5,000 storage slots');
  await expect(panel).toContainText(/cells\[\d+\]0→/);
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
  await panel.getByRole('button', { name: 'Raw' }).click();
  await expect(panel.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible();
  expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'CSV' }).click();
  const lines = await linesOf(download);
  expect(lines.filter((line) => line.includes(',storage,'))).toHaveLength(COUNTS.slots);
  expect(lines.some((line) => line.endsWith('cells[4999],0,5006,'))).toBe(true);
  await expectAllTabsOpen(page);
});

test('a megabyte of calldata: its head is drawn, all of it is copied', { tag: '@trace' }, async ({
  page,
  serve,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, serve, 'calldata');
  await traceIsIdle(page);
  const input = page.getByRole('region', { name: 'Input data', exact: true });
  await expect(input).toContainText('1,048,644 bytes');
  await expect(input.getByRole('button', { name: 'Raw' })).toBeVisible();
  await input.getByRole('button', { name: 'Raw' }).click();
  await expect(input).toContainText('more digits');
  await input.getByRole('button', { name: 'Copy input data' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.readText()).length))
    .toBe(2 + 2 * 1_048_644);
  expect((await page.locator('main').textContent())?.length).toBeLessThan(100_000);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Details of row 0' })).toBeVisible();
  expect((await page.locator('main').textContent())?.length).toBeLessThan(200_000);
  await expectAllTabsOpen(page);
});

test('a function whose name has 24,000 letters', { tag: '@trace' }, async ({ page, serve }) => {
  await open(page, serve, 'name');
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG_NAME.slice(0, 50));
  await expect(row(page, '0')).toContainText(LONG_NAME.slice(0, 20));
  await page.getByLabel('Search in', { exact: true }).selectOption('Function');
  await page.keyboard.press('/');
  await page.keyboard.type('tellEverything');
  await expect(page.getByRole('toolbar').getByRole('status').first()).toHaveText(/1\/\d/);
  await expectAllTabsOpen(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBe(0);
});

test('1,024 nested calls: the deepest row by its address, and every tab', { tag: '@trace' }, async ({
  page,
  serve,
}) => {
  const deepest = `0${'.0'.repeat(COUNTS.nested)}`;
  const url = await open(page, serve, 'nested', `?trace=${deepest}`);
  await traceIsIdle(page);
  await expect(row(page, deepest)).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, deepest)).toHaveAttribute('aria-level', String(COUNTS.nested + 1));
  await tree(page).focus();
  await page.keyboard.press('Home');
  await expect(row(page, '0')).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${url}/debugger?trace=${deepest}`);
  await expect(page.locator('[data-step]')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stack Trace' })).toContainText(/1,02\d/);
  await expectAllTabsOpen(page);
});
