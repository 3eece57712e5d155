/** The trace worker dies while it executes a transaction again. */
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

test.use({ expectedErrors: [/killed by the test/] });

for (const death of ['throws', 'ends silently'] as const)
  test(`a worker that ${death} during a replay leaves the page, says so, and can be started over`, {
    tag: '@failures',
  }, async ({ page, serve, endpoint, demo }) => {
    endpoint.set({
      refuse: /^(debug|trace|ots)_|^eth_createAccessList$/,
      slow: { methods: /^eth_getStorage(At|Values)$/, milliseconds: 120_000 },
    });
    await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
    await expect(page.getByText('Reading the state before it')).toBeVisible();

    const worker = page.workers().find((each) => /\/engine[.-]/.test(each.url()));
    await worker?.evaluate((way) => {
      setTimeout(() => {
        if (way === 'ends silently') return self.close();
        throw new Error('killed by the test');
      });
    }, death);
    await expect(page.getByText('The engine stopped and was started again.')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The engine stopped before it finished. Try again.');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('succeeded');
    await expect(page.getByText('Gas used', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Events/ })).toBeVisible();

    endpoint.set({});
    await page.getByRole('button', { name: 'Load the call trace' }).click();
    await traceIsIdle(page);
    await expect(row(page, '0.0')).toContainText('pairFor');
  });
