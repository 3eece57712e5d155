/** Watches: made, found in new blocks, kept over a reload, told once with two tabs, removed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../helpers/anvil';
import { violationsAtEveryWidth, violationsInBothThemes } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import { rowsOf } from './support/tables';
import { expect, test } from './support/test';

/** A chain of its own: what is sent here is in no other spec's way. */
let node: Anvil;
// What the context shows pages in place of notifications cannot be taken away again.
test.use({ firstVisit: true });

test.beforeAll(async () => {
  node = await startAnvil({ chainId: CHAIN });
});
test.afterAll(() => node.stop());

/** A webhook on this machine, and what it was told. */
async function startHook() {
  const told: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    told.push(JSON.parse(text));
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, stop };
}

const send = (to: string) => node.call('eth_sendTransaction', [{ from: ANVIL_ACCOUNTS[0], to, value: '0x7' }]);

/** Titles of the notifications that a page showed. */
const shownBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);

test('a watch of a project finds what comes, and tells once', { tag: '@watch' }, async ({
  page,
  context,
  serve,
  stopAtEnd,
}) => {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const shown: unknown[] = [];
    const construct = (target: typeof Notification, given: [string, NotificationOptions?]) => {
      shown.push(given[0]);
      return new target(...given);
    };
    // What is on the icon of the installed app, -1 before the page said.
    Object.assign(globalThis, { onIcon: -1 });
    const show = (onIcon: number) => Object.assign(globalThis, { onIcon });
    Object.assign(navigator, { setAppBadge: async (count: number) => show(count), clearAppBadge: async () => show(0) });
    Object.assign(globalThis, { shown, Notification: new Proxy(Notification, { construct } as ProxyHandler<object>) });
  });
  const hook = stopAtEnd(await startHook());
  const base = await serve(workbench(node.url, { buildOutput: [] }));
  const target = `0x${'7'.repeat(40)}`;
  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Watched');
  await page.getByRole('dialog').getByRole('button', { name: 'Create the project' }).click();
  await page.getByRole('button', { name: 'Add addresses' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Addresses' }).fill(target);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('tab', { name: 'Watches' }).click();
  await expect(page.getByText('Nothing is watched yet')).toBeVisible();

  await page.getByRole('button', { name: 'New watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'A function is called' });
  await dialog.getByRole('textbox', { name: 'Function' }).fill('transfer(');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Correct Function to go on' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'A transaction carries value' });
  await dialog.getByRole('textbox', { name: 'At least' }).fill('7');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Seven wei');
  await dialog.getByRole('checkbox', { name: 'Notify me' }).check();
  await dialog.getByRole('textbox', { name: 'Webhook' }).fill(hook.url);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();
  // Once the head is known, what comes after it is found.
  await expect(page.getByText(/looked at up to block/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText(/looked at up to block/)).toBeVisible();

  await send(target);
  const found = rowsOf(page, 'Found');
  await expect(found.filter({ hasText: 'A transaction carries 7 wei' })).toHaveCount(1);
  await expect
    .poll(() => hook.told.map(({ name, networkId }) => ({ name, networkId })))
    .toEqual([{ name: 'Seven wei', networkId: CHAIN }]);
  expect([...(await shownBy(page)), ...(await shownBy(other))]).toEqual(['Seven wei']);
  await page.reload();
  await expect(found.filter({ hasText: 'A transaction carries 7 wei' })).toHaveCount(1);
  // The tab that followed is closed; the other one goes on.
  await page.close();
  await send(target);
  const rows = rowsOf(other, 'Found');
  await expect(rows.filter({ hasText: 'A transaction carries 7 wei' })).toHaveCount(2);
  await expect.poll(() => new Set(hook.told.map(({ transactionHash }) => transactionHash)).size).toBe(2);
  expect(hook.told).toHaveLength(2);
  // What is found while its watch is on no page is counted in the header and on the app's icon, until it is looked at.
  const news = other.getByRole('link', { name: '1 new find of your watches' });
  const onIcon = () => other.evaluate(() => (globalThis as unknown as { onIcon: number }).onIcon);
  await other.goto(base);
  await expect.poll(onIcon).toBe(0);
  await expect(news).toBeHidden();
  await send(target);
  await expect(news).toBeVisible();
  await expect.poll(onIcon).toBe(1);
  expect(await violationsInBothThemes(other)).toEqual([]);
  await news.click();
  await expect(rows.filter({ hasText: 'A transaction carries 7 wei' })).toHaveCount(3);
  await expect(news).toBeHidden();
  await expect.poll(onIcon).toBe(0);
  expect(await violationsAtEveryWidth(other)).toEqual([]);
  await other.getByRole('switch', { name: 'Watch Seven wei' }).click();
  await expect(other.getByRole('switch', { name: 'Watch Seven wei' })).not.toBeChecked();
  await other.getByRole('button', { name: 'Remove the watch Seven wei' }).click();
  await expect(other.getByText('Nothing is watched yet')).toBeVisible();
});
