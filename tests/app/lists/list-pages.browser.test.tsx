/** Lists of a chain, from the index that this browser makes of it: whole, paged to the end and back, in both variants. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import {
  CHAIN,
  demoChain,
  explorer,
  openPage,
  rowsOf,
  savedBy,
  turnSwitch,
  untilEnd,
  workbench,
} from '../../helpers/demo-page';
import { sendMined } from '../../helpers/mined';
import { callNode, nodeService } from '../../helpers/node-client';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

const transactions = rowsOf('Transactions');
const tokenTransfers = rowsOf('Token transfers');
const nftTransfers = rowsOf('NFT transfers');
const kinds = page.getByRole('navigation', { name: 'Kinds' });

const headOfDemo = async () => Number(await callNode((await demoChain()).rpcUrl, 'eth_blockNumber'));

/** The address of the newest transaction of the list. */
const newestHref = () => transactions.first().getByCss('a[href*="/tx/"]').first().element().getAttribute('href') ?? '';

/** The index has all blocks: nothing more comes into a list. */
async function isIndexed(): Promise<void> {
  await expect.element(page.getByText(/^[\d,]+ \w+ from this browser’s index, blocks 0 to the head$/)).toBeVisible();
}

async function deleteIndex(): Promise<void> {
  const section = page.getByRole('region', { name: /^Index/ });
  await section.getByRole('button', { name: 'Delete the index' }).click();
  await expect.element(section.getByText('Not indexed')).toBeVisible();
}

test('transactions: all of the chain, newest first, to the last page and back', async () => {
  const { rpcUrl } = await demoChain();
  const head = await headOfDemo();
  await openPage(`/${CHAIN}/transactions`);
  await isIndexed();
  await expect.element(transactions).toHaveLength(20);
  const newest = newestHref();
  const last = await callNode(rpcUrl, 'eth_getTransactionByHash', [newest.split('/').at(-1)]);
  expect(Number((last as { blockNumber: string }).blockNumber)).toBeLessThanOrEqual(head);

  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('100');
  const next = page.getByRole('button', { name: 'Next' });
  await expect.element(page.getByText('Rows 1 – 100')).toBeVisible();
  let pages = 1;
  while ((next.element() as HTMLButtonElement).disabled === false) {
    await next.click();
    pages++;
    await expect.element(page.getByText(`Page ${pages}`)).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading the page' })).toHaveLength(0);
    await expect.element(page.getByText(`Rows ${(pages - 1) * 100 + 1} –`)).toBeVisible();
  }
  expect(pages).toBeGreaterThan(2);
  while (pages > 1) {
    await page.getByRole('button', { name: 'Previous' }).click();
    pages--;
    await expect.element(page.getByText(`Rows ${((pages - 1) * 100 + 1).toLocaleString('en-US')} –`)).toBeVisible();
  }
  await expect.poll(newestHref).toBe(newest);
});

test('transactions: failed ones alone, by the address, and as a file', async () => {
  const app = await openPage(`/${CHAIN}/transactions`);
  await isIndexed();
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('2');
  await expect.poll(app.address).toMatch(/status=/);
  await expect.element(transactions.filter({ hasText: 'Failed' }).first()).toBeVisible();
  await expect.element(transactions.filter({ hasNotText: 'Failed' })).toHaveLength(0);
  // Why: by the names of its contract, which are learned from the build output.
  await expect.element(transactions.filter({ hasText: /[A-Z]\w+\(|reverted without a reason/ }).first()).toBeVisible();
  const file = await savedBy(() => page.getByRole('button', { name: 'CSV' }).click());
  expect(file.name).toBe('transactions.csv');
  const lines = (await file.text()).trim().split('\r\n').slice(1);
  // More than the page of 20: the file has the list.
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !line.includes(',failed,'))).toEqual([]);
  await transactions.first().click({ position: { x: 4, y: 4 } });
  await expect.poll(app.address).toMatch(/\/tx\/0x[0-9a-f]{64}$/);
});

test('token and NFT transfers, of the chain and of an address', async () => {
  const app = await openPage(`/${CHAIN}/token-transfers`);
  await isIndexed();
  await expect.element(tokenTransfers).toHaveLength(20);
  await expect.element(tokenTransfers.getByText('transfer', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'NFT transfers' }).click();
  await expect.element(nftTransfers.first()).toHaveTextContent('#');
  await nftTransfers.first().getByRole('cell').nth(2).getByRole('link').click();
  await expect.poll(app.address).toMatch(/\/(wallet|contract)\/0x[0-9a-f]{40}/);
});

test('a wallet leads to all of its transactions, and from there to each kind', async () => {
  const app = await openPage(`/${CHAIN}/address/${WALLET}`);
  await expect.poll(app.address).toBe(`/${CHAIN}/wallet/${WALLET}/txs/all`);
  const rows = rowsOf('Transactions of the address');
  await expect.element(rows).toHaveLength(20);
  await kinds.getByRole('link', { name: 'Direct' }).click();
  await expect.poll(app.address).toMatch(/\/txs\/direct$/);
  await expect.element(rows.first()).toHaveTextContent(/IN|OUT|SELF/);
  await kinds.getByRole('link', { name: 'Tokens' }).click();
  await expect.poll(app.address).toMatch(/\/txs\/tokens$/);
  await expect.element(tokenTransfers.first()).toHaveTextContent(/IN|OUT|SELF/);
});

test('blocks: to the first one and to its page', async () => {
  const head = await headOfDemo();
  const app = await openPage(`/${CHAIN}/blocks?rows=100`);
  const rows = rowsOf('Blocks');
  await expect.element(rows.first()).toHaveTextContent(head.toLocaleString('en-US'));
  await expect.element(rows).toHaveLength(Math.min(100, head + 1));
  await rows.nth(3).getByRole('link').first().click();
  await expect.poll(app.address).toBe(`/${CHAIN}/block/${head - 3}`);
});

test('a chain that is not indexed: what was seen, and how to have the rest', async () => {
  await openPage('/settings');
  await deleteIndex();
  await openPage(`/${CHAIN}/token-transfers`);
  await expect.element(page.getByText('Nodes do not list transfers')).toBeVisible();
  await page.getByRole('button', { name: /^Index the last/ }).click();
  await expect.element(tokenTransfers.first()).toBeVisible();
});

test('explorer: the same lists without the network in the path', async () => {
  const config = explorer((await demoChain()).rpcUrl);
  const app = await openPage('/', { config });
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect.poll(app.address).toBe('/transactions');
  await isIndexed();
  await openPage('/tx', { config });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Tx hash not provided');
  await expect.element(transactions).toHaveLength(20);
});

test('internal transactions of an address and of a block, once blocks are traced', async () => {
  const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
  const rpcUrl = untilEnd(await nodeService.startNode({ chainId: CHAIN }));
  const node = {
    call: async <T,>(method: string, params: readonly unknown[]) => (await callNode(rpcUrl, method, params)) as T,
  };
  // A contract of 18 bytes: CALL(gas, calldata >> 96, callvalue, no data), STOP; before it what copies it.
  const creation = '0x61001280600a5f395ff360006000600060003460003560601c5af100';
  const { contractAddress: to } = await sendMined(node, { from: WALLET, data: creation, gas: '0x100000' });
  await sendMined(node, { from: WALLET, to, value: `0x${(2n * 10n ** 18n).toString(16)}`, data: bob });
  const head = Number(await callNode(rpcUrl, 'eth_blockNumber'));
  const config = workbench(rpcUrl);
  await openPage(`/${CHAIN}/wallet/${bob}/txs/internal`, { config });
  await expect.element(page.getByText('Blocks do not list internal calls')).toBeVisible();
  await openPage(`/${CHAIN}/block/${head}`, { config });
  await expect.element(page.getByText('it has not traced this one.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Trace blocks' }).click();
  await expect.element(page.getByRole('switch', { name: 'Trace blocks' })).toBeChecked(); // by what the database has
  await openPage(`/${CHAIN}/wallet/${bob}/txs/internal`, { config });
  const rows = rowsOf('Internal transactions of the address');
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('2 ETH');
  await expect.element(rows).toHaveTextContent('IN');
  await expect.element(page.getByText(`blocks 0 to ${head} were traced`)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await openPage(`/${CHAIN}/block/${head}`, { config });
  await expect.element(rowsOf('Internal transactions of the block').filter({ hasText: '2 ETH' }).first()).toBeVisible();
});

test('a chain that is not indexed: what its explorer lists of an address, once it may be asked', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const other = `0x${'ab'.repeat(20)}`;
  const common = {
    transaction_hash: hashOf('erc20-transfer'),
    block_number: 5,
    timestamp: '2025-08-11T09:32:59.000000Z',
    from: { hash: other },
    to: { hash: WALLET },
  };
  const token = { address_hash: other, symbol: 'FAR', decimals: '2', type: 'ERC-20' };
  const listed = (...items: readonly unknown[]) => ({ items, next_page_params: null });
  const blockscout = untilEnd(
    await nodeService.startJsonServer({
      body: listed(),
      answersTo: [
        {
          path: /\/token-transfers/,
          body: listed({ ...common, log_index: 3, token, total: { value: '1234', decimals: '2' } }),
        },
        {
          path: /\/internal-transactions/,
          body: listed({ ...common, index: 1, type: 'call', value: '2000000000000000000', success: true }),
        },
      ],
    }),
  );
  const network = {
    id: CHAIN,
    name: 'Demo',
    testnet: true,
    rpcUrls: [rpcUrl],
    explorers: [{ name: 'Blockscout', url: blockscout }],
  };
  const config = workbench(rpcUrl, { networks: [network] });
  await openPage('/settings', { config });
  await deleteIndex();
  await openPage(`/${CHAIN}/wallet/${WALLET}/txs/tokens`, { config });
  await expect.element(page.getByText('The network’s Blockscout may list all of its transfers.')).toBeVisible();
  expect(await nodeService.requestsTo(blockscout)).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await turnSwitch('Ask Lists of addresses');
  await openPage(`/${CHAIN}/wallet/${WALLET}/txs/tokens`, { config });
  await expect.element(page.getByText('from the network’s Blockscout')).toBeVisible();
  await expect.element(tokenTransfers.filter({ hasText: 'FAR' }).first()).toBeVisible();
  await expect.element(tokenTransfers.filter({ hasText: '12.34' }).first()).toBeVisible();
  await kinds.getByRole('link', { name: 'Internal' }).click();
  const internal = rowsOf('Internal transactions of the address');
  await expect.element(internal.filter({ hasText: '2 ETH' }).first()).toBeVisible();
  await expect.element(internal.filter({ hasText: 'IN' }).first()).toBeVisible();
});
