/** What is on the screen has a URL. */
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle, tree } from './support/tree';

test.use({ serviceWorkers: 'allow' });

test('a link to a row opens it, selected and in sight', { tag: '@trace' }, async ({ page, serve, demo }) => {
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('thousand-calls')}`;
  await page.goto(`${url}?trace=0.100.2`);
  await expect(row(page, '0.100.2')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, '0.100.2')).toBeInViewport();
});

test('the selected row is in the address, and back again after a reload', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  // On the word CALL: further right may be a value, which opens itself.
  await row(page, '0.1').locator('.trace-kind').click();
  await expect(page).toHaveURL(/[?&]trace=0\.1$/);
  await page.reload();
  await expect(row(page, '0.1')).toHaveAttribute('aria-selected', 'true');
});

test('a link to a row that does not exist opens the trace all the same', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`;
  await page.goto(`${url}?trace=0.99.99`);
  await traceIsIdle(page);
  await expect(tree(page)).toBeVisible();
});

test('a hash in capitals, and a failed transaction scrolled to where it failed', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  const hash = demo.hashOf('nested-custom-error');
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/0x${hash.slice(2).toUpperCase()}`;
  await page.goto(url);
  await traceIsIdle(page);
  await expect(page.locator('[role=treeitem].is-failing').last()).toBeInViewport();
});

test('before the scripts of the app are there, the page says what it loads', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.route('**/assets/*.js', () => {}); // never answered
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}`;
  const hash = demo.hashOf('swap-two-hops');
  const names = {
    [`tx/${hash}`]: `Transaction ${hash}`,
    [`tx/${hash}/logs`]: `Transaction ${hash}`,
    'block/12': 'Block 12',
    [`wallet/0x${'ab'.repeat(20)}/txs/all`]: `Wallet 0x${'ab'.repeat(20)}`,
    [`contract/0x${'cd'.repeat(20)}`]: `Contract 0x${'cd'.repeat(20)}`,
    'block/nonsense': 'Loading…',
    'tx/0xabc': 'Loading…',
    settings: 'Loading…',
  };
  for (const [path, name] of Object.entries(names)) {
    await page.goto(`${url}/${path}`, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toContainText(name);
  }
});
