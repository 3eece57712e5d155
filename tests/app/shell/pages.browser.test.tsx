/** The pages around the transaction, on the demo chain: home, blocks, events by their address, the search, links from elsewhere, and what frames them all. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations, violationsAtEveryWidth } from '../../helpers/axe-page';
import {
  CHAIN,
  demoChain,
  explorer,
  focus,
  openDemoTransaction,
  openPage,
  savedBy,
  search,
  traceIsIdle,
  turnSwitch,
  untilEnd,
  workbench,
} from '../../helpers/demo-page';
import { callNode, nodeService } from '../../helpers/node-client';

type RpcBlock = { number: string; hash: string; transactions: readonly string[] };

/** The answer of the node itself. */
async function ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
  return (await callNode((await demoChain()).rpcUrl, method, params)) as T;
}

const blockOf = (number: number | 'latest') =>
  ask<RpcBlock>('eth_getBlockByNumber', typeof number === 'number' ? `0x${number.toString(16)}` : number, false);

const blockHeading = (number: number) =>
  page.getByRole('heading', { level: 1, name: `Block ${number.toLocaleString('en-US')}` });

const ofTheBlock = page.getByRole('table', { name: 'Transactions of the block' });
const dialog = page.getByRole('dialog');

describe('home', () => {
  test('what was opened is listed until it is cleared', async () => {
    const hash = (await demoChain()).hashOf('erc20-transfer');
    await openPage(`/${CHAIN}`, { fresh: true });
    await expect.element(page.getByText('Nothing opened yet')).toBeVisible();
    await openDemoTransaction('erc20-transfer');
    await expect.element(page.getByText('Verified replay')).toBeVisible();
    await page.getByRole('link', { name: 'Loupe, home' }).click();
    const opened = page.getByRole('region', { name: 'Recently opened' });
    await expect.element(opened.getByCss(`a[href*="${hash}"]`)).toBeVisible();
    await opened.getByRole('button', { name: 'Clear' }).click();
    await expect.element(opened).toHaveTextContent('Nothing opened yet');
  });

  test('the last blocks of the chain, each with its page', async () => {
    const { number, transactions } = await blockOf('latest');
    const head = Number(number);
    await openPage(`/${CHAIN}`);
    const latest = page.getByRole('table', { name: 'Latest blocks' });
    await expect.element(latest.getByRole('row')).toHaveLength(11);
    await latest.getByRole('link', { name: head.toLocaleString('en-US') }).click();
    await expect.element(blockHeading(head)).toBeVisible();
    await expect.element(ofTheBlock.getByCss('a[href*="/tx/"]')).toHaveLength(Math.min(20, transactions.length));
  });

  test('charts of activity and gas price come from the index, and say what they cover', async () => {
    const app = await openPage('/');
    const facts = page.getByLabelText('Head of the chain');
    await expect.element(facts.getByText('Last finalized block')).toBeVisible();
    const finalized = () => facts.getByText('Last finalized block').element().nextElementSibling?.querySelector('a');
    await expect.poll(finalized).toBeVisible();
    const history = page.getByRole('slider', { name: /^Transactions per / });
    await expect.element(history).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: /^Transaction history/ }))
      .toHaveTextContent(/blocks 0 to \d+/);
    await focus(history);
    await userEvent.keyboard('{Home}');
    await expect.element(history).toHaveAttribute('aria-valuetext', expect.stringMatching(/\d+ transactions?/));
    await expect.element(page.getByRole('slider', { name: /^Average gas price per .* Gwei$/ })).toBeVisible();
    const notable = page.getByRole('table', { name: 'Worth opening' }).getByRole('row');
    await expect.element(notable.filter({ hasText: 'Failed lately' })).toHaveLength(3);
    await expect.element(notable.filter({ hasText: 'Most gas' })).toHaveLength(2);
    expect(await axeViolations()).toEqual([]);
    await notable.filter({ hasText: 'Largest value' }).click();
    await expect.poll(app.address).toMatch(/\/tx\/0x[0-9a-f]{64}/);
  });
});

describe('block', () => {
  test('by number and by hash, with its transactions in their order', async () => {
    const { blockNumber } = await ask<{ blockNumber: string }>(
      'eth_getTransactionByHash',
      (await demoChain()).hashOf('swap-two-hops'),
    );
    const number = Number(blockNumber);
    const { hash, transactions } = await blockOf(number);
    for (const name of [String(number), hash]) {
      await openPage(`/${CHAIN}/block/${name}`);
      await expect.element(blockHeading(number)).toBeVisible();
      const links = ofTheBlock.getByCss('a[href*="/tx/"]');
      await expect.element(links).toHaveLength(transactions.length);
      await expect.element(ofTheBlock).toHaveTextContent('swapExactTokens');
      const hrefs = links.elements().map((link) => link.getAttribute('href'));
      expect(hrefs).toEqual(transactions.map((each) => expect.stringContaining(each)));
    }
  });

  test('keys and buttons lead to the neighbours, past the head too', async () => {
    const app = await openPage(`/${CHAIN}/block/12`);
    await expect.element(blockHeading(12)).toBeVisible();
    await userEvent.keyboard(']');
    await expect.element(blockHeading(13)).toBeVisible();
    await userEvent.keyboard('[[');
    await expect.element(blockHeading(12)).toBeVisible();
    await page.getByRole('button', { name: 'Next block' }).click();
    await expect.poll(app.address).toMatch(/\/block\/13$/);
    await openPage(`/${CHAIN}/block/0`);
    await expect.element(blockHeading(0)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Previous block' })).toBeDisabled();
    await openPage(`/${CHAIN}/block/99999999`);
    await expect.element(page.getByText("We couldn't find this block")).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Previous block' })).toBeEnabled();
    // What no block of any chain is called is not asked for again.
    await openPage(`/${CHAIN}/block/newest`);
    await expect.element(page.getByRole('heading', { name: 'This is not a block' })).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Retry' })).toHaveLength(0);
  });
});

test('events: an address with a filter shows what it names', async () => {
  const receipt = await ask<{ logs: readonly { topics: readonly string[] }[] }>(
    'eth_getTransactionReceipt',
    (await demoChain()).hashOf('swap-two-hops'),
  );
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const transfers = receipt.logs.filter(({ topics }) => topics[0] === transfer).length;
  await openDemoTransaction('swap-two-hops', '/logs?event=Transfer');
  await expect.element(page.getByRole('button', { name: /^Transfer/, pressed: true })).toBeVisible();
  await expect.element(page.getByText(`${transfers} of ${receipt.logs.length}`)).toBeVisible();
  const file = await savedBy(() => page.getByRole('button', { name: 'CSV' }).click());
  expect(file.name).toMatch(/^events-.*\.csv$/);
  const app = await openDemoTransaction('swap-two-hops', '/logs?event=NoSuchEvent');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(app.address).toMatch(/\/logs$/);
  await expect.element(page.getByRole('list', { name: 'Events' }).getByRole('article').first()).toBeVisible();
});

describe('shell', () => {
  test('networks: the list finds by name and by chain id, and an unknown one can be added', async () => {
    await openPage(`/${CHAIN}/block/1`);
    await page.getByRole('banner').getByRole('button', { name: /Demo/ }).click();
    const list = page.getByRole('dialog', { name: 'Networks' });
    await list.getByPlaceholder('Name or chain id').fill('42161');
    await expect.element(list.getByRole('option').first()).toHaveTextContent('42161');
    await list.getByPlaceholder('Name or chain id').fill('no such network');
    await expect.element(list).toHaveTextContent('No network has this name');
    const app = await openPage('/987654321/block/1');
    await page.getByRole('link', { name: 'Add this network' }).click();
    await expect.poll(app.address).toMatch(/\/networks\?add=987654321$/);
    await expect.element(page.getByLabelText('Chain id')).toHaveValue('987654321');
  });

  test('the keys of a page are listed, and its title names it', async () => {
    await openPage(`/${CHAIN}/block/12`);
    await expect.element(blockHeading(12)).toBeVisible();
    await expect.poll(() => document.title).toMatch(/Block 12/);
    await userEvent.keyboard('?');
    await expect.element(dialog).toHaveTextContent('Previous block');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toHaveLength(0);
  });
});

describe('search', () => {
  /** Opens the home page and types into its search. */
  const searchAtHome = async (query: string) => {
    const app = await openPage(`/${CHAIN}`);
    await search(query);
    return app;
  };

  test('a transaction hash opens its transaction, from the keyboard alone', async () => {
    const hash = (await demoChain()).hashOf('swap-two-hops');
    const app = await searchAtHome(` ${hash.slice(0, 40)}\n${hash.slice(40)} `);
    await expect.element(page.getByRole('option', { name: /Open transaction/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await traceIsIdle();
    await expect.poll(app.address).toContain(hash);
  });

  test('a link of another explorer opens the transaction it is of', async () => {
    const hash = (await demoChain()).hashOf('erc20-transfer');
    const app = await searchAtHome(`https://explorer.example/tx/${hash}`);
    await page.getByRole('option', { name: /Open transaction/ }).click();
    await traceIsIdle();
    expect(app.address()).toContain(hash);
  });

  test('a block number opens the block', async () => {
    const app = await searchAtHome('12');
    await page.getByRole('option', { name: /Block 12/ }).click();
    await expect.poll(app.address).toMatch(/\/block\/12$/);
    await expect.element(page.getByRole('main')).toHaveTextContent('12');
  });

  test('a number above the head and the beginning of a hash are no blocks', async () => {
    await searchAtHome('99999999');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(/^Block 99,999,999 is above the head, block \d+\.$/);
    await expect.element(dialog.getByRole('option', { name: /Block/ })).toHaveLength(0);
    await dialog.getByRole('combobox').fill((await demoChain()).hashOf('swap-two-hops').slice(0, 10));
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('0x and 8 hex digits: a hash has 64, an address 40.');
    await expect.element(dialog.getByRole('option', { name: /Block/ })).toHaveLength(0);
  });

  test('an address opens its page, a mistyped one says that its checksum does not fit', async () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const app = await searchAtHome(address);
    await page.getByRole('option', { name: /0xf39F|0xf39f/ }).click();
    await expect.poll(app.address).toMatch(/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266/i);
    await searchAtHome(address.replace('Fd6', 'fd6'));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('checksum');
    // What is known of an address is told before it is opened.
    await searchAtHome('0xcA11bde05977b3631167028862bE2a173976CA11');
    await expect.element(page.getByRole('option', { name: /Multicall3/ })).toBeVisible();
  });

  test('closing forgets the query', async () => {
    await searchAtHome('hello');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toHaveLength(0);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog.getByRole('combobox')).toHaveValue('');
  });

  test('a token of the chain is found by a word of its name, and opened', async () => {
    await openPage(`/${CHAIN}/token-transfers`);
    await expect.element(page.getByText(/from this browser’s index, blocks 0 to the head$/)).toBeVisible();
    const app = await searchAtHome('ether');
    const token = page.getByRole('option', { name: /WETH.*Wrapped Ether.*ERC-20/ });
    await expect.element(token).toBeVisible();
    await token.click();
    await expect.poll(app.address).toMatch(/\/contract\/0x[0-9a-f]{40}/);
    await expect.element(dialog).toHaveLength(0);
    // It was opened: its address is among the recent ones now.
    await searchAtHome('wrap');
    await expect.element(page.getByRole('group', { name: 'Tokens' })).toHaveTextContent('WETH');
  });
});

describe('links from elsewhere', () => {
  test('a path that is an account or a hash alone leads to it on the network that the app begins with', async () => {
    const { hashOf, addressOf } = await demoChain();
    const contract = addressOf('Router').toLowerCase();
    const account = await openPage(`/${contract}`);
    await expect.poll(account.address).toMatch(new RegExp(`^/${CHAIN}/contract/${contract}/`));
    const transaction = await openPage(`/${hashOf('swap-one-hop')}`);
    await expect.poll(transaction.address).toMatch(new RegExp(`^/${CHAIN}/tx/${hashOf('swap-one-hop')}$`));
    await traceIsIdle();
  });

  test('a link of another app opens what it names', async () => {
    const open = (link: string) => openPage(`/open?link=${encodeURIComponent(link)}`);
    const hash = (await demoChain()).hashOf('swap-one-hop');
    const byHash = await open(`web+ethereum:tx/${hash}@${CHAIN}`);
    await expect.poll(byHash.address).toMatch(new RegExp(`/tx/${hash}$`));
    await traceIsIdle();
    const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
    const byAddress = await open(`web+ethereum:${wallet}`);
    await expect.poll(byAddress.address).toMatch(new RegExp(`/wallet/${wallet}`));
    const byBlock = await open(`web+ethereum:block/12@${CHAIN}`);
    await expect.poll(byBlock.address).toMatch(/\/block\/12$/);
    await open('web+ethereum:block/12@987654321');
    await expect.element(page.getByRole('heading', { name: 'Network not found. ID: 987654321' })).toBeVisible();
    // As apps share links: with words around them.
    const shared = await open(`See https://anvil.example/tx/${hash} there`);
    await expect.poll(shared.address).toMatch(new RegExp(`/tx/${hash}$`));
    await traceIsIdle();
    // A public chain: whoever made the link does not choose that its endpoint learns of it.
    const stranger = await open(`https://etherscan.io/tx/${hash}`);
    await expect.element(page.getByRole('heading', { name: 'This link leads to Ethereum' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Ask [a-z\d.]+\.[a-z]+$/ })).toBeVisible();
    expect(stranger.address()).toMatch(/^\/open\?/);
    await open('javascript:alert(1)');
    await expect.element(page.getByRole('heading', { name: 'This link does not lead to a chain' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  test('files that another app shared are opened', async () => {
    const kept = await caches.open('shared-files');
    await kept.put('/shared/0', new Response('{"abi": []}', { headers: { 'x-file-name': 'notes.txt' } }));
    await openPage('/open?shared=true');
    await expect.element(page.getByText('This is neither a trace file nor build output of a compiler.')).toBeVisible();
  });

  test('an address of the home page leads to a page of this app, and to no other', async () => {
    const { rpcUrl, hashOf } = await demoChain();
    const hash = hashOf('erc20-transfer');
    for (const [config, prefix] of [
      [workbench(rpcUrl), `/${CHAIN}`],
      [explorer(rpcUrl), ''],
    ] as const) {
      const app = await openPage(`/?redirectTo=${encodeURIComponent(`${prefix}/tx/${hash}?trace=0`)}`, { config });
      await expect.poll(app.address).toBe(`${prefix}/tx/${hash}?trace=0`);
      for (const elsewhere of ['//example.org/', 'https://example.org/', '/\\example.org', 'javascript:alert(1)']) {
        const stays = await openPage(`/?redirectTo=${encodeURIComponent(elsewhere)}`, { config });
        await expect.element(page.getByLabelText('Head of the chain')).toBeVisible();
        expect(stays.address()).toMatch(/^\/(\?|$)/);
      }
    }
  });
});

test('home: the price over time comes from who is allowed to be asked, and nobody else', async () => {
  const coin = `${CHAIN}:0x${'0'.repeat(40)}`;
  const day = 86_400;
  const today = Math.floor(Date.now() / 1_000 / day) * day;
  const points = [2, 1, 0].map((ago) => ({ timestamp: today - ago * day, price: 2_000 + ago }));
  const prices = untilEnd(await nodeService.startJsonServer({ body: 'out of order' }));
  const config = workbench((await demoChain()).rpcUrl, { thirdParties: { prices } });
  await openPage('/', { config });
  const panel = page.getByRole('region', { name: /^Price of ETH/ });
  await expect.element(panel).toHaveTextContent('It is asked only if you allow it.');
  expect(await nodeService.requestsTo(prices)).toEqual([]);
  await openPage('/settings', { config });
  await turnSwitch('Ask Prices');
  await openPage('/', { config });
  await expect.element(panel.getByRole('alert')).toHaveTextContent('The price service');
  await nodeService.setJsonServer(prices, { body: { coins: { [coin]: { symbol: 'ETH', prices: points } } } });
  await panel.getByRole('button', { name: 'Retry' }).click();
  const chart = panel.getByRole('slider', { name: 'Price of ETH per day, US dollars' });
  await focus(chart);
  await userEvent.keyboard('{Home}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/: \$2,002\.00$/));
  expect(await axeViolations()).toEqual([]);
});

test('settings: a backup is seen, written, and restored in another browser', async () => {
  await openPage('/projects', { fresh: true });
  await page.getByRole('button', { name: 'New project' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Vault of mine');
  await dialog.getByRole('button', { name: 'Create the project' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vault of mine' })).toBeVisible();

  await openPage('/settings#backup');
  const section = page.getByRole('region', { name: /^Backup/ });
  await section.getByRole('button', { name: 'Back up…' }).click();
  const backUp = page.getByRole('dialog', { name: 'Back up' });
  await expect.element(backUp.getByRole('checkbox', { name: /^Projects/ })).toBeChecked();
  await expect.element(backUp.getByRole('checkbox', { name: 'With secrets' })).not.toBeChecked();
  expect(await violationsAtEveryWidth()).toEqual([]);
  const file = await savedBy(() => backUp.getByRole('button', { name: 'Save the file' }).click());
  expect(file.name).toMatch(/^loupe-backup-.*\.jsonl$/);

  await openPage('/settings#backup', { fresh: true });
  const picker = page.getByLabelText('Backup file', { exact: true });
  await userEvent.upload(picker, new File(['{}'], 'wrong.jsonl', { type: 'application/jsonl' }));
  await expect.element(page.getByText('The file is not a backup of Loupe.')).toBeVisible();
  await userEvent.upload(picker, file);
  const restore = page.getByRole('dialog', { name: 'Restore' });
  await expect.element(restore.getByText('1 new').first()).toBeVisible();
  expect(await violationsAtEveryWidth()).toEqual([]);
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(restore).toHaveLength(0);
  await expect.element(page.getByText(/restored\.$/)).toBeVisible();
  await openPage('/projects');
  await expect.element(page.getByRole('link', { name: 'Vault of mine' })).toBeVisible();
});
