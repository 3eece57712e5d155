/**
 * No accessibility violation on any screen, also while its endpoint has not
 * answered. Eight screens are looked at in both themes at every width; the
 * others in the light one, on a wide screen and on a phone: of the dark theme
 * the tokens tell the same (tests/app/styles/tokens.browser.test.ts).
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeViolations } from '../helpers/axe';
import { violationsAtEveryWidth } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle, tree } from './support/tree';
import { visit } from './support/within';

test.use({ expectedErrors: [/^Failed to load resource: /] });

type Screen = {
  name: string;
  /** The pages it opens. */
  tag: string | string[];
  open: (
    page: Page,
    base: string,
    hash: (name: 'swap-two-hops' | 'nested-custom-error') => string,
    serve: (config: unknown) => Promise<string>,
  ) => Promise<void>;
  /** Whether it is looked at in both themes at every width. */
  isWhole?: true;
};

const screens: Screen[] = [
  {
    name: 'home',
    isWhole: true,
    tag: '@home',
    open: async (page, base) => {
      await visit(page, base);
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /^Block|^\d/ })
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'transaction',
    isWhole: true,
    tag: '@summary',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}`);
      await traceIsIdle(page);
    },
  },
  {
    name: 'failed transaction with an open detail',
    isWhole: true,
    tag: '@trace',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('nested-custom-error')}`);
      await traceIsIdle(page);
      await tree(page).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await expect(page.locator('.trace-detail-place')).toBeVisible();
    },
  },
  {
    name: 'events',
    isWhole: true,
    tag: '@events',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/logs`);
      await expect(page.getByRole('article', { name: 'Event 1', exact: true })).toBeVisible();
      // All are decoded: a button that becomes enabled while axe looks has the colours of both.
      await expect(page.getByRole('button', { name: 'Raw', exact: true, disabled: true })).toHaveCount(0);
    },
  },
  {
    name: 'contracts',
    tag: '@contracts',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/contracts`);
      await expect(page.getByRole('table', { name: 'Contracts' })).toBeVisible();
    },
  },
  {
    name: 'state',
    isWhole: true,
    tag: '@state',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/state-diff`);
      await expect(page.getByRole('list', { name: 'State changes' })).toBeVisible();
    },
  },
  {
    name: 'simple view',
    tag: '@summary',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}?view=simple`);
      await expect(page.getByRole('img', { name: /^Fund flow/ })).toBeVisible();
    },
  },
  {
    name: 'gas profiler',
    isWhole: true,
    tag: '@gas',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/gas-usage?trace=0`);
      await expect(page.getByRole('slider', { name: 'Flame graph of gas used by call' })).toBeVisible();
      await expect(page.getByRole('heading', { name: /ccess list/ }).first()).toBeVisible();
    },
  },
  {
    name: 'gas by line',
    tag: '@gas',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/gas-usage?gas=lines`);
      await expect(page.locator('.cm-heat-1').first()).toBeVisible();
    },
  },
  {
    name: 'debugger by instructions',
    isWhole: true,
    tag: '@debugger',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}/debugger?code=opcodes&step=4000`);
      await expect(page.getByRole('listbox', { name: 'Instructions' })).toBeVisible();
    },
  },
  {
    name: 'executed again with other state',
    tag: '@state',
    open: async (page, base, hash) => {
      const changes = encodeURIComponent(
        JSON.stringify({ accounts: [{ address: `0x${'1'.repeat(40)}`, balance: '1 ether', slots: '1 = 2' }] }),
      );
      await visit(page, `${base}/${CHAIN}/diff?a=${hash('swap-two-hops')}&changes=${changes}`);
      await expect(page.getByRole('list', { name: 'State overrides' })).toBeVisible();
      await expect(page.getByText(/^They changed the same accounts/)).toBeVisible();
    },
  },
  {
    name: 'trace file that is none',
    tag: '@file',
    open: async (page, base) => {
      await visit(page, `${base}/open?url=/config.json`);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'trace dropped as a file where there is no endpoint',
    tag: '@file',
    open: async (page, base, hash, serve) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('nested-custom-error')}`);
      await traceIsIdle(page);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as file' }).click();
      const file = await readFile(await (await saving).path());
      await page.goto(await serve(workbench('', { networks: [], buildOutput: [] })));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const dropped = await page.evaluateHandle((base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'trace.loupe'));
        return transfer;
      }, file.toString('base64'));
      await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
      await expect(page.getByRole('heading', { level: 1 })).toContainText('reverted');
      await traceIsIdle(page);
      await expect(page.getByRole('region', { name: 'Stack trace' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'comparison',
    isWhole: true,
    tag: '@diff',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/diff?a=${hash('swap-two-hops')}&b=${hash('nested-custom-error')}`);
      await expect(page.getByRole('treeitem').first()).toBeVisible();
      await expect(page.getByRole('table', { name: 'State differences' })).toBeVisible();
    },
  },
  {
    name: 'search dialog',
    tag: '@search',
    open: async (page, base) => {
      await visit(page, base);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'keys dialog',
    tag: '@shell',
    open: async (page, base, hash) => {
      await visit(page, `${base}/${CHAIN}/tx/${hash('swap-two-hops')}`);
      await traceIsIdle(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys of this page' })).toBeVisible();
    },
  },
  {
    name: 'settings',
    tag: '@settings',
    open: async (page, base) => {
      await visit(page, `${base}/settings`);
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    },
  },
  {
    name: 'invalid hash',
    tag: '@failures',
    open: async (page, base) => {
      await visit(page, `${base}/${CHAIN}/tx/0x12`);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'unknown hash',
    tag: '@failures',
    open: async (page, base) => {
      await visit(page, `${base}/${CHAIN}/tx/0x${'ab'.repeat(32)}`);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'page not found',
    tag: '@shell',
    open: async (page, base) => {
      await visit(page, `${base}/${CHAIN}/no/such/page`);
      await expect(page.getByText('Page not found')).toBeVisible();
    },
  },
  {
    name: 'network not found',
    tag: '@shell',
    open: async (page, base) => {
      await visit(page, `${base}/no-such-network`);
      await expect(page.getByText('Network not found')).toBeVisible();
    },
  },
];

/** Screens that are opened one after the other in one page. */
const PER_PAGE = 5;

function inTurn(visited: readonly Screen[], look: (page: Page, name: string) => Promise<void>): void {
  for (let first = 0; first < visited.length; first += PER_PAGE) {
    const opened = visited.slice(first, first + PER_PAGE);
    const tag = [...new Set(opened.flatMap((screen) => screen.tag))];
    test(opened.map(({ name }) => name).join(', '), { tag }, async ({ page, serve, demo }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const base = await serve(workbench(demo.rpcUrl));
      for (const { name, open } of opened)
        await test.step(name, async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          await open(page, base, demo.hashOf, serve);
          await look(page, name);
        });
    });
  }
}

inTurn(
  screens.filter(({ isWhole }) => isWhole),
  async (page, name) => expect.soft(await violationsAtEveryWidth(page), name).toEqual([]),
);

inTurn(
  screens.filter(({ isWhole }) => !isWhole),
  async (page, name) => {
    expect.soft(await axeViolations(page), name).toEqual([]);
    await page.setViewportSize({ width: 480, height: 900 });
    expect.soft(await axeViolations(page, 'structure'), `${name}, on a phone`).toEqual([]);
  },
);

/** Pages that show nothing of theirs before the endpoint answered: what each asks, and what it says meanwhile. */
const waiting: readonly { path: (address: string, hash: string) => string; asks: string; says: string }[] = [
  { path: (_, hash) => `tx/${hash}`, asks: 'eth_getTransactionByHash', says: 'Loading transaction' },
  { path: () => 'block/5', asks: 'eth_getBlockByNumber', says: 'Loading' },
  { path: (address) => `contract/${address}/overview`, asks: 'eth_getCode', says: 'Loading' },
  { path: (address) => `wallet/${address}`, asks: 'eth_getCode', says: 'Loading' },
  { path: (address) => `nft/${address}/1`, asks: 'eth_call', says: 'Loading' },
];

test('pages whose endpoint has not answered yet', {
  tag: ['@summary', '@block', '@account', '@nft'],
}, async ({ page, serve, demo, endpoint }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // The chain is known, so that each page asks what it is about; nothing else is answered.
  endpoint.set({ hold: /^(?!eth_chainId$)/ });
  const base = await serve(workbench(endpoint.url));
  for (const { path, asks, says } of waiting) {
    const place = path(demo.addressOf('Router'), demo.hashOf('swap-two-hops'));
    await test.step(`/${place}`, async () => {
      endpoint.resetCounts();
      await page.goto(`${base}/${CHAIN}/${place}`);
      await endpoint.called(asks);
      await expect(page.getByRole('main').getByRole('status', { name: says, exact: true }).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      // On a busy machine the page may have given up by now: then this looks at its failure.
      expect.soft(await axeViolations(page), `/${place}`).toEqual([]);
    });
  }
});
