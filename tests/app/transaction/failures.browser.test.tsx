/** What goes wrong between the page of a transaction and whom it asks: the stated text, and recovery by Retry. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  CHAIN,
  demoChain,
  explorer,
  openDemoTransaction,
  openPage,
  row,
  traceIsIdle,
  turnSwitch,
  untilEnd,
  workbench,
} from '../../helpers/demo-page';
import { nodeService, type PlainBehaviour } from '../../helpers/node-client';

const INVALID = 'Transaction hash is invalid. Please check the hash and try again.';
const UNKNOWN = 'This transaction probably has not been processed by us yet.';
const FAILED = 'Failed fetching transaction';
const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';
const LIGHT = 'Transaction involves custom operations that are not supported in the full transaction trace.';

const failure = page.getByRole('main').getByRole('alert');
const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
const heading = page.getByRole('heading', { level: 1 });

/** An endpoint before the demo chain, which behaves like that. */
async function endpointOf(behaviour: PlainBehaviour): Promise<string> {
  const endpoint = untilEnd(await nodeService.startEndpoint((await demoChain()).rpcUrl));
  await nodeService.setEndpoint(endpoint, behaviour);
  return endpoint;
}

/** Opens the swap on a workbench that asks the endpoint. */
const openSwap = (endpoint: string) => openDemoTransaction('swap-two-hops', '', { config: workbench(endpoint) });

describe('a hash that is none', () => {
  test.each(['0x1234', 'hello', `0x${'g'.repeat(64)}`, `0x${'a'.repeat(65)}`])('%s', async (hash) => {
    await openPage(`/${CHAIN}/tx/${hash}`);
    await expect.element(failure).toHaveTextContent(INVALID);
  });
});

test('an address without a hash', async () => {
  await openPage(`/${CHAIN}/tx/`);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Tx hash not provided');
});

test('executing again: what is missing for it, and the state overrides it ran with', async () => {
  const { hashOf } = await demoChain();
  await openPage(`/${CHAIN}/diff?a=0x${'ab'.repeat(32)}&changes={"gas":"90000"}`);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Unable to fetch data for Re-Simulating the transaction');
  const accounts = ['1', '2', '3'].map((digit) => ({
    address: `0x${digit.repeat(40)}`,
    balance: `${digit} ether`,
    slots: `1 = 0x2a${digit}`,
  }));
  const changes = encodeURIComponent(JSON.stringify({ accounts }));
  await openPage(`/${CHAIN}/diff?a=${hashOf('swap-one-hop')}&changes=${changes}`);
  const overrides = page.getByRole('region', { name: 'State Overrides' });
  await expect.element(overrides).toHaveTextContent('Balance2 ETH');
  await expect.element(overrides).toHaveTextContent('slot 1');
  await expect.element(overrides).not.toHaveTextContent('Balance3 ETH');
  await overrides.getByRole('button', { name: 'Show All' }).click();
  await expect.element(overrides).toHaveTextContent('Balance3 ETH');
  await openPage(`/${CHAIN}/diff?a=${hashOf('swap-one-hop')}&changes={"gas":"60000"}`);
  await expect.element(overrides).toHaveTextContent('No state overrides are made when simulating this transaction');
});

test('a link to a file of another server asks it nothing before the reader agrees', async () => {
  const other = untilEnd(await nodeService.startJsonServer({ body: {} }));
  await openPage(`/open?url=${encodeURIComponent(`${other}/x.loupe`)}`);
  const load = page.getByRole('button', { name: `Load it from ${new URL(other).host}` });
  await expect.element(load).toBeVisible();
  await expect.element(page.getByText('It was not contacted yet')).toBeVisible();
  expect(await nodeService.requestsTo(other)).toEqual([]);
  await load.click();
  await expect.element(page.getByText('This is not a trace file of Loupe, or it is damaged')).toBeVisible();
  expect(await nodeService.requestsTo(other)).toEqual(['/x.loupe']);
});

test('explorer: an address without a hash', async () => {
  await openPage('/tx/', { config: explorer((await demoChain()).rpcUrl) });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Tx hash not provided');
});

test('an unknown hash, which Retry asks for again', async () => {
  const endpoint = await endpointOf({});
  await openPage(`/${CHAIN}/tx/0x${'ab'.repeat(32)}`, { config: workbench(endpoint) });
  await expect.element(failure).toHaveTextContent(UNKNOWN);
  const before = await nodeService.endpointCalls(endpoint, 'eth_getTransactionByHash');
  await retry.click();
  await expect.poll(() => nodeService.endpointCalls(endpoint, 'eth_getTransactionByHash')).toBeGreaterThan(before);
  await expect.element(failure).toHaveTextContent(UNKNOWN);
});

const FAULTS: { name: string; behaviour: PlainBehaviour | 'down'; says: RegExp }[] = [
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
    behaviour: { fault: { kind: 'rateLimit', headers: { 'retry-after': '1' } } },
    says: /limit/,
  },
  {
    name: 'limiting the rate (JSON-RPC error)',
    behaviour: { fault: { kind: 'rpcError', code: -32005, message: 'limit exceeded' } },
    says: /limit/,
  },
  { name: 'without CORS headers', behaviour: { cors: false }, says: /cannot be reached/ },
];

test.each(FAULTS)('an endpoint $name, and Retry once it is well', async ({ behaviour, says }) => {
  const endpoint = await endpointOf(behaviour === 'down' ? {} : behaviour);
  if (behaviour === 'down') await nodeService.cutEndpoint(endpoint, true);
  // The smallest transaction: each is asked for in the same way.
  await openDemoTransaction('ether-transfer', '', { config: workbench(endpoint, { buildOutput: [] }) });
  await expect.element(failure).toHaveTextContent(FAILED);
  await expect.element(failure).toHaveTextContent(says);
  await page.getByText('What was tried').click();
  await expect.element(failure.getByCss('code').first()).toBeVisible();

  if (behaviour === 'down') await nodeService.cutEndpoint(endpoint, false);
  else await nodeService.setEndpoint(endpoint, {});
  // A limit holds until its end, and another chain is asked about again after some seconds: Retry as a reader would.
  await expect
    .poll(
      () => {
        (retry.query() as HTMLElement | null)?.click();
        return page.getByRole('treeitem').elements().length;
      },
      { interval: 1_000 },
    )
    .toBeGreaterThan(0);
  await traceIsIdle();
  await expect.element(heading).toHaveTextContent(/Transfer of 0\.25 ETH to .+ succeeded/);
});

test('a retry that fails once more is told', async () => {
  const endpoint = await endpointOf({ fault: { kind: 'body', body: '' } });
  await openDemoTransaction('swap-one-hop', '', { config: workbench(endpoint) });
  await expect.element(page.getByText(FAILED)).toBeVisible();
  // A notice goes by itself, on a busy machine before it is looked for.
  const told = untilSaid('Something went wrong while fetching transaction data');
  await retry.click();
  await told;
  await nodeService.setEndpoint(endpoint, {});
  await retry.click();
  await traceIsIdle();
});

test('an endpoint that has no receipt: it is shown as executed, and verified once the receipt is there', async () => {
  const endpoint = await endpointOf({ answers: { eth_getTransactionReceipt: null } });
  await openSwap(endpoint);
  await expect.element(heading).toHaveTextContent('succeeded');
  await expect
    .element(page.getByText(/no receipt of it\. Status, gas used and events are those of its execution/))
    .toBeVisible();
  await expect.element(page.getByText('Verified replay')).not.toBeInTheDocument();
  await nodeService.setEndpoint(endpoint, {});
  await openSwap(endpoint);
  await traceIsIdle();
  await expect.element(page.getByText('Verified replay')).toBeVisible();
});

test('traces that break off leave the rest of the page, and Retry brings them', async () => {
  // Without its state, the transaction cannot be executed again either.
  const methods = /^(debug|trace|ots)_|^eth_get(Balance|Code|StorageAt|TransactionCount|Proof)$/;
  const endpoint = await endpointOf({ fault: { kind: 'cut', bytes: 600 }, methods });
  await openSwap(endpoint);
  await expect.element(heading).toHaveTextContent('succeeded');
  await expect.element(failure).toHaveTextContent(NO_TRACE);
  await expect.element(page.getByText('Gas used', { exact: true }).first()).toBeVisible();
  await nodeService.setEndpoint(endpoint, {});
  await page.getByRole('button', { name: 'Retry' }).click();
  await traceIsIdle();
  await expect.element(row('0.0')).toHaveTextContent('pairFor');
});

test('one source of a trace that breaks off is made up for by the next', async () => {
  await openSwap(
    await endpointOf({ fault: { kind: 'cut', bytes: 600 }, methods: /^debug_traceTransaction$/, times: 1 }),
  );
  await traceIsIdle();
  await expect.element(row('0.0')).toHaveTextContent('pairFor');
});

test('an endpoint without tracers and state still shows the events, and says what is missing', async () => {
  await openSwap(await endpointOf({ refuse: /^(debug|trace|ots)_|^eth_getStorage(At|Values)$/ }));
  await expect.element(page.getByText(LIGHT)).toBeVisible();
  await traceIsIdle();
  await expect.element(page.getByRole('treeitem').filter({ hasText: 'Transfer' }).first()).toBeVisible();
});

test('a trace that never comes holds back nothing else and can be given up', async () => {
  // Neither tracing nor the state for an execution here is answered.
  const methods = /^(debug_traceTransaction|eth_getStorage(At|Values))$/;
  await openSwap(await endpointOf({ fault: { kind: 'hang' }, methods }));
  await expect.element(page.getByText('Loading call trace data...')).toBeVisible();
  await expect.element(heading).toHaveTextContent('succeeded');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The call trace was not loaded')).toBeVisible();
});

test('services that refuse: names, functions and prices', async () => {
  const { rpcUrl } = await demoChain();
  const url = untilEnd(await nodeService.startJsonServer({ status: 403, body: {} }));
  const config = workbench(rpcUrl, { thirdParties: { sourcify: url, signatures: url, prices: url } });
  await openDemoTransaction('unverified', '', { config });
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('Something went wrong while fetching transaction contracts')).toBeVisible();
  await expect.element(page.getByText('Failed to decode the function')).toBeVisible();
  await openPage('/settings', { config });
  await turnSwitch('Ask Prices');
  await openDemoTransaction('ether-transfer', '', { config });
  const assets = page.getByRole('region', { name: 'Asset changes' });
  await userEvent.hover(assets.getByText('Request has failed'));
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('The price service cannot be reached');
  await assets.getByRole('button', { name: 'Retry' }).click();
  await expect.element(assets.getByText('Request has failed')).toBeVisible();
});

/** Resolves once the page has had the text, however shortly. */
function untilSaid(text: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes(text)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
