/** The gas profiler: the graph, the call selected in it, and its use elsewhere. */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppPage } from '../../helpers/app-page';
import {
  demoChain,
  explorer,
  focus,
  openDemoTransaction,
  openPage,
  row,
  savedBy,
  traceIsIdle,
} from '../../helpers/demo-page';

const graph = page.getByRole('slider', { name: 'Flame graph of gas used by call' });

afterEach(() => vi.restoreAllMocks());

test('a link to a call selects it here and in the summary', async () => {
  await openDemoTransaction('swap-two-hops', '/gas-usage?trace=0');
  await expect.element(page.getByRole('heading', { name: 'Router.swapExactTokens' }).last()).toBeVisible();
  // It earns more than EIP-3529 gives back, a fifth. The bar says the same as the words beside it.
  const charged = page.getByText('· 80 % of the transaction');
  await expect.element(charged).toBeVisible();
  expect(
    Number.parseFloat(charged.element().parentElement?.querySelector<HTMLElement>('[style]')?.style.width ?? ''),
  ).toBeCloseTo(80, 2);
  await page.getByRole('tab', { name: 'Summary' }).click();
  await traceIsIdle();
  await expect.element(row('0')).toHaveAttribute('aria-selected', 'true');
});

test('search counts calls and their gas', async () => {
  await openDemoTransaction('swap-two-hops', '/gas-usage');
  await expect.element(graph).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('pair.swap');
  await expect.element(page.getByText(/^2 calls, [\d,]+ gas, [\d.]+ %$/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('no such call');
  await expect.element(page.getByText('No results')).toBeVisible();
});

test('the profile can be saved, and adds up to the gas of the transaction', async () => {
  // One whose gas is not lessened by a refund.
  await openDemoTransaction('erc20-transfer', '/gas-usage');
  const shown = page.getByText(/^\d+ calls? · [\d,]+ gas$/);
  await expect.element(shown).toBeVisible();
  const file = await savedBy(() => page.getByRole('button', { name: 'Folded stacks' }).click());
  expect(file.name).toMatch(/\S/);
  const lines = (await file.text()).trimEnd().split('\n');
  const sum = lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  expect(shown.element().textContent).toContain(`· ${sum.toLocaleString('en')} gas`);
});

test('an access list that saves gas is recommended, and copied as JSON', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openDemoTransaction('swap-two-hops', '/gas-usage');
  const panel = page.getByRole('region', { name: 'Recommended access list' });
  await expect.element(panel.getByText(/^With it the transaction uses/)).toBeVisible();
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect.element(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  const list = JSON.parse(copied.mock.calls[0]?.[0] ?? '') as { storageKeys: string[] }[];
  expect(list.length).toBeGreaterThan(0);
  expect(list[0]?.storageKeys[0]).toMatch(/^0x[0-9a-f]{64}$/);
});

test('the gas of each line stands beside the source, and the address names the form', async () => {
  const app = await openDemoTransaction('swap-two-hops', '/gas-usage');
  await page.getByRole('button', { name: 'By source line' }).click();
  await expect.poll(app.address).toMatch(/gas=lines/);
  await openPage(app.address());
  const table = page.getByRole('table', { name: 'Gas by line of source' });
  const first = table.getByRole('row').nth(1);
  await expect.element(first).toHaveTextContent('entered = true;');
  await table.getByRole('button', { name: 'With calls' }).click();
  await expect.element(first).toHaveTextContent('Router.sol');
  await first.getByRole('button').click();
  await expect.element(page.getByRole('region', { name: /^Gas in .*Router\.sol$/ })).toHaveTextContent('function');
});

const fromTheTabByKeys = async (app: AppPage) => {
  await traceIsIdle();
  await page.getByRole('tab', { name: 'Gas Profiler' }).click();
  await expect.poll(app.address).toMatch(/\/gas-usage/);
  await expect.element(page.getByText('No section selected')).toBeVisible();
  await focus(graph);
  // The whole, its initial gas, the first call of the router.
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}');
  await expect.poll(app.address).toMatch(/trace=0\.0$/);
  await expect.element(page.getByRole('table', { name: 'Where the gas of this call went' })).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByText(/^21000 \+ 16 per non-zero calldata byte/)).toBeVisible();
};

test('workbench: from the tab, by keys, to a call that the address names', async () => {
  await fromTheTabByKeys(await openDemoTransaction('swap-two-hops'));
});

test('explorer: from the tab, by keys, to a call that the address names', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  await fromTheTabByKeys(await openPage(`/tx/${hashOf('swap-two-hops')}`, { config: explorer(rpcUrl) }));
});
