/** A diamond (EIP-2535) on a chain of the spec's own: its facets, their functions, and what was changed of them. */
import type { Locator, Page } from '@playwright/test';
import type { Address } from '../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../helpers/anvil';
import { axeViolations } from '../helpers/axe';
import { compileDiamond, cutDiamond, type DeployedDiamond, deployDiamond, selectorsOf } from '../helpers/diamond';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

const ZERO = `0x${'0'.repeat(40)}` as Address;
const { compiled, buildOutput } = compileDiamond(['MottoFacet']);

let node: Anvil;
let diamond: DeployedDiamond;

test.beforeEach(async ({ stopAtEnd }) => {
  node = stopAtEnd(await startAnvil({ chainId: CHAIN }));
  diamond = await deployDiamond(node, compiled);
});

const functionsOf = (page: Page) => page.getByRole('region', { name: 'Read/Write' });

/** The line of a function; its name stands before the parenthesis. */
function line(page: Page, name: string): Locator {
  return functionsOf(page).getByRole('button', { name: new RegExp(`^${name}\\(`) });
}

test('the overview lists its facets with their functions, each of which can be called where it says whose it is', {
  tag: '@account',
}, async ({ page, serve }) => {
  const unknown = selectorsOf('MottoFacet');
  const base = await serve(workbench(node.url), { buildOutput });
  await page.goto(`${base}/${CHAIN}/contract/${diamond.address}/overview`);
  await expect(page.getByText('Diamond', { exact: true }).first()).toBeVisible();
  const facets = page.getByRole('region', { name: 'Facets' }).getByRole('listitem');
  await expect(facets).toHaveCount(4);
  const counter = facets.filter({ hasText: 'CounterFacet' });
  await expect(counter.getByRole('link', { name: /^(count|increment)$/ })).toHaveCount(2);
  const unverified = facets.filter({ hasText: 'unverified' });
  await expect(unverified.getByRole('link', { name: /^0x[\da-f]{8}$/ })).toHaveText(unknown);
  expect(await axeViolations(page)).toEqual([]);

  await counter.getByRole('link', { name: 'count', exact: true }).click();
  const functions = functionsOf(page);
  const headings = functions.getByRole('navigation', { name: 'Kinds of functions' }).getByRole('link');
  await expect(headings).toHaveText([/^Read as Proxy\s*5$/, /^Write as Proxy\s*2$/, /^Unverified Proxy functions$/]);
  await expect(line(page, 'count')).toHaveAttribute('aria-expanded', 'true');
  await expect(functions.getByText('How often something was counted.')).toBeVisible();
  await expect(functions.getByRole('link', { name: /^CounterFacet/ })).toBeVisible();
  await expect(functions.getByRole('status').getByText(/^block /)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await headings.nth(1).click();
  await line(page, 'increment').click();
  await functions.getByRole('textbox', { name: /^by/ }).fill('10');
  await functions.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect(functions.getByText('transaction is likely to fail')).toBeVisible();
  await expect(functions.getByText(/TooMuch/).first()).toBeVisible();

  await headings.nth(2).click();
  await functions.getByRole('button', { name: 'I understand' }).click();
  await expect(functions.getByRole('heading', { level: 3 })).toHaveCount(unknown.length);
});

test('what it added and removed is listed, and one whose loupe was removed says so', { tag: '@account' }, async ({
  page,
  serve,
}) => {
  const base = await serve(workbench(node.url), { buildOutput });
  await page.goto(`${base}/${CHAIN}/contract/${diamond.address}/overview`);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Facets' });
  await expect(dialog.getByRole('list', { name: 'Facets' }).getByRole('listitem')).toHaveCount(4);
  await expect(dialog.getByText(/^1 event found/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  const cut = { facet: ZERO, action: 2, selectors: selectorsOf('LoupeFacet') } as const;
  await cutDiamond(node, compiled, diamond, [cut]);
  await page.goto(`${base}/${CHAIN}/contract/${diamond.address}/read`);
  await expect(page.getByText(/^This diamond answers none/)).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Changes' }).getByText('4 functions removed')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});
