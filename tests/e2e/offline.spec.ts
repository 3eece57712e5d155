/** The second visit needs no network: neither the server of the app nor the node. */
import { readFile } from 'node:fs/promises';
import type { TransactionName } from '../../devnet/names';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { rowTexts, traceIsIdle } from './support/tree';

test.use({ serviceWorkers: 'allow', expectedErrors: [/^Failed to load resource: /] });

const visits = {
  'swap-two-hops': 'Router.swapExactTokens succeeded',
  'nested-custom-error': 'because Ledger.book reverted: LimitExceeded(',
  'thousand-calls': 'CallTree.run succeeded',
} as const;

test('what was opened shows the same trace with the network cut, and what was not says that it cannot be had', {
  tag: ['@offline', '@trace'],
}, async ({ page, context, endpoint, serve, demo, cutServers }) => {
  test.slow();
  const base = await serve(workbench(endpoint.url));
  const at = (name: TransactionName) => `${base}/${CHAIN}/tx/${demo.hashOf(name)}`;
  const opened = Object.entries(visits) as [keyof typeof visits, string][];
  const heading = page.getByRole('heading', { level: 1 });
  const seen = new Map<string, string[]>();
  for (const [name, says] of opened)
    await test.step(name, async () => {
      await page.goto(at(name));
      await traceIsIdle(page);
      await expect(heading).toContainText(says);
      // The sentence learns names before the rows do: `Contract.0x12345678(` is a row still without.
      await expect.poll(async () => (await rowTexts(page)).join('\n')).not.toMatch(/0x[0-9a-f]{8}\(/);
      const rows = await rowTexts(page);
      expect(rows.length).toBeGreaterThan(1);
      seen.set(name, rows);
    });
  await page.evaluate(() => navigator.serviceWorker.ready);

  await cutServers();
  await endpoint.down();
  await context.setOffline(true);
  for (const [name, says] of opened)
    await test.step(`${name} with the network cut`, async () => {
      await page.goto(at(name));
      await traceIsIdle(page);
      await expect(heading).toContainText(says);
      await expect.poll(() => rowTexts(page)).toEqual(seen.get(name));
      // Some versions of Chromium forget with a navigation that they are told to be offline.
      await context.setOffline(false);
      await context.setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
    });
  await page.goto(at('erc20-transfer'));
  await expect(page.getByRole('alert')).toContainText('Failed fetching transaction');
});

test('is ready offline once the service worker is, whatever was opened before', { tag: '@offline' }, async ({
  page,
  context,
  endpoint,
  serve,
  demo,
  cutServers,
}) => {
  const at = (name: keyof typeof visits) => `/${CHAIN}/tx/${demo.hashOf(name)}`;
  await page.goto(`${await serve(workbench(endpoint.url))}${at('swap-two-hops')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visits['swap-two-hops']);
  // Within the first visit, so that nothing but the service worker's own work keeps the app.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(demo.hashOf('nested-custom-error'));
  await page.getByRole('option', { name: /Open transaction/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visits['nested-custom-error']);
  await traceIsIdle(page);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await cutServers();
  await endpoint.down();
  await context.setOffline(true);
  // Parts that were not loaded yet come from the service worker.
  await page.getByRole('tab', { name: 'State' }).click();
  await expect(page.getByRole('region', { name: 'State Changes' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visits['nested-custom-error']);
  await page.goto(new URL(at('swap-two-hops'), page.url()).href);
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visits['swap-two-hops']);
});

test('keeps what few visits need in the background', { tag: '@offline' }, async ({ page, serve, endpoint }) => {
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}`);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => new URL(url).pathname));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(kept).toContainEqual(expect.stringMatching(/evmole_bg-.*\.wasm$/));
  await expect.poll(kept).toContainEqual(expect.stringMatching(/code-extensions-.*\.js$/));
});

test('a trace saved as a file opens where there is no endpoint', { tag: ['@file', '@offline'] }, async ({
  page,
  serve,
  demo,
  browser,
}) => {
  const hash = demo.hashOf('swap-two-hops');
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`);
  await traceIsIdle(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Router.swapExactTokens');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const path = await (await saving).path();
  const context = await browser.newContext();
  try {
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${await serve(workbench(demo.rpcUrl, { networks: [], buildOutput: [] }))}/open`);
    await elsewhere.getByLabel('Trace file', { exact: true }).setInputFiles({
      name: 'trace.loupe',
      mimeType: 'application/gzip',
      buffer: await readFile(path),
    });
    await traceIsIdle(elsewhere);
    await expect(elsewhere).toHaveURL(new RegExp(`/tx/${hash}$`));
    await expect(elsewhere.getByRole('heading', { level: 1 })).toContainText('swapExactTokens succeeded');
    await elsewhere.goto(`${new URL(elsewhere.url()).origin}/open`);
    await elsewhere.getByLabel('Trace file', { exact: true }).setInputFiles({
      name: 'trace.loupe',
      mimeType: 'application/gzip',
      buffer: Buffer.from('no trace'),
    });
    await expect(elsewhere.getByRole('main')).toContainText('This is not a trace file of Loupe, or it is damaged.');
  } finally {
    await context.close();
  }
});
