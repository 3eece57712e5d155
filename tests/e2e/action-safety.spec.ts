/** Action safety on the page: asked for on a transaction, and after a function that writes was simulated. */
import { axeViolations } from '../helpers/axe';
import { violationsInBothThemes } from './support/axe-themes';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

test('an unlimited approval to an account without code, with its row', { tag: '@simulator' }, async ({
  page,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('erc20-approve')}`);
  await traceIsIdle(page);
  const panel = page.getByRole('region', { name: 'Action safety' });
  await panel.getByRole('button', { name: 'Check what it does' }).click();
  const findings = panel.getByRole('list', { name: 'Findings' }).locator('> li');
  await expect(findings).toHaveCount(2);
  await expect(findings.first()).toContainText('Approvals to accounts without code');
  await expect(findings.first()).toContainText('Danger');
  await expect(panel).toContainText('Nothing else was found, which does not mean that it is safe.');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await findings.first().getByRole('link', { name: /^Row/ }).click();
  await expect(page).toHaveURL(/trace=0\.e0/);
});

test('nothing found is not called safe', { tag: '@simulator' }, async ({ page, serve, demo }) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('erc20-transfer')}`);
  await traceIsIdle(page);
  const panel = page.getByRole('region', { name: 'Action safety' });
  await panel.getByRole('button', { name: 'Check what it does' }).click();
  await expect(panel).toContainText('Nothing was found, which does not mean that it is safe.');
  await page.setViewportSize({ width: 480, height: 900 });
  expect(await axeViolations(page)).toEqual([]);
});
