/** The source of contracts, what it declares and what the storage holds, and contracts that nobody verified. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accounts } from '../../../devnet/accounts';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, openPage, untilEnd, workbench } from '../../helpers/demo-page';
import { callNode, nodeService } from '../../helpers/node-client';

const views = page.getByRole('navigation', { name: 'Views of the contract' });
const storage = page.getByRole('region', { name: 'Storage' });
const field = storage.getByRole('textbox', { name: 'Slot or expression' });
const readSlot = storage.getByRole('button', { name: 'Read slot' });

/** The path of the contract's page on a workbench. */
const pathOf = async (label: string) => `/${CHAIN}/contract/${(await demoChain()).addressOf(label).toLowerCase()}`;

test('source code: files, search, a line in the address, and the output of the compiler', async () => {
  const path = await pathOf('Router');
  const app = await openPage(path);
  await views.getByRole('link', { name: 'Source code' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Source of Router.sol' }))
    .toHaveTextContent('contract Router');
  await expect.element(page.getByText('Exact match')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search in files' }).fill('error PathTooShort');
  await page.getByRole('list', { name: 'Matches' }).getByRole('button').first().click();
  await expect.poll(app.address).toMatch(/\/code\?file=contracts%2Famm%2FRouter.sol&line=\d+$/);
  await expect.element(page.getByCss('.cm-marked')).toHaveTextContent('error PathTooShort');
  const again = await openPage(app.address());
  await expect.element(page.getByCss('.cm-marked')).toHaveTextContent('error PathTooShort');

  await page.getByRole('button', { name: 'Compiler Settings' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Compiler Settings' })).toHaveTextContent('"runs": 200');
  await expect.poll(again.address).toMatch(/[?&]view=settings$/);
  await openPage(again.address());
  await expect.element(page.getByRole('textbox', { name: 'Compiler Settings' })).toHaveTextContent('"runs": 200');
  await page.getByRole('button', { name: 'Deployed Bytecode' }).click();
  const bytecode = page.getByRole('textbox', { name: 'Deployed Bytecode' });
  await expect.element(bytecode).toHaveTextContent('0x60');
  await page.getByRole('button', { name: 'Instructions' }).click();
  await expect.element(bytecode).toHaveTextContent('0x0000 PUSH1 0x80');
  await expect.element(page.getByText(/says it was compiled with solc 0\.8\.\d+/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  // On a phone strips scroll by themselves, and what is open is in sight.
  await page.viewport(480, 900);
  const map = page.getByRole('button', { name: 'Contract Source Map', exact: true });
  await map.click();
  await expect.element(map).toBeInViewport({ ratio: 0.9 });
  await expect.element(page.getByRole('link', { name: 'Edit source' })).toBeInViewport({ ratio: 0.9 });
  await openPage(`${path}/overview`, { size: [480, 900] });
  await expect.element(views.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 0.9 });
});

test('what a contract was created with: arguments of the constructor, libraries, and the whole creation code', async () => {
  const { addressOf } = await demoChain();
  await openPage(`${await pathOf('Multisig')}/code`);
  const construction = page.getByCss('dl[aria-label="Construction"]');
  await expect.element(construction).toHaveTextContent(/owners_ address\[\] ?3 items/);
  await expect.element(construction).toHaveTextContent(/threshold_ uint8 ?2/);
  await openPage(`${await pathOf('WeatherStation')}/code`);
  await expect.element(construction).toHaveTextContent('Library Statistics');
  await page.getByRole('button', { name: 'Contract Creation Code' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Contract Creation Code' }))
    .toHaveTextContent(addressOf('Statistics').slice(2).toLowerCase());
});

test('an account that delegates is read and written through what it delegates to', async () => {
  const frank = accounts.frank.address.toLowerCase();
  const app = await openPage(`/${CHAIN}/wallet/${frank}`);
  const wallet = page.getByRole('navigation', { name: 'Views of the wallet' });
  await wallet.getByRole('link', { name: 'Read/Write' }).click();
  await expect.poll(app.address).toBe(`/${CHAIN}/contract/${frank}/read-proxy`);
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await functions.getByRole('link', { name: /^Write as Proxy/ }).click();
  await expect.element(functions.getByRole('button', { name: /^execute/ }).first()).toBeVisible();
  await expect.element(functions.getByText(/unverified/i)).toHaveLength(0);
  await views.getByRole('link', { name: 'Source code' }).click();
  await expect.element(page.getByRole('link', { name: 'Source of the implementation' })).toBeVisible();
});

test('an unverified contract: no source, and functions recovered once the reader understands', async () => {
  const app = await openPage(`${await pathOf('Mystery')}/code`);
  await expect.element(page.getByText('No contract source found')).toBeVisible();
  await page.getByRole('link', { name: 'Read/Write' }).click();
  await expect.poll(app.address).toMatch(/\/unverified$/);
  await page.getByRole('button', { name: 'I understand' }).click();
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await functions.getByRole('button', { name: 'Expand all' }).click();
  await expect.element(functions.getByText(/\(.*\) 0x[0-9a-f]{8}$/).first()).toBeVisible();
  await expect.element(functions.getByText('can only be simulated').first()).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  // The link leads to the place to drop files at, not to the top of its page.
  await functions.getByRole('link', { name: 'Import build output' }).click();
  await expect.poll(app.address).toMatch(/\/settings#build-output$/);
  await expect.element(page.getByRole('region', { name: 'Build output files, drop place' })).toBeInViewport();
});

test('declarations lead to their lines, and variables are read from the chain', async () => {
  const app = await openPage(`${await pathOf('MapleJuniperPair')}/code`);
  await page.getByText('Outline and storage', { exact: true }).click();
  const functions = page.getByRole('region', { name: /^Functions/ });
  await expect.element(functions.getByRole('link', { name: /^mint\(address to\)/ })).toBeVisible();
  await expect.element(page.getByRole('region', { name: /^Events/ })).toBeVisible();

  await field.fill('nothing');
  await readSlot.click();
  await expect.element(storage.getByText('The contract has no variable nothing in storage.')).toBeVisible();
  await field.fill('0');
  await readSlot.click();
  await expect.element(storage.getByText(/^0x[0-9a-f]{64}/).first()).toBeVisible();
  await storage.getByRole('button', { name: 'Read all variables' }).click();
  await expect.element(storage.getByText('totalSupply', { exact: false }).first()).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await functions.getByRole('link', { name: /^mint\(address to\)/ }).click();
  await expect.poll(app.address).toMatch(/line=\d+/);
});

test('explorer: a proxy is read by the layout of its implementation, a contract without sources by slots', async () => {
  const { rpcUrl, addressOf } = await demoChain();
  const config = explorer(rpcUrl);
  await openPage(`/contract/${addressOf('VaultProxy').toLowerCase()}/code`, { config });
  await page.getByText('Outline and storage', { exact: true }).click();
  await expect.element(storage.getByText('Read by the layout of the implementation')).toBeVisible();
  await storage.getByRole('button', { name: 'Read all variables' }).click();
  await expect.element(storage.getByText(/^Of block/)).toBeVisible();

  await page.getByRole('button', { name: 'List', exact: true }).click();
  const implementations = page.getByRole('dialog', { name: 'Implementations' });
  await expect.element(implementations.getByText(/^2 events found, in all blocks up to/)).toBeVisible();
  const listed = implementations.getByRole('listitem');
  await expect.element(listed).toHaveLength(2);
  await expect.element(listed.first().getByText('current')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await userEvent.keyboard('{Escape}');

  await openPage(`/contract/${addressOf('Mystery').toLowerCase()}/code`, { config });
  await page.getByText('Read storage', { exact: true }).click();
  await field.fill('total');
  await readSlot.click();
  await expect.element(storage.getByText('No layout of the storage is known')).toBeVisible();
  await field.fill('0');
  await readSlot.click();
  await expect.element(storage.getByText(/^0x[0-9a-f]{64}/).first()).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('a contract that is not there, a system contract, and a balance that cannot be had', async () => {
  // EIP-4788: a chain has its code from a fork on, and no transaction that deployed it.
  const system = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';
  const node = untilEnd(await nodeService.startNode({ chainId: CHAIN }));
  await callNode(node, 'anvil_setCode', [system, '0x00']);
  const endpoint = untilEnd(await nodeService.startEndpoint(node));
  const config = workbench(endpoint);
  const nobody = `0x${'d00d'.repeat(10)}`;
  const app = await openPage(`/${CHAIN}/contract/${nobody}`, { config });
  await expect.element(page.getByRole('heading', { name: "Bummer, we couldn't find this contract" })).toBeVisible();
  await page.getByRole('link', { name: 'Open it as a wallet' }).click();
  await expect.poll(app.address).toContain(`/wallet/${nobody}`);
  await openPage(`/${CHAIN}/contract/${system}/overview`, { config });
  await expect.element(page.getByText('System contract')).toBeVisible();
  await nodeService.setEndpoint(endpoint, { refuse: /^eth_getBalance$/ });
  await openPage(`/${CHAIN}/contract/${system}`, { config });
  await expect.element(page.getByText('Failed to fetch')).toBeVisible();
  await nodeService.setEndpoint(endpoint, {});
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Failed to fetch')).toHaveLength(0);
});
