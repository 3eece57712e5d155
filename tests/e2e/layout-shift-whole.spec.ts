/** Every kind of transaction and list stands still, as those of layout-shift.spec.ts do. */
import type { TransactionName } from '../../devnet/names';
import { CHAIN, workbench } from './support/config';
import { expectStillListTwice, expectStillTwice, LISTS, noteShifts, shiftsAfterRows } from './support/layout-shift';
import { expect, test } from './support/test';

// The first load of a page is a cold one.
test.use({ firstVisit: true });

/** Small, failed, with sources, with many events, larger than a screen. */
const VISITED: readonly TransactionName[] = [
  'ether-transfer',
  'erc20-transfer',
  'nested-custom-error',
  'erc20-airdrop',
  'thousand-calls',
];

for (const name of VISITED) {
  test(`${name} stands still after its first rows, cold and warm`, { tag: '@trace' }, async ({
    page,
    endpoint,
    serve,
    demo,
  }) => {
    await expectStillTwice(page, `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf(name)}`);
  });
}

for (const { name, path, table, last } of LISTS.slice(1)) {
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

test('the note about hosts moves no item of a collection', { tag: '@tokens' }, async ({ page, serve, demo }) => {
  await page.addInitScript(noteShifts, 'main article');
  const base = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}`;
  const cards = demo.addressOf('Postcards').toLowerCase();
  for (const path of [`nft/${cards}/1`, `contract/${cards}/inventory?view=market`]) {
    await page.goto(`${base}/${path}`);
    await expect(page.getByText('gateways and the hosts that contracts name then learn')).toBeVisible();
    await expect(page.getByText(/^Postcard #1$/).first()).toBeVisible();
    const shifts = await shiftsAfterRows(page);
    // The counts above the items get words, which move what stands beside them.
    expect(
      shifts?.filter(({ isVertical, value }) => isVertical && value > 0.005),
      path,
    ).toEqual([]);
  }
});
