/** The page of a transaction: its tabs, which share one open trace, its panels, and names somebody chose to do harm with. */
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AT_HAND } from '../../../src/app/transaction-at-hand';
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
  tree,
  turnSwitch,
  untilEnd,
  untilKept,
  workbench,
} from '../../helpers/demo-page';
import { callNode, nodeService } from '../../helpers/node-client';

const general = page.getByRole('region', { name: 'General information' });

afterEach(() => vi.restoreAllMocks());

test('workbench: the first tab is the transaction itself, an unknown one is no page', async () => {
  await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  await expect.element(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
  await openDemoTransaction('swap-two-hops', '/no-such-tab');
  await expect.element(page.getByText('Page not found')).toBeVisible();
});

test('a link to a row opens it in the first tab', async () => {
  await openDemoTransaction('swap-two-hops', '?trace=0.1');
  await traceIsIdle();
  await expect.element(row('0.1')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tree()).toBeVisible();
});

test('a link to a row far down opens it, selected and in sight', async () => {
  await openDemoTransaction('thousand-calls', '?trace=0.100.2');
  await expect.element(row('0.100.2')).toHaveAttribute('aria-selected', 'true');
  await expect.element(row('0.100.2')).toBeInViewport();
});

test('the selected row is in the address, and back again after a reload', async () => {
  const app = await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  // On the word CALL: further right may be a value, which opens itself.
  await row('0.1').getByCss('.trace-kind').click();
  await expect.poll(app.address).toMatch(/[?&]trace=0\.1$/);
  await openPage(app.address(), { reloaded: true });
  await expect.element(row('0.1')).toHaveAttribute('aria-selected', 'true');
});

test('a link to a row that does not exist opens the trace all the same', async () => {
  await openDemoTransaction('swap-two-hops', '?trace=0.99.99');
  await traceIsIdle();
  await expect.element(tree()).toBeVisible();
});

test('a hash in capitals, and a failed transaction scrolled to where it failed', async () => {
  const { hashOf } = await demoChain();
  await openPage(`/${CHAIN}/tx/0x${hashOf('nested-custom-error').slice(2).toUpperCase()}`);
  await traceIsIdle();
  await expect.element(page.getByCss('[role=treeitem].is-failing').last()).toBeInViewport();
});

test('events: every one of the receipt, by name and contract, raw, and in the trace', async () => {
  const app = await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  await focus(page.getByRole('tab', { name: 'Summary' }));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: /^Events/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(app.address).toMatch(/\/logs$/);
  await expect.element(page.getByCss('[role=tab][aria-current]')).toHaveLength(1);
  const cards = page.getByRole('list', { name: 'Events' }).getByRole('article');
  await expect.element(cards.first()).toHaveTextContent('Transfer');
  const names = page.getByRole('group', { name: 'Event' }).getByRole('button');
  await expect.element(names).toHaveLength(3);
  await names.first().click();
  await expect.poll(app.address).toMatch(/event=/);
  await cards.first().getByRole('button', { name: 'Raw' }).click();
  await expect
    .element(cards.first())
    .toHaveTextContent('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
  const link = cards.first().getByRole('link', { name: /^Row/ });
  const id = link.element().textContent.replace('Row ', '');
  await link.click();
  await expect.element(row(id)).toHaveAttribute('aria-selected', 'true');
});

test('switching tabs keeps the trace open, folded as it was', async () => {
  await openDemoTransaction('swap-two-hops');
  await traceIsIdle();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.element(page.getByRole('treeitem')).toHaveLength(1);
  await page.getByRole('tab', { name: /^Contracts/ }).click();
  await expect.element(page.getByRole('table', { name: 'Contracts' })).toHaveTextContent('Verified');
  await page.getByRole('tab', { name: 'Summary' }).click();
  await traceIsIdle();
  await expect.element(page.getByRole('treeitem')).toHaveLength(1);
});

test('state: what changed of whom, decoded and raw', async () => {
  await openDemoTransaction('erc20-transfer', '/state-diff');
  const panel = page.getByRole('region', { name: 'State Changes' });
  await expect.element(panel).toHaveTextContent('2 storage slots');
  await expect.element(panel).toHaveTextContent('coinbase');
  await panel.getByRole('button', { name: 'Raw' }).click();
  await expect.element(panel.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible();
  await expect.element(page.getByText('No state overrides are made when simulating this transaction')).toBeVisible();
  await openDemoTransaction('ether-transfer', '/state-diff');
  await expect.element(page.getByText('No state variables were changed in this transaction')).toBeVisible();
});

test('actions in the address: the debugger at a row, and one nobody knows', async () => {
  const atDebugger = await openDemoTransaction('swap-one-hop', '?action=debugger&trace=0.1');
  await expect.poll(atDebugger.address).toMatch(/\/debugger\?trace=0\.1/);
  const app = await openDemoTransaction('swap-one-hop', '?action=dance&trace=0.1');
  await expect.element(page.getByText('Invalid action parameters')).toBeVisible();
  const { hashOf } = await demoChain();
  await expect.poll(app.address).toBe(`/${CHAIN}/tx/${hashOf('swap-one-hop')}?trace=0.1`);
  await traceIsIdle();
  await expect.element(row('0.1')).toHaveAttribute('aria-selected', 'true');
});

describe('action safety', () => {
  const panel = page.getByRole('region', { name: 'Action safety' });

  test('an unlimited approval to an account without code, with its row', async () => {
    const app = await openDemoTransaction('erc20-approve');
    await traceIsIdle();
    await panel.getByRole('button', { name: 'Check its actions' }).click();
    const findings = panel.getByRole('list', { name: 'Findings' }).getByCss(':scope > li');
    await expect.element(findings).toHaveLength(2);
    await expect.element(findings.first()).toHaveTextContent('Approvals to accounts without code');
    await expect.element(findings.first()).toHaveTextContent('Danger');
    await expect.element(panel).toHaveTextContent('Nothing else was found, which does not mean that it is safe.');
    expect(await axeViolations()).toEqual([]);
    await findings.first().getByRole('link', { name: /^Row/ }).click();
    await expect.poll(app.address).toMatch(/trace=0\.e0/);
  });

  test('nothing found is not called safe', async () => {
    await openDemoTransaction('erc20-transfer');
    await traceIsIdle();
    await panel.getByRole('button', { name: 'Check its actions' }).click();
    await expect.element(panel).toHaveTextContent('Nothing was found, which does not mean that it is safe.');
    await page.viewport(480, 900);
    expect(await axeViolations()).toEqual([]);
  });
});

describe('names somebody chose to do harm with are text, and nothing else', () => {
  test.each(['hostile-token', 'bidi-token', 'loud-token', 'bytes32-token', 'text-message'] as const)(
    '%s is shown harmlessly',
    async (name) => {
      const dialogs = (['alert', 'confirm', 'prompt'] as const).map((kind) => vi.spyOn(window, kind));
      const { element } = await openDemoTransaction(name);
      await traceIsIdle();
      expect(dialogs.flatMap(({ mock }) => mock.calls)).toEqual([]);
      const own = (part: Element) => [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const found = {
        // No part of a name became an element; the app itself uses none of these in its pages.
        elements: element.querySelectorAll('main img, main script, main iframe').length,
        handlers: element.querySelectorAll('main [onerror], main [onload], main [onclick]').length,
        // Controls that turn text around or hide it: LRM, RLM, embeddings, overrides, isolates, zero width, BOM.
        controls: [...element.textContent].filter((letter) =>
          /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(letter),
        ).length,
        longest: Math.max(
          ...[...element.querySelectorAll('main *')].map((part) =>
            own(part).reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0),
          ),
        ),
        wider: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      };
      expect(found).toMatchObject({ elements: 0, handlers: 0, controls: 0, wider: false });
      expect(found.longest).toBeLessThan(20_000);
    },
  );
});

test.each(['nested-custom-error', 'erc20-transfer'] as const)(
  'beside the tree nothing stands between what moved and the general information: %s',
  async (name) => {
    await page.viewport(1440, 900);
    await openDemoTransaction(name);
    await traceIsIdle();
    await expect.element(general).toBeVisible();
    const box = (region: string) => page.getByRole('region', { name: region }).element().getBoundingClientRect();
    // A failed transaction has a panel of what would have moved only where something would have.
    const moved = await vi.waitFor(() => {
      const regions = ['Asset changes', 'Would have moved'].map((each) => page.getByRole('region', { name: each }));
      const shown = regions.find((each) => each.query() !== null);
      if (shown === undefined) throw new Error('Assets are not drawn yet.');
      return shown.element().getBoundingClientRect();
    });
    const facts = box('General information');
    // What moved late comes below.
    const gap = moved.top < facts.top ? facts.top - moved.bottom : moved.top - facts.bottom;
    // One step of the grid.
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(20);
  },
);

describe('what the reader chooses and writes is kept', () => {
  test('asset changes: per address first, in order when asked, and remembered', async () => {
    await openDemoTransaction('erc20-airdrop');
    const panel = page.getByRole('region', { name: 'Asset changes' });
    await expect.element(panel).toHaveTextContent('−820.0 DUSD');
    await expect.element(panel.getByText(/^\+/)).toHaveLength(9);
    await panel.getByRole('button', { name: 'Show all 41' }).click();
    await expect.element(panel.getByText(/^\+/)).toHaveLength(40);
    await untilKept(() => panel.getByRole('button', { name: 'In order' }).click());
    await expect.element(panel.getByRole('link', { name: /^Row/ })).toHaveLength(10);
    await expect.element(page.getByRole('img', { name: /^Fund flow between 41 accounts/ })).toBeVisible();
    await openDemoTransaction('erc20-airdrop', '', { reloaded: true });
    await expect.element(panel.getByRole('link', { name: /^Row/ })).toHaveLength(10);
  });

  test('notes: a priority and comments stay at calls, internal calls and accesses to storage, and can be searched', async () => {
    await openDemoTransaction('swap-two-hops', '?trace=0.1');
    await traceIsIdle();
    await focus(tree());
    await userEvent.keyboard('{Enter}');
    const detail = page.getByRole('region', { name: 'Details of row 0.1' });
    await detail.getByLabelText('Priority').selectOptions('High');
    await detail.getByLabelText('Comment').fill('why twice?');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('0.1')).toHaveTextContent('priority High comment: why twice?');
    for (const id of ['0.i1', '0.0.s0']) {
      await openDemoTransaction('swap-two-hops', `?trace=${id}`);
      await expect.element(row(id)).toHaveAttribute('aria-selected', 'true');
      await focus(tree());
      await userEvent.keyboard('{Enter}');
      await page
        .getByRole('region', { name: `Details of row ${id}` })
        .getByLabelText('Comment')
        .fill(`see ${id}`);
      await userEvent.keyboard('{Enter}');
      await expect.element(row(id)).toHaveTextContent(`comment: see ${id}`);
    }
    await openDemoTransaction('swap-two-hops', '?trace=0.0.s0', { reloaded: true });
    await traceIsIdle();
    await expect.element(row('0.1')).toHaveTextContent('comment: why twice?');
    await expect.element(row('0.0.s0')).toHaveTextContent('comment: see 0.0.s0');
    await expect.element(row('0.i1')).toHaveTextContent('comment: see 0.i1');
    await page.getByLabelText('Search in', { exact: true }).selectOptions('Comments');
    await expect.element(page.getByRole('toolbar').getByRole('status').first()).toHaveTextContent(/^1\/3$/);
  });

  test('developer mode: function and error lead to their rows, unless it is switched off', async () => {
    const app = await openDemoTransaction('nested-custom-error');
    await traceIsIdle();
    // The tree opens at what failed first; the error that it ended with arose in the call of the transaction.
    await expect.element(row('0.0.0.0')).toHaveAttribute('aria-selected', 'true');
    await general.getByRole('link', { name: /^OrderFailed.*LimitExceeded/ }).click();
    await expect.element(row('0')).toHaveAttribute('aria-selected', 'true');
    await focus(tree());
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(app.address).not.toMatch(/trace=0$/);
    await general.getByRole('link', { name: 'place', exact: true }).click();
    await expect.element(row('0')).toHaveAttribute('aria-selected', 'true');
    await openPage('/settings');
    await turnSwitch('Developer mode');
    await openDemoTransaction('nested-custom-error');
    await expect.element(general.getByText(/LimitExceeded/)).toBeVisible();
    await expect.element(general.getByRole('link', { name: /LimitExceeded/ })).toHaveLength(0);
  });
});

test('general information: what newer types carry, and the fields of a rollup', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const endpoint = untilEnd(await nodeService.startEndpoint(rpcUrl));
  const config = workbench(endpoint);
  await openDemoTransaction('access-list', '', { config });
  await expect.element(general).toHaveTextContent('1 · EIP-2930');
  await expect.element(page.getByRole('region', { name: 'Access list', exact: true })).toHaveTextContent(/\d+ keys?0x/);
  await openDemoTransaction('blob', '', { config });
  await expect.element(general).toHaveTextContent('3 · EIP-4844');
  await expect.element(general).toHaveTextContent('Blob gas used131,072');
  await expect.element(general).toHaveTextContent('Max fee per blob gas');
  await expect.element(page.getByRole('region', { name: 'Blobs', exact: true })).toHaveTextContent(/0x01[0-9a-f]{62}/);
  await openDemoTransaction('set-code', '', { config });
  await expect.element(general).toHaveTextContent('4 · EIP-7702');
  const authorisations = page.getByRole('region', { name: 'Authorisations', exact: true });
  await expect.element(authorisations).toHaveTextContent(/Of\s*0x976ea7…0aa9/);
  await expect.element(authorisations).toHaveTextContent(/Code of\s*SmartWallet/);
  await expect.element(authorisations.getByText('applied', { exact: true })).toBeVisible();
  const receipt = await callNode(rpcUrl, 'eth_getTransactionReceipt', [hashOf('ether-transfer')]);
  await nodeService.setEndpoint(endpoint, {
    answers: { eth_getTransactionReceipt: { ...(receipt as object), l1Fee: '0x64', l1GasUsed: '0x2a' } },
  });
  await openDemoTransaction('ether-transfer', '', { config });
  await expect.element(general).toHaveTextContent('of which L1 fee');
  await expect.element(general).toHaveTextContent('L1 gas used42');
});

describe('explorer', () => {
  const open = async (name: Parameters<typeof openDemoTransaction>[0], rest = '') => {
    const { rpcUrl, hashOf } = await demoChain();
    return openPage(`/tx/${hashOf(name)}${rest}`, { config: explorer(rpcUrl) });
  };

  test('the first tab is the transaction itself, an unknown one is no page', async () => {
    await open('swap-two-hops');
    await traceIsIdle();
    await expect.element(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
    await open('swap-two-hops', '/no-such-tab');
    await expect.element(page.getByText('Page not found')).toBeVisible();
  });

  test('a transaction without events and without contracts says so', async () => {
    await open('ether-transfer', '/logs');
    await expect.element(page.getByText('No events were emitted in this transaction')).toBeVisible();
    await page.getByRole('tab', { name: /^Contracts/ }).click();
    await expect.element(page.getByText('No verified contracts were involved in this transaction.')).toBeVisible();
  });

  test('notes are the workbench’s only', async () => {
    await open('swap-two-hops', '?trace=0.1');
    await traceIsIdle();
    await focus(tree());
    await userEvent.keyboard('{Enter}');
    const detail = page.getByRole('region', { name: 'Details of row 0.1' });
    await expect.element(detail).toBeVisible();
    await expect.element(detail.getByLabelText('Priority')).toHaveLength(0);
  });

  test('asset changes: a failed transaction moved nothing', async () => {
    await open('swap-too-little');
    await expect.element(page.getByText('but the transaction failed')).toBeVisible();
    await open('erc20-approve', '?view=simple');
    await expect.element(page.getByText('No address transfers with net value to show.')).toBeVisible();
    await expect.element(page.getByRole('tree')).toHaveLength(0);
  });
});

test('a transaction that is kept is drawn at once when the reader goes to it, and so is the list that they come back to', async () => {
  const { hashOf } = await demoChain();
  const path = `/${CHAIN}/tx/${hashOf('swap-two-hops')}`;
  const app = await openPage(path);
  await traceIsIdle();
  await app.follow(`/${CHAIN}/transactions`);
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  const drawn: string[] = [];
  const look = () => {
    const isHead = app.element.querySelector('article[aria-label="Transaction"] h1') !== null;
    const isList = app.element.querySelectorAll('[role=row], tr').length > 1;
    const now = isHead ? 'transaction' : isList ? 'list' : 'something in between';
    if (now !== drawn.at(-1)) drawn.push(now);
  };
  const observer = new MutationObserver(look);
  look();
  observer.observe(app.element, { subtree: true, childList: true });
  // However busy the machine is, what is kept comes before the page stops waiting for it.
  const { setTimeout } = window;
  window.setTimeout = ((work: () => void, after?: number) =>
    after === AT_HAND ? 0 : setTimeout(work, after)) as typeof window.setTimeout;
  onTestFinished(() => {
    window.setTimeout = setTimeout;
  });
  await app.follow(path);
  await traceIsIdle();
  await app.follow(`/${CHAIN}/transactions`);
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  observer.disconnect();
  expect(drawn).toEqual(['list', 'transaction', 'list']);
});
