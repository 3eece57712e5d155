/** Links from elsewhere, as the system hands them over and as readers paste them. */
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('a link of another app opens what it names', { tag: '@links' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  const open = (link: string) => page.goto(`${base}/open?link=${encodeURIComponent(link)}`);
  const hash = demo.hashOf('swap-one-hop');
  await open(`web+ethereum:tx/${hash}@${CHAIN}`);
  await expect(page).toHaveURL(new RegExp(`/tx/${hash}$`));
  await traceIsIdle(page);
  const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  await open(`web+ethereum:${wallet}`);
  await expect(page).toHaveURL(new RegExp(`/wallet/${wallet}`));
  await open(`web+ethereum:block/12@${CHAIN}`);
  await expect(page).toHaveURL(/\/block\/12$/);
  await open('web+ethereum:block/12@987654321');
  await expect(page.getByRole('heading', { name: 'Network not found. ID: 987654321' })).toBeVisible();
  // As apps share links: with words around them.
  await open(`See https://anvil.example/tx/${hash} there`);
  await expect(page).toHaveURL(new RegExp(`/tx/${hash}$`));
  await traceIsIdle(page);
  await open('javascript:alert(1)');
  await expect(page.getByRole('heading', { name: 'This link names nothing of a chain' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('the app can be installed, and takes what other apps share with it', { tag: '@links' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(base);
  const browser = await page.context().newCDPSession(page);
  const { errors, data } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A profile of a test is one of a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const { screenshots, share_target: target } = JSON.parse(data ?? '{}');
  expect(target).toMatchObject({ action: '/open', method: 'POST' });
  for (const { src } of screenshots) {
    const picture = await page.request.get(new URL(src, base).href);
    expect(picture.headers()['content-type']).toBe('image/webp');
  }
});

test('files that another app shared are opened', { tag: '@links' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/open`);
  await page.evaluate(async () => {
    const kept = await caches.open('shared-files');
    await kept.put('/shared/0', new Response('{"abi": []}', { headers: { 'x-file-name': 'notes.txt' } }));
  });
  await page.goto(`${base}/open?shared=true`);
  await expect(page.getByText('This is neither a trace file nor build output of a compiler.')).toBeVisible();
});

test('the settings offer to install and to take links, and say what the browser makes of it', {
  tag: '@links',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/settings#device`);
  const device = page.locator('#device');
  await expect(device.getByRole('button', { name: 'Open them here' })).toBeVisible();
  await expect(device.getByText('The browser does not offer it here')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Chromium says so of its own accord only after a visit of some length.
  await expect(async () => {
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      dispatchEvent(Object.assign(offer, { prompt: async () => document.body.setAttribute('data-asked', 'yes') }));
    });
    await expect(device.getByRole('button', { name: 'Install' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await device.getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes');
  await expect(device.getByRole('button', { name: 'Install' })).toHaveCount(0);
});
