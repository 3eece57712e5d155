/** Stepping through a transaction that was looked at before, without a network. */
import type { Page } from '@playwright/test';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow', expectedErrors: [/^Failed to load resource: /] });

const where = (page: Page) => page.getByRole('toolbar', { name: 'Debugger' }).getByRole('status');

test('the second visit steps without a network', { tag: '@debugger' }, async ({
  page,
  context,
  endpoint,
  serve,
  demo,
  cutServers,
}) => {
  const url = `${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}/debugger?step=4000&code=opcodes`;
  await page.goto(url);
  await expect(where(page)).toContainText('Step 4,000 of 8,157');
  const said = /gas left [\d,]+/.exec((await where(page).textContent()) ?? '')?.[0] ?? 'no gas';
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Kept once rows were answered.
  await expect.poll(() => page.evaluate(traceIsKept)).toBe(true);

  await cutServers();
  await endpoint.down();
  await context.setOffline(true);
  await page.reload();
  await expect(where(page)).toContainText(said);
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toContainText('Step 4,001 of 8,157');
});

/** Run in the page: whether the database holds a trace with what its replay read. */
function traceIsKept(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open('loupe-data');
    request.onerror = () => resolve(false);
    request.onsuccess = () => {
      const all = request.result.transaction('traces').objectStore('traces').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result.some((row: { replay?: unknown }) => row.replay !== undefined));
      };
    };
  });
}
