/** Once the rows of a trace or a list stand, nothing on the page moves by itself. Every kind of transaction and list: layout-shift-whole.spec.ts. */
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import {
  expectStill,
  expectStillListTwice,
  expectStillTwice,
  LISTS,
  noteShifts,
  shiftsAfterRows,
  TREE,
} from './support/layout-shift';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';

// The first load of a page is a cold one.
test.use({ firstVisit: true });

test('swap-two-hops stands still after its first rows, cold and warm', { tag: '@trace' }, async ({
  page,
  endpoint,
  serve,
  demo,
}) => {
  await expectStillTwice(page, `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
});

test('nothing moves where parts beside the tree come late, nor with a change of tab', {
  tag: ['@trace', '@tabs'],
}, async ({ page, endpoint, serve, demo }) => {
  await page.addInitScript(noteShifts, TREE);
  await serveLate(page, 'General information', 2_500);
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expectStill(page, 'at first');
  for (const tab of await page.getByRole('tab').all()) {
    const label = await tab.textContent();
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    if (label === 'Debugger') {
      // The head of the page folds with the click, to make room. From then on nothing moves.
      await expect(page.getByRole('button', { name: 'Show facts' })).toBeVisible();
      await page.evaluate(() => window.forgetShifts());
    }
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('tabpanel').getByRole('status', { name: /./ })).toHaveCount(0);
    expect(await shiftsAfterRows(page), label ?? '').toEqual([]);
  }
});

test('the home page moves by next to nothing while its parts arrive', { tag: '@home' }, async ({
  page,
  endpoint,
  serve,
}) => {
  await page.addInitScript(noteShifts, TREE);
  await page.goto(await serve(workbench(endpoint.url, { samples: [] })));
  for (const label of ['Latest blocks', 'Latest transactions', 'Worth opening'])
    await expect(rowsOf(page, label).first()).toBeVisible();
  await expect(page.getByText('Nothing opened yet')).toBeVisible();
  // A fact whose text becomes known moves those beside it; what browsers count as good is four times as much.
  expect(await page.evaluate(() => window.allShifts())).toBeLessThan(0.025);
});

for (const { name, path, table, last } of LISTS.slice(0, 1)) {
  test(`${name} moves nothing up or down after its first rows, cold and warm`, { tag: '@lists' }, async ({
    page,
    serve,
    demo,
  }) => {
    await expectStillListTwice(
      page,
      `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/${await path(demo)}`,
      table,
      last,
    );
  });
}

/** Serves the script with this text so much later, ms. */
async function serveLate(page: Page, text: string, late: number): Promise<void> {
  const folder = resolve(import.meta.dirname, '../../dist/assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const isThis = await Promise.all(
    scripts.map(async (name) => (await readFile(resolve(folder, name), 'utf8')).includes(text)),
  );
  const [script] = scripts.filter((_, index) => isThis[index]);
  expect(script).toBeDefined();
  await page.route(`**/assets/${script}`, async (route) => {
    await new Promise((done) => setTimeout(done, late));
    await route.continue();
  });
}
