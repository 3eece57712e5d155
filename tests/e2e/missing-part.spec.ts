/** The page when a file of the app cannot be had, for example after a new version took its place. */
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

test.use({ firstVisit: true, expectedErrors: [/^Failed to load resource: /] });

const APP = '**/assets/app-*.js';

test('says that the app could not be loaded instead of loading for ever, and loads it once it can', {
  tag: '@shell',
}, async ({ page, serve, demo }) => {
  await page.route(APP, (route) => route.abort());
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}`);
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'Loupe could not be loaded' })).toBeVisible();
  await expect(alert).toContainText('Failed to fetch dynamically imported module');
  await expect(page.locator('#root')).not.toContainText('Loading');

  await page.unroute(APP);
  await alert.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(alert).toBeHidden();
});
