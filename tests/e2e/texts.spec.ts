/** Texts of the transaction page that only come when something is missing, each where its reader meets it. */
import { startAnvil } from '../helpers/anvil';
import { startFaultProxy } from '../helpers/fault-proxy';
import { startJsonServer } from '../helpers/json-server';
import { CHAIN, explorer, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

/** Chromium notes error statuses on the console by itself. */
test.use({ expectedErrors: [/^Failed to load resource: /] });

test('an address without a hash, in both variants', { tag: '@failures' }, async ({ page, serve, demo }) => {
  for (const base of [`${await serve(workbench(demo.rpcUrl))}/${CHAIN}`, await serve(explorer(demo.rpcUrl))]) {
    await page.goto(`${base}/tx/`);
    await expect(page.getByRole('alert')).toContainText('Tx hash not provided');
  }
});

test('actions in the address: the debugger at a row, and one nobody knows', { tag: '@debugger' }, async ({
  page,
  serve,
  demo,
}) => {
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-one-hop')}`;
  await page.goto(`${url}?action=debugger&trace=0.1`);
  await expect(page).toHaveURL(/\/debugger\?trace=0\.1/);
  await page.goto(`${url}?action=dance&trace=0.1`);
  await expect(page.getByText('Invalid action parameters')).toBeVisible();
  await expect(page).toHaveURL(`${url}?trace=0.1`);
  await traceIsIdle(page);
  await expect(row(page, '0.1')).toHaveAttribute('aria-selected', 'true');
});

test('a retry that fails once more is told', { tag: '@failures' }, async ({ page, serve, demo, endpoint }) => {
  endpoint.set({ fault: { kind: 'body', body: '' } });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-one-hop')}`);
  await expect(page.getByText('Failed fetching transaction')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Something went wrong while fetching transaction data')).toBeVisible();
  endpoint.set({});
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await traceIsIdle(page);
});

test('services that refuse: names, functions and prices', { tag: '@failures' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const refusing = stopAtEnd(await startJsonServer(() => ({ status: 403, body: {} })));
  const { url } = refusing;
  const thirdParties = { sourcify: url, signatures: url, prices: url };
  const base = await serve(workbench(demo.rpcUrl, { thirdParties }));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('unverified')}`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Something went wrong while fetching transaction contracts')).toBeVisible();
  await expect(page.getByText('Failed to decode the function')).toBeVisible();
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Ask Prices');
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('ether-transfer')}`);
  const assets = page.getByRole('region', { name: 'Asset changes' });
  await assets.getByText('Request has failed').hover();
  await expect(page.getByRole('tooltip')).toContainText('The price service cannot be reached');
  await assets.getByRole('button', { name: 'Retry' }).click();
  await expect(assets.getByText('Request has failed')).toBeVisible();
});

test('executing again: what is missing for it, and the state overrides it ran with', { tag: '@failures' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/diff`;
  await page.goto(`${base}?a=0x${'ab'.repeat(32)}&changes={"gas":"90000"}`);
  await expect(page.getByRole('alert')).toContainText('Unable to fetch data for Re-Simulating the transaction');
  const accounts = ['1', '2', '3'].map((digit) => ({
    address: `0x${digit.repeat(40)}`,
    balance: `${digit} ether`,
    slots: `1 = 0x2a${digit}`,
  }));
  const changes = encodeURIComponent(JSON.stringify({ accounts }));
  await page.goto(`${base}?a=${demo.hashOf('swap-one-hop')}&changes=${changes}`);
  const overrides = page.getByRole('region', { name: 'State Overrides' });
  await expect(overrides).toContainText('Balance2 ETH');
  await expect(overrides).toContainText('slot 1');
  await expect(overrides).not.toContainText('Balance3 ETH');
  await overrides.getByRole('button', { name: 'Show All' }).click();
  await expect(overrides).toContainText('Balance3 ETH');
  await page.goto(`${base}?a=${demo.hashOf('swap-one-hop')}&changes={"gas":"60000"}`);
  await expect(overrides).toContainText('No state overrides are made when simulating this transaction');
});

test('a contract that is not there, a system contract, and a balance that cannot be had', { tag: '@account' }, async ({
  page,
  serve,
  stopAtEnd,
}) => {
  // EIP-4788: a chain has its code from a fork on, and no transaction that deployed it.
  const system = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';
  const anvil = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  await anvil.call('anvil_setCode', [system, '0x00']);
  const endpoint = stopAtEnd(await startFaultProxy(anvil.url));
  const base = await serve(workbench(endpoint.url));
  const nobody = `0x${'d00d'.repeat(10)}`;
  await page.goto(`${base}/${CHAIN}/contract/${nobody}`);
  await expect(page.getByRole('heading', { name: "Bummer, we couldn't find this contract" })).toBeVisible();
  await page.getByRole('link', { name: 'Open it as a wallet' }).click();
  await expect(page).toHaveURL(new RegExp(`/wallet/${nobody}`));
  await page.goto(`${base}/${CHAIN}/contract/${system}/overview`);
  await expect(page.getByText('System contract')).toBeVisible();
  endpoint.set({ refuse: /^eth_getBalance$/ });
  await page.goto(`${base}/${CHAIN}/contract/${system}`);
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  endpoint.set({});
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Failed to fetch')).toHaveCount(0);
});
