/** Stepping through a transaction, and what the page says of the execution behind it. */
import type { Page } from '@playwright/test';
import { lieAboutSlots } from '../helpers/fault-proxy';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

test.use({ expectedErrors: [/^Failed to load resource: /] });

const where = (page: Page) => page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\W*${name}`) });

test('the debugger opens at a row, moves by keys, and its address holds the step', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('swap-two-hops');
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`;
  await page.goto(`${base}/debugger?code=opcodes`);
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

  await page.goto(`${base}/debugger?trace=0.4&code=opcodes`);
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

test('jumps go to an opcode in both directions, and the state shows in every form', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
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
  await pane.getByRole('tab', { name: /^Stack/ }).click();
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

const current = (page: Page) => page.locator('.cm-current');

test('a failure is debugged with the keyboard alone, from its line to its breakpoints', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}/debugger`;
  await page.goto(url);
  // Opened at the line that failed.
  await expect(current(page)).toContainText('revert LimitExceeded(account, limit, amount)');
  await expect(where(page)).toContainText('Ledger.book, line 16');
  const stack = page.getByRole('region', { name: 'Stack Trace' }).getByRole('listitem');
  await expect(stack).toHaveText([/^Ledger\.book/, /^Clearing\.clear/, /^Broker\.order/, /^Desk\.place/]);
  const failing = await stepOf(page);

  await page.keyboard.press('e');
  await page.keyboard.type('amount > limit && limitOf[account] == 1000');
  const expressions = page.getByRole('region', { name: 'Expressions' });
  await expect(expressions.getByRole('status')).toHaveText('true');
  await page.keyboard.press('Enter');
  await expect(expressions.getByRole('list', { name: 'Watched expressions' })).toContainText('true');
  await page.keyboard.type('amount - nothing');
  await expect(expressions.getByRole('status')).toContainText('nothing is not in scope here');
  await page.keyboard.press('Tab');

  // The stack names the slots of variables.
  const machine = page.getByRole('region', { name: 'State' });
  await machine.getByRole('tab', { name: /^Stack/ }).click();
  await expect(machine.getByRole('listitem').filter({ hasText: /^\d+amount0x/ })).toHaveCount(1);
  await machine.getByRole('tab', { name: 'Variables' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(machine.getByRole('tabpanel')).toHaveAccessibleName('Stack');

  await page.keyboard.press('p');
  await expect(page.locator('.cm-break:visible')).toHaveCount(1);
  await page.keyboard.press('u');
  await expect(where(page)).toContainText('Clearing.clear, line 30');
  await expect(stack.first()).toContainText('Clearing.clear');
  await page.keyboard.press('b');
  await expect(where(page)).toContainText('Ledger.book, line 16');
  const hit = await stepOf(page);
  expect(hit).toBeLessThanOrEqual(failing);
  await page.keyboard.press('Shift+O');
  await expect(where(page)).not.toContainText('Ledger.book');
  await page.keyboard.press('Shift+B');
  await expect.poll(() => stepOf(page)).toBe(hit);

  // What the address and the reader's machine hold is there again.
  await expect(page).toHaveURL(new RegExp(`step=${hit}\\b`));
  await page.reload();
  await expect(where(page)).toContainText('Ledger.book, line 16');
  await expect(page.locator('.cm-break:visible')).toHaveCount(1);
  await expect(expressions.getByRole('list', { name: 'Watched expressions' })).toContainText('limitOf');

  await page.keyboard.press('s');
  await expect(page).toHaveURL(/code=opcodes/);
  await expect(page.getByRole('listbox', { name: 'Instructions' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(current(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of this page' })).toContainText('Run back to a breakpoint');
});

test('a swap is stepped through by statements, with values beside the lines that ran', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.goto(`${await serve(explorer(demo.rpcUrl))}/tx/${demo.hashOf('swap-two-hops')}/debugger`);
  await expect(current(page)).toBeVisible();
  await expect(button(page, 'Step Up')).toBeDisabled();
  for (let press = 0; press < 3; press++) await page.keyboard.press('o');
  await expect(page.locator('.cm-note').first()).toBeVisible();
  await expect(where(page)).toContainText('depth 0');

  // A breakpoint by the mouse in a function that runs twice.
  await page
    .getByRole('listbox', { name: 'Execution' })
    .getByRole('option')
    .filter({ hasText: /quote/ })
    .first()
    .click();
  await expect(where(page)).toContainText('.quote, line');
  const line = await current(page).first().boundingBox();
  const gutter = await page.locator('.cm-breaks').boundingBox();
  await page.mouse.click((gutter?.x ?? 0) + 8, (line?.y ?? 0) + 8);
  await expect(page.locator('.cm-break:visible')).toHaveCount(1);
  const first = await stepOf(page);
  await page.getByRole('button', { name: 'Run to the next breakpoint' }).click();
  await expect.poll(() => stepOf(page)).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Run back to a breakpoint' }).click();
  await expect.poll(() => stepOf(page)).toBe(first);

  const pane = page.getByRole('region', { name: 'State' });
  await expect(pane.getByRole('region', { name: 'Parameters' })).toContainText('amountIn');
  await pane.getByRole('tab', { name: /^Breakpoints/ }).click();
  await pane.getByRole('button', { name: 'Remove the breakpoint at line' }).click();
  await pane.getByRole('button', { name: 'SSTORE' }).click();
  await page.getByRole('button', { name: 'Run to the next breakpoint' }).click();
  await expect(where(page)).toContainText('SSTORE');
});

test('a contract without a source says so and is stepped by instructions', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('unverified')}/debugger`);
  await expect(page.getByText('No source for this contract')).toBeVisible();
  await expect(page.getByText('Unfortunately we do not have the source code for this contract')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('Step 1 of');
});

test('the debugger is accessible in both themes and at every width', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  test.slow();
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}/debugger`);
  for (const width of [480, 992, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 480) {
      const panels = page.getByRole('tablist', { name: 'Panels' });
      await panels.getByRole('tab', { name: 'State' }).click();
      await expect(page.getByRole('region', { name: 'Expressions' })).toBeVisible();
      await panels.getByRole('tab', { name: 'Source' }).click();
    }
    await expect(current(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violationsInBothThemes(page), `${width} px`).toEqual([]);
  }
});

test('the badge says what was compared, and where the state came from', { tag: '@trace' }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  endpoint.set({ refuse: /^(debug|trace|ots)_|^eth_createAccessList$/ });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await page.getByRole('button', { name: /Verified replay · 8,157 steps · status, gas, logs equal/ }).click();
  const popover = page.getByRole('dialog', { name: 'Source of the call trace' });
  await expect(popover).toContainText('11 logs with address, topics and data');
  await expect(popover).toContainText('read from the node with plain calls');
  await expect(popover).toContainText('Local replay with prestateTracer');
});

test('a lie about the state is named above the calls that are shown instead', { tag: '@trace' }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  endpoint.set({
    refuse: /^debug_/,
    lie: lieAboutSlots((value) => (/[1-9a-f]/.test(value.slice(2)) ? `0x${'0'.repeat(63)}1` : value)),
  });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await expect(page.getByText(/^Not verified\. Executed again, it did not come out as the receipt says/)).toBeVisible();
  await expect(row(page, '0.0')).toContainText('pairFor');
  await page.getByRole('tab', { name: 'Debugger' }).click();
  await expect(page.getByText('There are no steps to go through.')).toBeVisible();
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the second visit steps without a network', { tag: '@debugger' }, async ({
    page,
    context,
    endpoint,
    serve,
    demo,
    cutServers,
  }) => {
    const url = `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}/debugger?step=4000&code=opcodes`;
    await page.goto(url);
    await expect(where(page)).toContainText('Step 4,000 of 8,157');
    const said = /gas left [\d,]+/.exec((await where(page).textContent()) ?? '')?.[0] ?? 'no gas';
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Kept once rows were answered.
    await expect.poll(() => page.evaluate(traceIsKept)).toBe(true);

    await cutServers();
    await endpoint.down();
    await context.setOffline(true);
    await page.reload();
    await expect(where(page)).toContainText(said);
    await page.keyboard.press('ArrowRight');
    await expect(where(page)).toContainText('Step 4,001 of 8,157');
  });
});

/** Run in the page: whether the database holds a trace with what its replay read. */
function traceIsKept(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open('loupe-data');
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

test('an execution that waits for a silent endpoint can be cancelled', { tag: ['@debugger', '@failures'] }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  endpoint.set({
    refuse: /^(debug|trace|ots)_/,
    slow: { methods: /^eth_getStorage(At|Values)$/, milliseconds: 60_000 },
  });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText(/Reading the state before it: [\d,]+ accounts and slots/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The call trace was not loaded')).toBeVisible();
  endpoint.set({});
  await page.getByRole('button', { name: 'Load the call trace' }).click();
  await traceIsIdle(page);
});

test('the current line is on the screen at every width, below a head of one line', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('nested-custom-error')}`;
  await page.goto(base);
  await page.getByRole('region', { name: 'Stack trace' }).getByRole('link', { name: 'Debug' }).click();
  for (const width of [480, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => currentLineIsOnScreen(page)).toBe(true);
    await page.getByRole('button', { name: /^\W*Previous/ }).click();
    await expect.poll(() => currentLineIsOnScreen(page)).toBe(true);
    await page.getByRole('button', { name: /^\W*Next/ }).click();
  }
  await expect(page.getByLabel('Key facts')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show facts' }).click();
  await expect(page.getByLabel('Key facts')).toBeVisible();
  await page.getByRole('button', { name: 'Hide facts' }).click();
  await expect(page.getByLabel('Key facts')).toHaveCount(0);
});

/** Over its whole height; a long line may go on to the right. */
function currentLineIsOnScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { top, bottom, height } = document.querySelector('.cm-current')?.getBoundingClientRect() ?? new DOMRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  });
}
