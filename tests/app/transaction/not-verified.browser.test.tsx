/** Endpoints that contradict themselves: nothing that cannot be true is shown as if it were. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { demoChain, openDemoTransaction, traceIsIdle, untilEnd, workbench } from '../../helpers/demo-page';
import { nodeService, type PlainBehaviour } from '../../helpers/node-client';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;
const heading = page.getByRole('heading', { level: 1 });
const badge = page.getByTitle('Where this trace comes from');

async function openThrough(name: 'erc20-transfer' | 'ether-transfer', behaviour: PlainBehaviour): Promise<unknown> {
  const endpoint = untilEnd(await nodeService.startEndpoint((await demoChain()).rpcUrl));
  await nodeService.setEndpoint(endpoint, behaviour);
  const config = workbench(endpoint);
  await openDemoTransaction(name, '', { config, fresh: true });
  return config;
}

test('a state that proofs contradict takes the badge and the status with it, and is marked at its values', async () => {
  const word = `0x${(10n ** 27n).toString(16).padStart(64, '0')}` as const;
  await openThrough('erc20-transfer', { refuse: ONLY_PLAIN, nonzeroSlots: word });
  await expect.element(heading).toHaveTextContent(/^!Not verified/);
  await expect.element(badge).toHaveTextContent(/Not verified · [\d,]+ steps/);
  await expect
    .element(page.getByText(/^Not verified\. The state has another value in slot 0x[\da-f]{64} of 0x[\da-f]{40}/))
    .toBeVisible();
  await page.getByRole('tab', { name: 'State' }).click();
  const changes = page.getByRole('list', { name: 'State changes' });
  await expect.element(changes.getByText('999,999,958').first()).toBeVisible();
  const lines = changes.getByRole('listitem');
  // Both balances of the token, and no other line: nonce and ether were told truly.
  await expect.poll(() => lines.filter({ hasText: 'not verified' }).elements().length).toBe(2);
  expect(lines.filter({ hasText: 'Nonce' }).filter({ hasText: 'not verified' }).elements()).toHaveLength(0);
});

test('the headline does not repeat a field that the hash contradicts', async () => {
  const { rpcUrl, hashOf } = await demoChain();
  const hash = hashOf('ether-transfer');
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] }),
  });
  const { result } = (await answer.json()) as { result: object };
  // A thousand ether.
  const answers = { eth_getTransactionByHash: { ...result, value: '0x3635c9adc5dea00000' } };
  const config = await openThrough('ether-transfer', { answers });
  await expect.element(heading).toHaveTextContent('!Not verifiedThe fields of the transaction do not have its hash.');
  await expect.element(page.getByText(/^Not verified: the facts below are what the endpoint says/)).toBeVisible();
  await expect.element(badge).toHaveTextContent('Not verified');
  await traceIsIdle();
  expect(document.title).not.toContain('1,000');
  // The next visit begins with what is kept here, and says the same.
  await openDemoTransaction('ether-transfer', '', { config, reloaded: true });
  await expect.element(heading).toHaveTextContent('!Not verifiedThe fields of the transaction do not have its hash.');
});
