/** The app among the others of a device: its manifest, and what the settings offer to install it and to give it links. */
import { violationsInBothThemes } from './support/axe-themes';
import { workbench } from './support/config';
import { expect, test } from './support/test';

test('the app can be installed from its settings, and takes links and what other apps share', {
  tag: '@links',
}, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/settings#device`);
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

  const device = page.locator('#device');
  await expect(device.getByRole('button', { name: 'Open them here' })).toBeVisible();
  await expect(device.getByText('The browser does not offer to install it here')).toBeVisible();
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
