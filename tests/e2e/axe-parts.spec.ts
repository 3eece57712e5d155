/**
 * No accessibility violation in what a page opens: dialogs, menus, popovers,
 * editors, filters. Each tour goes from part to part, and some are made in one page.
 * Every part is looked at in the light theme, those that are laid out anew on a
 * phone there, too: of the dark theme the tokens tell the same
 * (tests/app/styles/tokens.browser.test.ts).
 */
import type { Page } from '@playwright/test';
import type { TransactionName } from '../../devnet/names';
import { axeViolations } from '../helpers/axe';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';
import { visit } from './support/within';

test.use({ expectedErrors: [/^Failed to load resource: /] });

type Part = {
  name: string;
  /** Leads there from the part before. */
  show: (page: Page) => Promise<void>;
  /** Whether it is looked at on a phone, too; parts that hang at another element stay at the width they were opened at. */
  onPhone?: true;
};

type Tour = {
  name: string;
  /** The pages it opens. */
  tag: string | string[];
  start: (page: Page, base: string, demo: Demo) => Promise<void>;
  parts: readonly Part[];
};

type Demo = { hashOf: (name: TransactionName) => string; addressOf: (contract: string) => string };

const HEIGHT = 900;
const PHONE = { width: 480, height: HEIGHT };
const WIDE = { width: 1440, height: HEIGHT };

const transaction = (name: TransactionName, tab = ''): Tour['start'] => {
  return async (page, base, { hashOf }) => {
    await visit(page, `${base}/${CHAIN}/tx/${hashOf(name)}${tab}`);
    if (tab === '') await traceIsIdle(page);
  };
};
const close = (page: Page) => page.keyboard.press('Escape');

const tours: Tour[] = [
  {
    name: 'summary of a swap',
    tag: '@summary',
    start: transaction('swap-two-hops'),
    parts: [
      {
        name: 'where the trace comes from',
        show: async (page) => {
          await page.getByTitle('Where this trace comes from').click();
          await expect(page.getByRole('dialog', { name: 'Source of the call trace' })).toContainText('Not taken');
        },
      },
      {
        name: 'networks',
        show: async (page) => {
          await close(page);
          await page.getByRole('banner').getByRole('button', { name: /Demo/ }).click();
          await expect(page.getByRole('dialog', { name: 'Networks' }).getByRole('option').first()).toBeVisible();
        },
      },
      {
        name: 'themes',
        show: async (page) => {
          await close(page);
          await page.getByRole('button', { name: /^Theme/ }).click();
          await expect(page.getByRole('menu')).toBeVisible();
        },
      },
      {
        name: 'a value that was cut',
        show: async (page) => {
          await close(page);
          await page.locator('[role=treeitem] [data-value]').first().click();
          await expect(page.getByRole('dialog', { name: /^Value of/ })).toBeVisible();
        },
      },
      {
        name: 'a card of an address',
        show: async (page) => {
          await close(page);
          await page.getByLabel('Key facts').locator('[data-address]').first().hover();
          await expect(page.getByRole('tooltip')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'rows of a swap, and what stands below them',
    tag: '@trace',
    start: transaction('swap-two-hops'),
    parts: [
      {
        name: 'priority and comment of a row, with its source',
        onPhone: true,
        show: async (page) => {
          await row(page, '0.0').click();
          const details = page.getByRole('region', { name: 'Details of row 0.0' });
          await details.getByRole('combobox', { name: 'Priority' }).selectOption('high');
          await details.getByRole('textbox', { name: 'Comment' }).fill('Look here first');
          await details.getByRole('button', { name: 'Save' }).click();
          await expect(details.locator('.cm-line').first()).toBeVisible();
        },
      },
      {
        name: 'a row with a note, and matches of a search',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('button', { name: 'Close details' }).click();
          await page.getByRole('searchbox', { name: 'Search in trace' }).fill('swap');
          await expect(page.getByRole('button', { name: 'Next result' })).toBeEnabled();
        },
      },
      {
        name: 'a search without matches',
        show: async (page) => {
          await page.getByRole('searchbox', { name: 'Search in trace' }).fill('no such call');
          await expect(page.getByText('No results')).toBeVisible();
        },
      },
      {
        name: 'asset changes in order, and an account of the fund flow',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('searchbox', { name: 'Search in trace' }).fill('');
          await page.getByRole('button', { name: 'In order' }).click();
          await page
            .getByRole('img', { name: /^Fund flow/ })
            .locator('g[data-address]')
            .first()
            .hover();
        },
      },
      {
        name: 'raw calldata',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('region', { name: 'Input data' }).getByRole('button', { name: 'Raw' }).click();
        },
      },
      {
        name: 'the sheet and the menu of a phone',
        show: async (page) => {
          await page.setViewportSize({ width: 390, height: 844 });
          await tree(page).focus();
          await page.keyboard.press('Home');
          await page.keyboard.press('Enter');
          await expect(page.locator('.trace-sheet .cm-line').first()).toBeVisible();
          await page.getByRole('button', { name: 'Menu' }).click();
          await expect(page.getByRole('menu')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'what nobody verified',
    tag: '@trace',
    start: transaction('unverified'),
    parts: [
      {
        name: 'the question whether to ask third parties',
        onPhone: true,
        show: (page) => expect(page.getByRole('button', { name: 'Not now' })).toBeVisible(),
      },
    ],
  },
  {
    name: 'messages of a contract',
    tag: '@trace',
    start: transaction('console-log'),
    parts: [
      {
        name: 'the console',
        onPhone: true,
        show: (page) =>
          expect(
            page
              .getByRole('region', { name: /^Console/ })
              .getByRole('listitem')
              .first(),
          ).toBeVisible(),
      },
    ],
  },
  {
    name: 'payload',
    tag: '@summary',
    start: transaction('set-code'),
    parts: [
      {
        name: 'authorisations',
        onPhone: true,
        show: (page) => expect(page.getByRole('region', { name: /^Authorisation/ })).toBeVisible(),
      },
    ],
  },
  {
    name: 'events and state',
    tag: ['@events', '@state'],
    start: transaction('multicall-swaps', '/logs'),
    parts: [
      {
        name: 'filters, and an event in its raw form',
        onPhone: true,
        show: async (page) => {
          const contracts = page.getByRole('group', { name: 'Contract' });
          // All are decoded: a button that becomes enabled has the colours of both for a moment.
          await expect(page.getByRole('button', { name: 'Raw', exact: true, disabled: true })).toHaveCount(0);
          await contracts.getByRole('button', { name: 'Show All' }).click();
          await contracts.getByRole('button').first().click();
          await page.getByRole('button', { name: 'Raw', disabled: false }).first().click();
          await expect(page.getByText('Topic 0').first()).toBeVisible();
        },
      },
      {
        name: 'raw state',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('tab', { name: 'State' }).click();
          const changes = page.getByRole('region', { name: 'State Changes' });
          await changes.getByRole('button', { name: 'Raw' }).click();
          await expect(changes.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'gas profiler',
    tag: '@gas',
    start: transaction('swap-two-hops', '/gas-usage'),
    parts: [
      {
        name: 'nothing selected',
        onPhone: true,
        show: (page) => expect(page.getByText('No section selected')).toBeVisible(),
      },
      {
        name: 'a tooltip of the graph, and matches of a search',
        show: async (page) => {
          await page.keyboard.press('/');
          await page.keyboard.type('pair.swap');
          await expect(page.getByText(/^2 calls/)).toBeVisible();
          await page.getByRole('slider', { name: /^Flame graph/ }).hover({ position: { x: 300, y: 12 } });
        },
      },
      {
        name: 'the initial gas',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('slider', { name: /^Flame graph/ }).focus();
          for (const key of ['Home', 'ArrowDown']) await page.keyboard.press(key);
          await expect(page.getByText(/^21000 \+ 16 per/)).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'debugger',
    tag: '@debugger',
    start: transaction('nested-custom-error', '/debugger'),
    parts: [
      {
        name: 'an expression, and one that is watched',
        show: async (page) => {
          await expect(page.locator('.cm-current')).toBeVisible();
          await page.keyboard.press('p');
          await page.keyboard.press('e');
          await page.keyboard.type('amount > limit');
          await page.keyboard.press('Enter');
          await page.keyboard.type('amount - nothing');
          const expressions = page.getByRole('region', { name: 'Expressions' });
          await expect(expressions.getByRole('list', { name: 'Watched expressions' })).toContainText('true');
          await expect(expressions.getByRole('status')).toContainText('not in scope');
        },
      },
      ...['Stack', 'Memory', 'Storage', 'Calldata', 'Returndata', 'Breakpoints'].map((pane) => ({
        name: `the pane ${pane}`,
        show: async (page: Page) => {
          const state = page.getByRole('region', { name: 'State' });
          await state.getByRole('tab', { name: new RegExp(`^${pane}`) }).click();
          await expect(state.getByRole('tabpanel')).toHaveAccessibleName(pane);
        },
      })),
      {
        name: 'the legend',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('button', { name: 'Legend' }).click();
          await expect(page.getByRole('dialog', { name: 'Legend' })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'a debugger without a source',
    tag: '@debugger',
    start: transaction('unverified', '/debugger'),
    parts: [
      {
        name: 'what is said instead',
        onPhone: true,
        show: (page) => expect(page.getByText('No source for this contract')).toBeVisible(),
      },
    ],
  },
  {
    name: 'comparison',
    tag: '@diff',
    start: async (page, base) => void (await visit(page, `${base}/${CHAIN}/diff`)),
    parts: [
      {
        name: 'what to compare, answered wrongly',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('textbox', { name: 'First transaction' }).fill('0x12');
          await page.getByRole('button', { name: 'Compare', exact: true }).click();
          await expect(page.getByText('A transaction hash is').first()).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'changes to a transaction',
    tag: '@diff',
    start: async (page, base, { hashOf }) =>
      void (await visit(page, `${base}/${CHAIN}/diff?a=${hashOf('swap-two-hops')}&changes=%7B%7D`)),
    parts: [
      {
        name: 'the form, with an account',
        onPhone: true,
        show: async (page) => {
          await page
            .getByRole('button', { name: /account/i })
            .first()
            .click();
          await expect(page.getByRole('textbox', { name: /^Address/ })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'networks',
    tag: '@settings',
    start: async (page, base) => void (await visit(page, `${base}/networks`)),
    parts: [
      {
        name: 'how an endpoint fares',
        onPhone: true,
        show: async (page) => {
          await expect(
            page
              .getByRole('region', { name: /^Endpoints/ })
              .getByText(/Block [\d,]+ in /)
              .first(),
          ).toBeVisible();
        },
      },
      {
        name: 'the form of a network',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('button', { name: 'Add network' }).click();
          await expect(page.getByRole('textbox', { name: 'Chain id' })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'settings',
    tag: '@settings',
    start: async (page, base) => void (await visit(page, `${base}/settings`)),
    parts: [
      {
        name: 'the question before storage is cleared',
        onPhone: true,
        show: async (page) => {
          await page
            .getByRole('button', { name: /^Clear / })
            .and(page.locator(':enabled'))
            .first()
            .click();
          await expect(page.getByRole('dialog', { name: 'Clear from this browser?' })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'a contract',
    tag: '@account',
    start: async (page, base, { addressOf }) =>
      void (await visit(page, `${base}/${CHAIN}/contract/${addressOf('Router')}/overview`)),
    parts: [
      {
        name: 'what can be called',
        onPhone: true,
        show: (page) => expect(page.getByRole('region', { name: 'Functions' })).toContainText('Write'),
      },
      {
        name: 'a function that writes, open',
        onPhone: true,
        show: async (page) => {
          await visit(page, page.url().replace(/\/overview$/, '/write'));
          const functions = page.getByRole('region', { name: 'Read/Write' });
          await functions.getByRole('button', { name: /^swapExactTokens\(/ }).click();
          await expect(functions.getByRole('button', { name: 'Simulate', exact: true })).toBeVisible();
        },
      },
      {
        name: 'the editor of its label',
        onPhone: true,
        show: async (page) => {
          await page.getByRole('button', { name: 'Add label' }).click();
          await expect(page.getByRole('textbox', { name: 'Your label of this address' })).toBeVisible();
        },
      },
      {
        name: 'a block',
        onPhone: true,
        show: async (page) => {
          await visit(page, new URL(`/${CHAIN}/block/5`, page.url()).href);
          await expect(
            page.getByRole('table', { name: 'Transactions of the block' }).getByRole('row').nth(1),
          ).toBeVisible();
        },
      },
    ],
  },
];

/** Tours that are made one after the other in one page. */
const PER_PAGE = 5;

for (let first = 0; first < tours.length; first += PER_PAGE) {
  const made = tours.slice(first, first + PER_PAGE);
  const tag = [...new Set(made.flatMap((tour) => tour.tag))];
  test(made.map(({ name }) => name).join('; '), { tag }, async ({ page, serve, demo }) => {
    test.slow();
    // Without movement, so that no colour is caught half-way.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const base = await serve(workbench(demo.rpcUrl));
    for (const { name, start, parts } of made)
      await test.step(name, async () => {
        await page.setViewportSize(WIDE);
        await start(page, base, demo);
        for (const part of parts) await test.step(part.name, () => look(page, part));
      });
  });
}

async function look(page: Page, { name, show, onPhone }: Part): Promise<void> {
  await show(page);
  expect.soft(await axeViolations(page), name).toEqual([]);
  if (!onPhone) return;
  await page.setViewportSize(PHONE);
  expect.soft(await axeViolations(page, 'structure'), `${name}, on a phone`).toEqual([]);
  await page.setViewportSize(WIDE);
}
