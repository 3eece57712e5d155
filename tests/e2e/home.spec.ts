/** The home page: how far the chain is final, how busy it was, and where an address sends its visitor. */
import { startJsonServer } from '../helpers/json-server';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, explorer, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { expect, test } from './support/test';

test('charts of activity and gas price come from the index, and say what they cover', { tag: '@home' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.goto(await serve(workbench(demo.rpcUrl)));
  const facts = page.getByLabel('Head of the chain');
  const finalized = facts.getByText('Last finalized block').locator('xpath=following-sibling::*');
  await expect(finalized.getByRole('link')).toBeVisible();
  const history = page.getByRole('slider', { name: /^Transactions per / });
  await expect(history).toBeVisible();
  await expect(page.getByRole('region', { name: /^Transaction history/ })).toContainText(/blocks 0 to \d+/);
  await history.focus();
  await page.keyboard.press('Home');
  await expect(history).toHaveAttribute('aria-valuetext', /\d+ transactions?/);
  await expect(page.getByRole('slider', { name: /^Average gas price per .* Gwei$/ })).toBeVisible();
  const notable = page.getByRole('table', { name: 'Worth opening' }).getByRole('row');
  await expect(notable.filter({ hasText: 'Failed lately' })).toHaveCount(3);
  await expect(notable.filter({ hasText: 'Most gas' })).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await notable.filter({ hasText: 'Largest value' }).click();
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}/);
});

test('the price over time comes from who is allowed to be asked, and nobody else', { tag: '@home' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const coin = `${CHAIN}:0x${'0'.repeat(40)}`;
  const day = 86_400;
  const today = Math.floor(Date.now() / 1_000 / day) * day;
  const points = [2, 1, 0].map((ago) => ({ timestamp: today - ago * day, price: 2_000 + ago }));
  let body: unknown = 'out of order';
  const prices = stopAtEnd(await startJsonServer(() => ({ body })));
  const base = await serve(workbench(demo.rpcUrl, { thirdParties: { prices: prices.url } }));
  await page.goto(base);
  const panel = page.getByRole('region', { name: /^Price of ETH/ });
  await expect(panel).toContainText('It is not asked unless you allow it.');
  expect(prices.seen).toEqual([]);
  await page.goto(`${base}/settings`);
  await turnSwitch(page, 'Ask Prices');
  await page.goto(base);
  await expect(panel.getByRole('alert')).toContainText('The price service');
  body = { coins: { [coin]: { symbol: 'ETH', prices: points } } };
  await panel.getByRole('button', { name: 'Retry' }).click();
  const chart = panel.getByRole('slider', { name: 'Price of ETH per day, US dollars' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /: \$2,002\.00$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('an address of the home page leads to a page of this app, and to no other', { tag: '@home' }, async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('erc20-transfer');
  const bases = { [await serve(workbench(demo.rpcUrl))]: `/${CHAIN}`, [await serve(explorer(demo.rpcUrl))]: '' };
  for (const [base, prefix] of Object.entries(bases)) {
    await page.goto(`${base}/?redirectTo=${encodeURIComponent(`${prefix}/tx/${hash}?trace=0`)}`);
    await expect(page).toHaveURL(`${base}${prefix}/tx/${hash}?trace=0`);
    for (const elsewhere of ['//example.org/', 'https://example.org/', '/\\example.org', 'javascript:alert(1)']) {
      await page.goto(`${base}/?redirectTo=${encodeURIComponent(elsewhere)}`);
      await expect(page.getByLabel('Head of the chain')).toBeVisible();
      expect(new URL(page.url()).origin).toBe(base);
    }
  }
});
