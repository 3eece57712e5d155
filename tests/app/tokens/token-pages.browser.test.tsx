/** Tokens, NFTs and what addresses have of them, from the index that this browser makes and from what contracts hold. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, openPage, rowsOf, search, untilEnd, workbench } from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

const contractOf = async (label: string) => `/${CHAIN}/contract/${(await demoChain()).addressOf(label).toLowerCase()}`;

const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Views of the contract' }).getByRole('link', { name, exact: true });

test('the assets of a wallet: tokens, grouped and searched by the address, and NFTs', async () => {
  // Opened first of all pages: the index is filled from here, too.
  await openPage(`/${CHAIN}/wallet/${WALLET}/assets/token`, { fresh: true });
  const tokens = rowsOf('Tokens');
  await expect.element(tokens.filter({ hasText: 'MPL' })).toHaveTextContent('all transfers');
  const app = await openPage(`/${CHAIN}/wallet/${WALLET}`);
  await page.getByRole('link', { name: 'Multichain assets' }).click();
  await expect.poll(app.address).toBe(`/${CHAIN}/wallet/${WALLET}/assets/token`);
  await expect.element(tokens.filter({ hasText: 'MPL' })).toHaveTextContent('all transfers');
  await expect.element(tokens.filter({ hasText: 'ETH' }).first()).toHaveTextContent('the endpoint');
  const facts = page.getByCss('dl[aria-label="Account in short"]');
  await expect.element(facts).toHaveTextContent(`NetworkDemo ${CHAIN}`);
  // The currency of the network is listed among the tokens. Both grow while the index does.
  await expect.poll(() => facts.element().textContent?.includes(`Token holdings${tokens.length - 1} token`)).toBe(true);
  await expect
    .element(facts.getByRole('link', { name: /^(0 NFTs|\d+ NFTs? in \d+ collections?)$/ }))
    .toHaveAttribute('href', `/${CHAIN}/wallet/${WALLET}/assets/nft`);
  await expect.element(page.getByRole('checkbox', { name: 'Hide zero balances' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Group by' }).selectOptions('network');
  await expect.poll(app.address).toMatch(/groupBy=network/);
  await expect.element(rowsOf('Tokens of Demo').filter({ hasText: 'MPL' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name, symbol or address' }).fill('no such token');
  await expect.element(page.getByText('No items found')).toBeVisible();
  const searched = await openPage(`/${CHAIN}/wallet/${WALLET}/assets/token?search=maple&hideZero=false`);
  await expect.element(tokens).toHaveLength(1);
  await expect.element(page.getByRole('checkbox', { name: 'Hide zero balances' })).not.toBeChecked();
  expect(await axeViolations()).toEqual([]);
  await page.getByRole('navigation', { name: 'Kinds of assets' }).getByRole('link', { name: 'NFT' }).click();
  await expect.poll(searched.address).toMatch(/\/assets\/nft$/);
  await expect.element(page.getByPlaceholder('Collection name, ID or address')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'NFTs' }).or(page.getByText('No items found'))).toBeVisible();
});

test('a token: its market view, transfers and holders', async () => {
  const path = await contractOf('Maple');
  const app = await openPage(path);
  await expect.poll(app.address).toBe(`${path}/txs/transfers?view=market`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Maple');
  await expect.element(rowsOf('Token transfers').first().getByRole('link', { name: 'MPL' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Token id' })).toHaveLength(0);
  const facts = page.getByCss('dl[aria-label="Token in short"]');
  await expect.element(facts).toHaveTextContent('unknown'); // the price: nobody may be asked
  await tab('Holders').click();
  await expect.poll(app.address).toMatch(/\/holders\?view=market$/);
  await expect.element(page.getByText('from this browser’s index of all blocks')).toBeVisible();
  await expect.element(rowsOf('Holders').first()).toHaveTextContent('%');
  // Both grow while the index does.
  await expect.poll(() => facts.element().textContent?.includes(`Holders${rowsOf('Holders').length}`)).toBe(true);
  expect(await axeViolations()).toEqual([]);
  await page.getByRole('navigation', { name: 'View of the token' }).getByRole('link', { name: 'Contract' }).click();
  await expect.poll(app.address).toMatch(/\/holders\?view=contract$/);
  // As a contract it has the name that it gives itself, and both views can be handed on and simulated from.
  await expect.element(page.getByRole('heading', { level: 1, name: 'Maple' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Simulate' })).toBeVisible();
  await expect.element(page.getByText('Contracts created')).toBeVisible();
});

test('a collection of items has no line for a price that nobody knows', async () => {
  await openPage(await contractOf('Postcards'));
  const facts = page.getByCss('dl[aria-label="Token in short"]');
  await expect.element(facts).toHaveTextContent('Items');
  await expect.element(facts).not.toHaveTextContent('Price');
});

test('a token whose balances are not the sums of its transfers: the contract is believed, and that is said', async () => {
  const { rpcUrl, addressOf } = await demoChain();
  const maple = addressOf('Maple').toLowerCase();
  const endpoint = untilEnd(await nodeService.startEndpoint(rpcUrl));
  // 1,234.5 tokens, as of a token that grows without transfers.
  const result = `0x${(12_345n * 10n ** 17n).toString(16).padStart(64, '0')}`;
  const params = new RegExp(`70a08231.*${WALLET.slice(2)}`);
  await nodeService.setEndpoint(endpoint, { answersTo: [{ method: 'eth_call', params, result }] });
  const config = workbench(endpoint);
  await openPage(`/${CHAIN}/contract/${maple}/holders?view=market`, { config });
  const holder = rowsOf('Holders').filter({ hasText: /0xf39F/i });
  await expect.element(holder).toHaveTextContent('1,234.5');
  await expect.element(page.getByText(/are not what its transfers add up to/)).toBeVisible();
  await expect.element(page.getByText(/balances as the contract says at block [\d,]+, in the order of/)).toBeVisible();
  await openPage(`/${CHAIN}/wallet/${WALLET}/assets/token`, { config });
  const asset = rowsOf('Tokens').filter({ hasText: 'MPL' });
  await expect.element(asset).toHaveTextContent('1,234.5');
  await expect.element(asset).toHaveTextContent('not the sum of transfers');
  // Nobody says what anything is worth.
  await expect.element(page.getByRole('columnheader', { name: 'Portfolio %' })).toHaveLength(0);
});

test('a contract that is no token leads to all of its transactions, a view that makes no sense to the market view', async () => {
  const router = await contractOf('Router');
  const atRouter = await openPage(router);
  await expect.poll(atRouter.address).toBe(`${router}/txs/all`);
  const maple = await contractOf('Maple');
  const atMaple = await openPage(`${maple}/holders?view=7`);
  await expect.poll(atMaple.address).toBe(`${maple}/holders?view=market`);
  await openPage(`${maple}/inventory?view=market`);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a token list from a file: its tokens are found, and differences from the chain are said', async () => {
  const { addressOf } = await demoChain();
  const listed = (address: string, symbol: string, name: string) => ({
    chainId: CHAIN,
    address,
    symbol,
    name,
    decimals: 6,
  });
  const list = {
    name: 'Example List',
    timestamp: '2024-01-02T03:04:05Z',
    version: { major: 1, minor: 0, patch: 0 },
    tokens: [
      listed(addressOf('Maple'), 'MPL', 'Maple'),
      listed(`0x${'7'.repeat(40)}`, 'JNP', 'Juniper'),
      listed(`0x${'8'.repeat(40)}`, 'QRZ', 'Quartz <b>'),
    ],
  };
  await openPage('/settings');
  await userEvent.upload(
    page.getByLabelText('File of a token list'),
    new File([JSON.stringify(list)], 'list.json', { type: 'application/json' }),
  );
  await expect.element(page.getByRole('button', { name: 'Remove Example List' })).toBeVisible();
  await search('quartz');
  await expect.element(page.getByRole('option', { name: /QRZ.*Quartz <b>.*by the list “Example List”/ })).toBeVisible();
  await openPage(`${await contractOf('Maple')}?view=market`);
  await expect.element(page.getByText(/has 18 decimals, the token list “Example List” says 6/)).toBeVisible();
  await openPage(`${await contractOf('Juniper')}?view=market`);
  await expect
    .element(page.getByText(/The token list “Example List” has a token with this name and symbol at/))
    .toBeVisible();
  expect(await axeViolations()).toEqual([]);
});
