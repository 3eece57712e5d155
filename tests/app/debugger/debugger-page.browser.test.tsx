/** Stepping through a transaction, and what the page says of the execution behind it. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import {
  CHAIN,
  demoChain,
  explorer,
  focus,
  openDemoTransaction,
  openPage,
  row,
  traceIsIdle,
  untilEnd,
  workbench,
} from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

const where = page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');
const current = page.getByCss('.cm-current');
const breakpoints = page.getByCss('.cm-break:visible');
const stepField = page.getByCss('[data-step]');

function button(name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^\\W*${name}`) });
}

function stepOf(): number {
  return Number(stepField.element().getAttribute('data-step'));
}

/** Types the text as it is. */
function type(text: string): Promise<void> {
  return userEvent.keyboard(text.replace(/[{[]/g, '$&$&'));
}

async function explorerDebugger(): Promise<void> {
  const { rpcUrl, hashOf } = await demoChain();
  await openPage(`/tx/${hashOf('swap-two-hops')}/debugger`, { config: explorer(rpcUrl) });
}

test('the debugger opens at a row, moves by keys, and its address holds the step', async () => {
  const app = await openDemoTransaction('swap-two-hops', '/debugger?code=opcodes');
  await expect.element(where).toHaveTextContent('Step 0 of 8,157');
  await expect.element(button('Step Up')).toBeDisabled();
  await expect.element(button('Step Over')).toBeDisabled();
  await expect.element(button('Previous')).toBeDisabled();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(where).toHaveTextContent('Step 2 of 8,157');
  await expect.poll(app.address).toMatch(/step=2/);
  await openPage(app.address(), { reloaded: true });
  await expect.element(where).toHaveTextContent('Step 2 of 8,157');

  await openDemoTransaction('swap-two-hops', '/debugger?trace=0.4&code=opcodes');
  await expect.element(where).toHaveTextContent('depth 1');
  await expect
    .element(page.getByRole('listbox', { name: 'Execution' }).getByRole('option', { selected: true }))
    .toHaveTextContent('swap');
  const first = stepOf();
  await userEvent.keyboard('u');
  await expect.element(where).toHaveTextContent('depth 0');
  await expect.element(where).toHaveTextContent('CALL');
  expect(stepOf()).toBe(first - 1);
  await userEvent.keyboard('o');
  await expect.element(where).not.toHaveTextContent('CALL');
  expect(stepOf()).toBeGreaterThan(first + 100);
  await expect.element(where).toHaveTextContent('depth 0');
});

test('a failure is debugged with the keyboard alone, from its line to its breakpoints', async () => {
  const app = await openDemoTransaction('nested-custom-error', '/debugger');
  // Opened at the line that failed.
  await expect.element(current).toHaveTextContent('revert LimitExceeded(account, limit, amount)');
  await expect.element(where).toHaveTextContent('Ledger.book, line 16');
  const stack = page.getByRole('region', { name: 'Stack Trace' }).getByRole('listitem');
  await expect
    .poll(() => stack.elements().map(({ textContent }) => textContent.trim()))
    .toEqual(
      [/^Ledger\.book/, /^Clearing\.clear/, /^Broker\.order/, /^Desk\.place/].map((text) =>
        expect.stringMatching(text),
      ),
    );
  const failing = stepOf();

  await userEvent.keyboard('e');
  await type('amount > limit && limitOf[account] == 1000');
  const expressions = page.getByRole('region', { name: 'Expressions' });
  await expect.element(expressions.getByRole('status')).toHaveTextContent(/^true$/);
  await userEvent.keyboard('{Enter}');
  const watched = expressions.getByRole('list', { name: 'Watched expressions' });
  await expect.element(watched).toHaveTextContent('true');
  await type('amount - nothing');
  await expect.element(expressions.getByRole('status')).toHaveTextContent('nothing is not in scope here');
  await userEvent.keyboard('{Tab}');

  // The stack names the slots of variables.
  const machine = page.getByRole('region', { name: 'State' });
  await machine.getByRole('tab', { name: /^Stack/ }).click();
  await expect.element(machine.getByRole('listitem').filter({ hasText: /^\d+amount0x/ })).toHaveLength(1);
  await focus(machine.getByRole('tab', { name: 'Variables' }));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(machine.getByRole('tabpanel')).toHaveAccessibleName('Stack');

  await userEvent.keyboard('p');
  await expect.element(breakpoints).toHaveLength(1);
  await userEvent.keyboard('u');
  await expect.element(where).toHaveTextContent('Clearing.clear, line 30');
  await expect.element(stack.first()).toHaveTextContent('Clearing.clear');
  await userEvent.keyboard('b');
  await expect.element(where).toHaveTextContent('Ledger.book, line 16');
  const hit = stepOf();
  expect(hit).toBeLessThanOrEqual(failing);
  await userEvent.keyboard('{Shift>}O{/Shift}');
  await expect.element(where).not.toHaveTextContent('Ledger.book');
  await userEvent.keyboard('{Shift>}B{/Shift}');
  await expect.poll(stepOf).toBe(hit);

  // What the address and the reader's machine hold is there again.
  await expect.poll(app.address).toMatch(new RegExp(`step=${hit}\\b`));
  const again = await openPage(app.address(), { reloaded: true });
  await expect.element(where).toHaveTextContent('Ledger.book, line 16');
  await expect.element(breakpoints).toHaveLength(1);
  await expect.element(watched).toHaveTextContent('limitOf');

  await userEvent.keyboard('s');
  await expect.poll(again.address).toMatch(/code=opcodes/);
  await expect.element(page.getByRole('listbox', { name: 'Instructions' })).toBeVisible();
  await userEvent.keyboard('s');
  await expect.element(current).toBeVisible();
  await userEvent.keyboard('?');
  await expect
    .element(page.getByRole('dialog', { name: 'Keys of this page' }))
    .toHaveTextContent('Run back to a breakpoint');
});

test('a contract without a source says so and is stepped by instructions', async () => {
  await openDemoTransaction('unverified', '/debugger');
  await expect.element(page.getByText('No source for this contract')).toBeVisible();
  await expect.element(page.getByText('Unfortunately we do not have the source code for this contract')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(where).toHaveTextContent('Step 1 of');
});

test('the debugger is accessible at every width', async () => {
  await openDemoTransaction('nested-custom-error', '/debugger');
  for (const width of [480, 992, 1600]) {
    await page.viewport(width, 900);
    if (width === 480) {
      const panels = page.getByRole('tablist', { name: 'Panels' });
      await panels.getByRole('tab', { name: 'State' }).click();
      await expect.element(page.getByRole('region', { name: 'Expressions' })).toBeVisible();
      await panels.getByRole('tab', { name: 'Source' }).click();
    }
    await expect.element(current).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    expect(await axeViolations(width === 1600 ? 'all' : 'structure'), `${width} px`).toEqual([]);
  }
});

test('the current line is on the screen at every width, below a head of one line', async () => {
  await openDemoTransaction('nested-custom-error');
  await page.getByRole('region', { name: 'Stack trace' }).getByRole('link', { name: 'Debug' }).click();
  for (const width of [480, 992, 1440]) {
    await page.viewport(width, 900);
    await expect.poll(currentLineIsOnScreen).toBe(true);
    await button('Previous').click();
    await expect.poll(currentLineIsOnScreen).toBe(true);
    await button('Next').click();
  }
  const facts = page.getByLabelText('Key facts');
  await expect.element(facts).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show facts' }).click();
  await expect.element(facts).toBeVisible();
  await page.getByRole('button', { name: 'Hide facts' }).click();
  await expect.element(facts).not.toBeInTheDocument();
});

/** Over its whole height; a long line may go on to the right. */
function currentLineIsOnScreen(): boolean {
  const { top, bottom, height } = document.querySelector('.cm-current')?.getBoundingClientRect() ?? new DOMRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}

test('jumps go to an opcode in both directions, and the state shows in every form', async () => {
  await explorerDebugger();
  const field = page.getByRole('textbox', { name: 'Jump to a step number or an opcode' });
  await field.fill('SSTORE');
  await userEvent.keyboard('{Enter}');
  await expect.element(where).toHaveTextContent('SSTORE');
  const first = stepOf();
  await page.getByRole('button', { name: 'Jump forwards' }).click();
  await expect.poll(stepOf).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Jump backwards' }).click();
  await expect.poll(stepOf).toBe(first);
  await field.fill('SELFDESTRUCT');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');

  const pane = page.getByRole('region', { name: 'State' });
  await pane.getByRole('tab', { name: /^Stack/ }).click();
  const items = pane.getByRole('listitem');
  await expect.element(items.first()).toHaveTextContent('0x');
  await userEvent.selectOptions(pane.getByRole('combobox'), 'decimal');
  await expect.element(items.first()).not.toHaveTextContent('0x');
  await userEvent.selectOptions(pane.getByRole('combobox'), 'hex');
  for (const part of ['Memory', 'Storage', 'Calldata']) {
    await pane.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
    await expect.element(pane.getByRole('tabpanel')).toHaveAccessibleName(part);
    await expect.element(items.first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Legend' })).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await focus(page.getByRole('slider', { name: 'Step' }));
  await userEvent.keyboard('{End}');
  await expect.element(where).toHaveTextContent('Step 8,156 of 8,157');
  await expect.element(button('Next')).toBeDisabled();
});

test('a swap is stepped through by statements, with values beside the lines that ran', async () => {
  await explorerDebugger();
  await expect.element(current).toBeVisible();
  await expect.element(button('Step Up')).toBeDisabled();
  await userEvent.keyboard('ooo');
  await expect.element(page.getByCss('.cm-note').first()).toBeVisible();
  await expect.element(where).toHaveTextContent('depth 0');

  // A breakpoint by the mouse in a function that runs twice.
  await page
    .getByRole('listbox', { name: 'Execution' })
    .getByRole('option')
    .filter({ hasText: /quote/ })
    .first()
    .click();
  await expect.element(where).toHaveTextContent('.quote, line');
  const line = /\.quote, line (\d+)/.exec(where.element().textContent)?.[1] ?? '';
  const number = page.getByCss('.cm-lineNumbers .cm-gutterElement').getByText(line, { exact: true });
  await expect.poll(currentLineIsOnScreen).toBe(true);
  await number.click();
  await expect.element(breakpoints).toHaveLength(1);
  await breakpoints.click();
  await expect.element(breakpoints).not.toBeInTheDocument();
  await number.click();
  await expect.element(breakpoints).toHaveLength(1);
  const first = stepOf();
  await page.getByRole('button', { name: 'Run to the next breakpoint' }).click();
  await expect.poll(stepOf).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Run back to a breakpoint' }).click();
  await expect.poll(stepOf).toBe(first);

  const pane = page.getByRole('region', { name: 'State' });
  await expect.element(pane.getByRole('region', { name: 'Parameters' })).toHaveTextContent('amountIn');
  await pane.getByRole('tab', { name: /^Breakpoints/ }).click();
  await pane.getByRole('button', { name: 'Remove the breakpoint at line' }).click();
  await pane.getByRole('button', { name: 'SSTORE' }).click();
  await page.getByRole('button', { name: 'Run to the next breakpoint' }).click();
  await expect.element(where).toHaveTextContent('SSTORE');
});

/** Opens the two hops at an endpoint before the demo chain that behaves so, and returns the endpoint. */
async function openAt(behaviour: Parameters<typeof nodeService.setEndpoint>[1]): Promise<string> {
  const { rpcUrl, hashOf } = await demoChain();
  const endpoint = untilEnd(await nodeService.startEndpoint(rpcUrl));
  await nodeService.setEndpoint(endpoint, behaviour);
  await openPage(`/${CHAIN}/tx/${hashOf('swap-two-hops')}`, { config: workbench(endpoint), fresh: true });
  return endpoint;
}

test('the badge says what was compared, and where the state came from', async () => {
  await openAt({ refuse: /^(debug|trace|ots)_|^eth_createAccessList$/ });
  await traceIsIdle();
  await page.getByRole('button', { name: /Verified replay · 8,157 steps · status, gas, logs equal/ }).click();
  const popover = page.getByRole('dialog', { name: 'Source of the call trace' });
  await expect.element(popover).toHaveTextContent('11 logs with address, topics and data');
  await expect.element(popover).toHaveTextContent('read from the node with plain calls');
  await expect.element(popover).toHaveTextContent('Local replay with prestateTracer');
});

test('a lie about the state is named above the calls that are shown instead', async () => {
  await openAt({ refuse: /^debug_/, nonzeroSlots: `0x${'0'.repeat(63)}1` as const });
  await traceIsIdle();
  await expect.element(page.getByText(/^Not verified\. The execution differs from the receipt/)).toBeVisible();
  await expect.element(row('0.0')).toHaveTextContent('pairFor');
  await page.getByRole('tab', { name: 'Debugger' }).click();
  await expect.element(page.getByText('There are no steps to go through.')).toBeVisible();
});

test('an execution that waits for a silent endpoint can be cancelled', async () => {
  const endpoint = await openAt({ refuse: /^(debug|trace|ots)_/, hold: /^eth_getStorage(At|Values)$/ });
  await expect.element(page.getByText(/Reading the state before it: [\d,]+ accounts and slots/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The call trace was not loaded')).toBeVisible();
  await nodeService.setEndpoint(endpoint, {});
  await page.getByRole('button', { name: 'Load the call trace' }).click();
  await traceIsIdle();
});
