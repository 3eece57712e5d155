/** Stepping through a transaction, and what the page says of the execution behind it. */
import type { Page } from '@playwright/test';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

test.use({ expectedErrors: [/^Failed to load resource: /] });

const where = (page: Page) => page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\W*${name}`) });

test('the debugger opens at a row, moves by keys, and its address holds the step', async ({ page, serve, demo }) => {
  const hash = demo.hashOf('swap-two-hops');
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`;
  await page.goto(`${base}/debugger`);
  await expect(where(page)).toContainText('Step 0 of 8,157');
  await expect(button(page, 'Step Up')).toBeDisabled();
  await expect(button(page, 'Step Over')).toBeDisabled();
  await expect(button(page, 'Previous')).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('Step 2 of 8,157');
  await expect(page).toHaveURL(/step=2/);
  await page.reload();
  await expect(where(page)).toContainText('Step 2 of 8,157');

  await page.goto(`${base}/debugger?trace=0.4`);
  await expect(where(page)).toContainText('depth 1');
  await expect(page.getByRole('listbox', { name: 'Execution' }).getByRole('option', { selected: true })).toContainText(
    'swap',
  );
  const first = await stepOf(page);
  await page.keyboard.press('u');
  await expect(where(page)).toContainText('depth 0');
  await expect(where(page)).toContainText('CALL');
  expect(await stepOf(page)).toBe(first - 1);
  await page.keyboard.press('o');
  await expect(where(page)).not.toContainText('CALL');
  expect(await stepOf(page)).toBeGreaterThan(first + 100);
  await expect(where(page)).toContainText('depth 0');
});

async function stepOf(page: Page): Promise<number> {
  return Number(await page.locator('[data-step]').getAttribute('data-step'));
}

test('jumps go to an opcode in both directions, and the state shows in every form', async ({ page, serve, demo }) => {
  const base = await serve(explorer(demo.rpcUrl));
  await page.goto(`${base}/tx/${demo.hashOf('swap-two-hops')}/debugger`);
  const field = page.getByRole('textbox', { name: 'Jump to a step number or an opcode' });
  await field.fill('SSTORE');
  await field.press('Enter');
  await expect(where(page)).toContainText('SSTORE');
  const first = await stepOf(page);
  await page.getByRole('button', { name: 'Jump forwards' }).click();
  await expect.poll(() => stepOf(page)).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Jump backwards' }).click();
  await expect.poll(() => stepOf(page)).toBe(first);
  await field.fill('SELFDESTRUCT');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');

  const pane = page.getByRole('region', { name: 'State' });
  await expect(pane.getByRole('listitem').first()).toContainText('0x');
  await pane.getByRole('combobox').selectOption('decimal');
  await expect(pane.getByRole('listitem').first()).not.toContainText('0x');
  await pane.getByRole('combobox').selectOption('hex');
  for (const part of ['Memory', 'Storage', 'Calldata']) {
    await pane.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
    await expect(pane.getByRole('tabpanel')).toHaveAccessibleName(part);
    await expect(pane.getByRole('listitem').first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByRole('dialog', { name: 'Legend' })).toBeVisible();
  await page.keyboard.press('Escape');

  const slider = page.getByRole('slider', { name: 'Step' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(where(page)).toContainText('Step 8,156 of 8,157');
  await expect(button(page, 'Next')).toBeDisabled();
});

test('the badge says what was compared, and where the state came from', async ({ page, serve, endpoint, demo }) => {
  endpoint.set({ refuse: /^(debug|trace|ots)_|^eth_createAccessList$/ });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await page.getByRole('button', { name: /Verified replay · 8,157 steps · status, gas, logs equal/ }).click();
  const popover = page.getByRole('dialog', { name: 'Source of the call trace' });
  await expect(popover).toContainText('11 logs with address, topics and data');
  await expect(popover).toContainText('read from the node with plain calls');
  await expect(popover).toContainText('Local replay with prestateTracer');
});

test('a lie about the state is named above the calls that are shown instead', async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  endpoint.set({
    refuse: /^debug_/,
    lie: (method, _params, result) =>
      method === 'eth_getStorageAt' && /[1-9a-f]/.test(String(result).slice(2)) ? `0x${'0'.repeat(63)}1` : result,
  });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await expect(page.getByText(/^Not verified\. Executed again, it did not come out as the receipt says/)).toBeVisible();
  await expect(row(page, '0.0')).toContainText('pairFor');
  await page.getByRole('tab', { name: 'Debugger' }).click();
  await expect(page.getByText('There are no steps to go through.')).toBeVisible();
});

test('the second visit steps without a network', async ({ page, context, endpoint, serve, demo, cutServers }) => {
  const url = `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}/debugger?step=4000`;
  await page.goto(url);
  await expect(where(page)).toContainText('Step 4,000 of 8,157');
  const said = await where(page).textContent();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Kept once rows were answered.
  await expect.poll(() => page.evaluate(traceIsKept)).toBe(true);

  await cutServers();
  await endpoint.down();
  await context.setOffline(true);
  await page.reload();
  await expect(where(page)).toHaveText(said ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('Step 4,001 of 8,157');
});

/** Run in the page: whether the database holds a trace with what its replay read. */
function traceIsKept(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open('loupe');
    request.onerror = () => resolve(false);
    request.onsuccess = () => {
      const all = request.result.transaction('traces').objectStore('traces').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result.some((row: { replay?: unknown }) => row.replay !== undefined));
      };
    };
  });
}

test('an execution that waits for a silent endpoint can be cancelled', async ({ page, serve, endpoint, demo }) => {
  endpoint.set({ refuse: /^(debug|trace|ots)_/, slow: { methods: /^eth_getStorageAt$/, milliseconds: 60_000 } });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText(/Reading the state before it: [\d,]+ accounts and slots/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The call trace was not loaded')).toBeVisible();
  endpoint.set({});
  await page.getByRole('button', { name: 'Load the call trace' }).click();
  await traceIsIdle(page);
});
