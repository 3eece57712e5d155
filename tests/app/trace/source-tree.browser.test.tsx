/** The trace of a transaction with its sources: internal calls, storage by name, the stack trace, printed lines. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import {
  CHAIN,
  demoChain,
  explorer,
  focus,
  openDemoTransaction,
  openPage,
  ownPathOf,
  traceIsIdle,
  tree,
  untilEnd,
  untilKept,
  workbench,
} from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

const row = (id: string) => page.getByCss(`.trace-tree [data-id="${id}"]`);
const kinds = (colour: string) => page.getByCss(`.trace-tree .trace-kind.text-${colour}`);
const paths = page.getByCss('.trace-tree .trace-path');
const selected = page.getByCss('.trace-tree [aria-selected="true"]');
const toggle = (name: string) => page.getByRole('toolbar', { name: 'Call trace' }).getByRole('button', { name });
const details = page.getByRole('region', { name: /^Details of row/ });
const stack = page.getByRole('region', { name: 'Stack trace' });
const marked = details.getByCss('.cm-marked').first();

test('a swap: internal calls with arguments and results, storage by name, and its source', async () => {
  const app = await openDemoTransaction('swap-two-hops');
  const pair = row('0.i1');
  await expect.element(pair).toHaveTextContent(/_pair\(a: MPL, b: JNP\)→ DPS MPL\/JNP.*Router\.sol:\d+/);
  await expect
    .element(row('0.1.s2'))
    .toHaveTextContent(/balanceOf\[0x[\da-f]{6}…[\da-f]{4}\] [\d,.]+ MPL → [\d,.]+ MPL/);
  await expect.element(row('0.0.s0')).toHaveTextContent('pairOf[MPL][JNP] = DPS MPL/JNP');

  // One click shows the function in its source, and the keys go on from there.
  await pair.click();
  await expect.element(marked).toHaveTextContent('function _pair');
  await expect.element(marked).toBeInViewport();
  await expect.poll(app.address).toMatch(/trace=0\.i1$/);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(details).toHaveTextContent('row 0.0.s0');
  await expect.element(marked).toHaveTextContent('pairOf');
  expect(await axeViolations()).toEqual([]);
  await details.getByRole('link', { name: 'Open in Debugger' }).click();
  await expect.poll(app.address).toMatch(/\/debugger\?step=\d+/);
});

test('search finds functions, variables and files of the sources', async () => {
  await openDemoTransaction('swap-two-hops');
  await expect.element(kinds('internal').first()).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search in trace' });
  await box.fill('reserve1');
  await userEvent.keyboard('{Enter}');
  await expect.element(selected).toHaveTextContent('reserve1');
  await page.getByRole('combobox', { name: 'Search in' }).selectOptions('File');
  await box.fill('ERC20.sol');
  await userEvent.keyboard('{Enter}');
  // Enter goes to the first match, or on to the second where the search was made before it: a read, then the function around it.
  await expect.element(selected).toHaveTextContent(/allowance|ERC20\.sol/);
});

test('a search is counted anew when the switch leaves calls of libraries out, and its keys go on among what shows', async () => {
  await openDemoTransaction('replaced-error');
  await expect.element(kinds('internal').first()).toBeVisible();
  const libraries = toggle('Libraries');
  const box = page.getByRole('searchbox', { name: 'Search in trace' });
  const found = page.getByRole('group', { name: 'Search results' }).getByRole('status');
  await box.fill('pull');
  await userEvent.keyboard('{Enter}');
  await expect.element(selected).toHaveTextContent('pull(');
  await expect.element(found).toHaveTextContent('1/1');
  await libraries.click();
  await expect.element(found).toHaveTextContent('No results');
  // What the library called is still there, below who called the library.
  await box.fill('customError');
  await userEvent.keyboard('{Enter}');
  await expect.element(selected).toHaveTextContent('customError(');
  await libraries.click();
  await expect.element(selected).toHaveTextContent('customError(');
});

test('a proxy that was upgraded: each transaction by the code of its time', async () => {
  const contracts: string[] = [];
  for (const name of ['uups-before-upgrade', 'uups-after-upgrade'] as const) {
    await openDemoTransaction(name);
    await expect.element(paths.first()).toBeVisible();
    await row('0.0').click();
    await expect.element(marked).toBeVisible();
    contracts.push(row('0.0').getByCss('.trace-name').first().element().textContent);
  }
  expect(contracts[0]).not.toBe(contracts[1]);
});

test('a nested custom error leads to its line', async () => {
  await openDemoTransaction('nested-custom-error');
  await expect.element(selected).toHaveTextContent('LimitExceeded');
  await expect.element(paths.first()).toBeVisible();
  await selected.click();
  await expect.element(marked).toHaveTextContent('revert LimitExceeded');
});

test('a failed transaction: the stack trace from the error out, each line with its source, and the instruction that failed', async () => {
  const app = await openDemoTransaction('nested-custom-error');
  const lines = stack.getByRole('listitem');
  await expect.element(lines).toHaveLength(4);
  await expect.element(lines.first()).toHaveTextContent(/\.sol:\d+/);
  await expect.element(stack.getByCss('.cm-marked').first()).toHaveTextContent('revert');
  await lines.last().getByRole('button').click();
  await expect
    .element(stack.getByRole('link', { name: /\.sol:\d+$/ }))
    .toHaveAttribute('href', expect.stringMatching(/\/code\?file=.*&line=\d+/));
  expect(await axeViolations()).toEqual([]);
  await stack.getByRole('link', { name: 'Debug' }).click();
  await expect.poll(app.address).toMatch(/\/debugger\?.*step=\d+/);
  await expect.element(page.getByRole('tab', { name: /^Debugger/ })).toHaveAttribute('aria-selected', 'true');
});

test('the source of an error comes up without moving the page', async () => {
  await openDemoTransaction('swap-too-little');
  await expect.element(stack.getByRole('listitem').first()).toHaveTextContent('Router.swapExactTokens');
  await expect.element(stack.getByCss('.cm-marked').first()).toHaveTextContent('TooLittleReceived');
  expect(window.scrollY).toBe(0);
});

test('text that was printed leads to its line', async () => {
  await openDemoTransaction('console-log');
  const logs = page.getByRole('region', { name: 'Console logs' });
  await expect.element(logs.getByRole('listitem')).toHaveLength(6);
  await logs
    .getByRole('button', { name: /\.sol:\d+/ })
    .first()
    .click();
  await expect.element(logs.getByCss('.cm-marked').first()).toHaveTextContent('console.log');
  await expect
    .element(logs.getByRole('link', { name: /\.sol:\d+/ }))
    .toHaveAttribute('href', expect.stringMatching(/\/code\?file=.*&line=\d+/));
  expect(await axeViolations()).toEqual([]);
});

test('by keyboard alone: into an internal call, its source and back', async () => {
  await openDemoTransaction('swap-two-hops');
  await expect.element(kinds('internal').first()).toBeVisible();
  await focus(tree());
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(row('0.i1')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(row('0.i1')).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('region', { name: 'Details of row 0.i1' }).getByCss('.cm-marked').first())
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).toHaveLength(0);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(row('0.0')).toBeVisible();
});

test('the state tab names slots by their variables', async () => {
  await openDemoTransaction('swap-two-hops', '/state-diff');
  const changes = page.getByRole('list', { name: 'State changes' });
  await expect.element(changes).toHaveTextContent(/balanceOf\[0x[\da-f]{6}…[\da-f]{4}\][\d,.]+ MPL→became[\d,.]+ MPL/);
  await expect.element(changes).toHaveTextContent(/reserve0[\d,]+→became[\d,]+/);
  await page.getByRole('button', { name: 'Raw' }).click();
  await expect.element(changes).not.toHaveTextContent('reserve0');
  await expect.element(changes).toHaveTextContent(/0x[\da-f]{64}/);
  await page.getByRole('button', { name: 'Raw' }).click();
  expect(await axeViolations()).toEqual([]);
});

test('full trace, storage and events go together, and are remembered', async () => {
  await openDemoTransaction('swap-two-hops');
  await expect.element(kinds('internal').first()).toBeVisible();
  await untilKept(() => toggle('Storage').click());
  await expect.element(kinds('write')).toHaveLength(0);
  await expect.element(kinds('internal').first()).toBeVisible();
  await untilKept(() => toggle('Full trace').click());
  await expect.element(kinds('internal')).toHaveLength(0);
  await expect.element(kinds('event')).toHaveLength(0);
  await expect.element(toggle('Events')).toHaveAttribute('aria-pressed', 'false');
  await openDemoTransaction('swap-two-hops', '', { reloaded: true });
  await expect.element(row('0.1')).toBeVisible();
  await expect.element(toggle('Full trace')).toHaveAttribute('aria-pressed', 'false');
  await toggle('Storage').click();
  await expect.element(toggle('Full trace')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(toggle('Events')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(kinds('write').first()).toBeVisible();
});

test('a link to a row inside of a call turns on the rows that show it', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const config = explorer(rpcUrl);
  const path = `/tx/${hashOf('swap-two-hops')}`;
  await openPage(path, { config });
  await expect.element(kinds('internal').first()).toBeVisible();
  await toggle('Full trace').click();
  await expect.element(kinds('internal')).toHaveLength(0);
  for (const id of ['0.4.i2', '0.4.2.s1']) {
    await openPage(`${path}?trace=${id}`, { config });
    await expect.element(row(id)).toHaveAttribute('aria-selected', 'true');
  }
  await openPage(`${path}?trace=0.4.i999`, { config });
  await expect.element(page.getByText('This trace has no row 0.4.i999')).toBeVisible();
});

test('rows are there before their sources are, and the sources come to them', async () => {
  const build = await (await fetch('/build-output.json')).text();
  const server = untilEnd(await nodeService.startJsonServer({ body: build, isHeld: true }));
  const config = workbench((await demoChain()).rpcUrl, { buildOutput: [ownPathOf(server)] });
  await openDemoTransaction('swap-two-hops', '', { config });
  await expect.element(row('0.4.2')).toBeVisible();
  await expect.element(kinds('internal')).toHaveLength(0);
  await expect.element(row('0')).not.toHaveTextContent('Router');
  await nodeService.releaseJsonServer(server);
  await expect.element(row('0')).toHaveTextContent('Router');
  await expect.element(kinds('internal').first()).toBeVisible();
});

test('sources that are asked for on the page: their rows come in place of those before, and the failure has its lines', async () => {
  const { rpcUrl, sourcify, failed } = await nodeService.startLedger(CHAIN, '0.4.3');
  for (const url of [rpcUrl, sourcify]) untilEnd(url);
  const thirdParties = { sourcify, signatures: sourcify };
  await openPage(`/${CHAIN}/tx/${failed}`, { config: workbench(rpcUrl, { thirdParties, buildOutput: [] }) });
  await expect.element(stack).toBeVisible();
  await expect.element(stack).not.toHaveTextContent('_doubled');
  await expect.element(kinds('internal')).toHaveLength(0);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(row('0.i2')).toHaveTextContent('_doubled');
  await expect.element(stack).toHaveTextContent('Ledger._doubled');
});

test('a contract in Vyper: names, internal calls, lines and the stack trace', async () => {
  const { rpcUrl, sourcify, build, failed, mined, line } = await nodeService.startLedger(CHAIN, '0.4.3');
  for (const url of [rpcUrl, sourcify]) untilEnd(url);
  const server = untilEnd(await nodeService.startJsonServer({ body: build }));
  const config = workbench(rpcUrl, { buildOutput: [ownPathOf(server)] });

  await openPage(`/${CHAIN}/tx/${failed}`, { config });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ledger.credit reverted: too much');
  const lines = stack.getByRole('listitem');
  await expect.element(lines).toHaveLength(3);
  await expect.element(lines.nth(0)).toHaveTextContent(`Ledger.vy:${line}`);
  await expect.element(lines.nth(1)).toHaveTextContent(/Ledger\._add.*Ledger\.vy:\d+/);
  await expect.element(lines.nth(2)).toHaveTextContent(/Ledger\.credit.*Ledger\.vy:\d+/);
  await expect.element(stack.getByCss('.cm-marked').first()).toHaveTextContent('assert amount < LIMIT, "too much"');
  expect(await axeViolations()).toEqual([]);
  await stack.getByRole('link', { name: 'Debug' }).click();
  await expect.element(page.getByCss('.cm-current')).toHaveTextContent('assert amount < LIMIT, "too much"');
  const where = page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');
  await expect.element(where).toHaveTextContent(`Ledger._doubled, line ${line}`);
  await expect.element(page.getByText('Vyper keeps variables in memory')).toBeVisible();

  await openPage(`/${CHAIN}/tx/${mined}`, { config });
  await traceIsIdle();
  await expect.element(tree()).toHaveTextContent('_doubled');
  await expect.element(tree()).toHaveTextContent('total');
  await openPage(`/${CHAIN}/tx/${mined}/state-diff`, { config });
  await expect.element(page.getByRole('region', { name: 'State Changes' })).toHaveTextContent('total');
});
