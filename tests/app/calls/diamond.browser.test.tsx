/** A diamond (EIP-2535) on a chain of the file's own: its facets, their functions, and what was changed of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, openPage, ownPathOf, workbench } from '../../helpers/demo-page';
import { type DiamondChain, nodeService } from '../../helpers/node-client';

let diamond: DiamondChain;
let build: string;

beforeAll(async () => {
  diamond = await nodeService.startDiamond(CHAIN);
  build = await nodeService.startJsonServer({ body: diamond.buildOutput });
});
afterAll(async () => {
  for (const server of [build, diamond.rpcUrl]) await nodeService.stopServer(server);
});

const functions = page.getByRole('region', { name: 'Read/Write' });

/** The line of a function; its name stands before the parenthesis. */
function line(name: string): Locator {
  return functions.getByRole('button', { name: new RegExp(`^${name}\\(`) });
}

function textsOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => textContent.trim());
}

function openDiamond(tab: string, reloaded = false): ReturnType<typeof openPage> {
  const { rpcUrl, address } = diamond;
  return openPage(`/${CHAIN}/contract/${address}/${tab}`, {
    config: workbench(rpcUrl, { buildOutput: [ownPathOf(build)] }),
    reloaded,
  });
}

test('the overview lists its facets with their functions, each of which can be called where it says whose it is', async () => {
  await openDiamond('overview');
  await expect.element(page.getByText('Diamond', { exact: true }).first()).toBeVisible();
  const facets = page.getByRole('region', { name: 'Facets' }).getByRole('listitem');
  await expect.element(facets).toHaveLength(4);
  const counter = facets.filter({ hasText: 'CounterFacet' });
  await expect.element(counter.getByRole('link', { name: /^(count|increment)$/ })).toHaveLength(2);
  const unverified = facets.filter({ hasText: 'unverified' });
  await expect.poll(() => textsOf(unverified.getByRole('link', { name: /^0x[\da-f]{8}$/ }))).toEqual(diamond.unknown);
  expect(await axeViolations()).toEqual([]);

  await counter.getByRole('link', { name: 'count', exact: true }).click();
  const headings = functions.getByRole('navigation', { name: 'Kinds of functions' }).getByRole('link');
  await expect
    .poll(() => textsOf(headings))
    .toEqual([
      expect.stringMatching(/^Read as Proxy\s*5$/),
      expect.stringMatching(/^Write as Proxy\s*2$/),
      'Unverified Proxy functions',
    ]);
  await expect.element(line('count')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(functions.getByText('How often something was counted.')).toBeVisible();
  await expect.element(functions.getByRole('link', { name: /^CounterFacet/ })).toBeVisible();
  await expect.element(functions.getByRole('status').getByText(/^block /)).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await headings.nth(1).click();
  await line('increment').click();
  await functions.getByRole('textbox', { name: /^by/ }).fill('10');
  await functions.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect.element(functions.getByText('transaction is likely to fail')).toBeVisible();
  await expect.element(functions.getByText(/TooMuch/).first()).toBeVisible();

  await headings.nth(2).click();
  await functions.getByRole('button', { name: 'I understand' }).click();
  await expect.element(functions.getByRole('heading', { level: 3 })).toHaveLength(diamond.unknown.length);
});

// The last test of the file: it changes the diamond.
test('what it added and removed is listed, and one whose loupe was removed says so', async () => {
  await openDiamond('overview');
  const list = page.getByRole('button', { name: 'List', exact: true });
  await list.click();
  const dialog = page.getByRole('dialog', { name: 'Facets' });
  await expect.element(dialog.getByRole('list', { name: 'Facets' }).getByRole('listitem')).toHaveLength(4);
  await expect.element(dialog.getByText(/^1 event found/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await nodeService.removeLoupe(diamond.rpcUrl);
  await openDiamond('read', true);
  await expect.element(page.getByText(/^This diamond answers none/)).toBeVisible();
  await list.click();
  await expect.element(dialog.getByRole('list', { name: 'Changes' }).getByText('4 functions removed')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});
