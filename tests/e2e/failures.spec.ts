/** What goes wrong between the app and its endpoint: the stated text, and recovery by Retry. */
import type { Page } from '@playwright/test';
import type { Behaviour } from '../helpers/fault-proxy';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { row, traceIsIdle } from './support/tree';

const INVALID = 'Transaction hash is invalid. Please check the hash and try again.';
const UNKNOWN = 'This transaction probably has not been processed by us yet.';
const FAILED = 'Failed fetching transaction';
const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';
const LIGHT = 'Transaction involves custom operations that are not supported in the full transaction trace.';

/** Chromium itself notes refused connections and error statuses on the console; the app cannot keep it from doing so. */
test.use({ expectedErrors: [/^Failed to load resource: /, /has been blocked by CORS policy/] });

function failure(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

test.describe('a hash that is none', () => {
  for (const hash of ['0x1234', 'hello', `0x${'g'.repeat(64)}`, `0x${'a'.repeat(65)}`]) {
    test(`${hash.slice(0, 12)} of ${hash.length}`, { tag: '@failures' }, async ({ page, serve, demo }) => {
      await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${hash}`);
      await expect(failure(page)).toContainText(INVALID);
    });
  }
});

test('an unknown hash, which Retry asks for again', { tag: '@failures' }, async ({ page, serve, endpoint }) => {
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/0x${'ab'.repeat(32)}`);
  await expect(failure(page)).toContainText(UNKNOWN);
  const before = endpoint.calls('eth_getTransactionByHash');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => endpoint.calls('eth_getTransactionByHash')).toBeGreaterThan(before);
  await expect(failure(page)).toContainText(UNKNOWN);
});

const faults: { name: string; behaviour: Behaviour | 'down'; says: RegExp }[] = [
  { name: 'down', behaviour: 'down', says: /cannot be reached/ },
  { name: 'closing every connection', behaviour: { fault: { kind: 'drop' } }, says: /cannot be reached/ },
  { name: 'of another chain', behaviour: { chainId: 1 }, says: /chain 1\b/ },
  {
    name: 'answering with a page',
    behaviour: { fault: { kind: 'body', body: '<html>It works!</html>', contentType: 'text/html' } },
    says: /cannot be used/,
  },
  {
    name: 'answering with nothing',
    behaviour: { fault: { kind: 'body', body: '' } },
    says: /No response data: .* answered eth_\w+ with nothing/,
  },
  {
    name: 'answering JSON that is no answer',
    behaviour: { fault: { kind: 'body', body: '{"jsonrpc":"2.0","id":1,"result":{"hash":42}}' } },
    says: /cannot be used/,
  },
  { name: 'cutting answers short', behaviour: { fault: { kind: 'truncate', bytes: 40 } }, says: /cannot be used/ },
  {
    name: 'limiting the rate (429)',
    behaviour: { fault: { kind: 'rateLimit', headers: { 'retry-after': '3' } } },
    says: /limit/,
  },
  {
    name: 'limiting the rate (JSON-RPC error)',
    behaviour: { fault: { kind: 'rpcError', code: -32005, message: 'limit exceeded' } },
    says: /limit/,
  },
  { name: 'without CORS headers', behaviour: { cors: false }, says: /cannot be reached/ },
];

test.describe('an endpoint', () => {
  for (const { name, behaviour, says } of faults) {
    test(`${name}, and Retry once it is well`, { tag: '@failures' }, async ({ page, serve, endpoint, demo }) => {
      const base = await serve(workbench(endpoint.url));
      if (behaviour === 'down') await endpoint.down();
      else endpoint.set(behaviour);
      await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
      await expect(failure(page)).toContainText(FAILED);
      await expect(failure(page)).toContainText(says);
      await page.getByText('What was tried').click();
      await expect(failure(page).locator('code').first()).toBeVisible();

      if (behaviour === 'down') await endpoint.up();
      else endpoint.set({});
      // A limit holds until its end, and another chain is asked about again after some seconds: Retry as a reader would.
      await expect(async () => {
        const retry = page.getByRole('button', { name: 'Retry' });
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(page.getByRole('treeitem').first()).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 120_000 });
      await traceIsIdle(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Router.swapExactTokens succeeded');
    });
  }
});

test('an endpoint that did not know the receipt at first: Retry executes the transaction again', {
  tag: '@failures',
}, async ({ page, serve, endpoint, demo }) => {
  endpoint.set({ lie: (method, _, result) => (method === 'eth_getTransactionReceipt' ? null : result) });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(failure(page)).toBeVisible();
  endpoint.set({});
  await page.getByRole('button', { name: 'Retry' }).click();
  await traceIsIdle(page);
  await expect(page.getByText('Verified replay')).toBeVisible();
});

test('traces that break off leave the rest of the page, and Retry brings them', { tag: '@failures' }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  // Without its state, the transaction cannot be executed again either.
  const methods = /^(debug|trace|ots)_|^eth_get(Balance|Code|StorageAt|TransactionCount|Proof)$/;
  endpoint.set({ fault: { kind: 'cut', bytes: 600 }, methods });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('succeeded');
  await expect(failure(page)).toContainText(NO_TRACE);
  await expect(page.getByText('Gas used', { exact: true }).first()).toBeVisible();
  endpoint.set({});
  await page.getByRole('button', { name: 'Retry' }).click();
  await traceIsIdle(page);
  await expect(row(page, '0.0')).toContainText('pairFor');
});

test('one source of a trace that breaks off is made up for by the next', { tag: '@failures' }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  endpoint.set({ fault: { kind: 'cut', bytes: 600 }, methods: /^debug_traceTransaction$/, times: 1 });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await traceIsIdle(page);
  await expect(row(page, '0.0')).toContainText('pairFor');
});

test('an endpoint without tracers and state still shows the events, and says what is missing', {
  tag: '@failures',
}, async ({ page, serve, endpoint, demo }) => {
  endpoint.set({ refuse: /^(debug|trace|ots)_|^eth_getStorage(At|Values)$/ });
  await page.goto(`${await serve(workbench(endpoint.url))}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText(LIGHT)).toBeVisible();
  await traceIsIdle(page);
  await expect(page.getByRole('treeitem').filter({ hasText: 'Transfer' }).first()).toBeVisible();
});

test('a trace that never comes holds back nothing else and can be given up', { tag: '@failures' }, async ({
  page,
  serve,
  endpoint,
  demo,
}) => {
  const base = await serve(workbench(endpoint.url));
  // Neither tracing nor the state for an execution here is answered.
  endpoint.set({ fault: { kind: 'hang' }, methods: /^(debug_traceTransaction|eth_getStorage(At|Values))$/ });
  await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
  await expect(page.getByText('Loading call trace data...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('succeeded');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The call trace was not loaded')).toBeVisible();
});
