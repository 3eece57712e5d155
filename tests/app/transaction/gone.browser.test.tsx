/** A transaction that was replaced, or that the chain took back, while its page is open. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CHAIN, openPage, untilEnd, workbench } from '../../helpers/demo-page';
import { nodeService } from '../../helpers/node-client';

const ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const heading = page.getByRole('heading', { level: 1 });

async function startChain() {
  const url = untilEnd(await nodeService.startNode());
  const call = async <T,>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: T }).result;
  };
  const send = (gasPrice: string) =>
    call<string>('eth_sendTransaction', [
      { from: ACCOUNT, to: ACCOUNT, value: '0xde0b6b3a7640000', gas: '0x5208', nonce: '0x0', gasPrice },
    ]);
  return { config: workbench(url, { buildOutput: [] }), call, send };
}

// First: the head of a network is followed through the workers that a file began with.
test('an open page notices with the next head that the chain took its block back', async () => {
  const { config, call, send } = await startChain();
  const snapshot = await call('evm_snapshot');
  const hash = await send('0x77359400');
  await openPage(`/${CHAIN}/tx/${hash}`, { config, fresh: true });
  await expect.element(heading).toHaveTextContent(/^✓SuccessTransfer of 1 ETH/);
  await expect.element(page.getByRole('region', { name: 'General information' })).toHaveTextContent(/Confirmations1B/);
  await call('evm_revert', [snapshot]);
  await call('anvil_mine', ['0x2']);
  await expect.element(heading, { timeout: 15_000 }).toHaveTextContent(/was taken back$/);
  await expect.element(page.getByText(/Verified replay/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/The chain was reorganised: block 1, /)).toBeVisible();
});

test('a pending transaction that is replaced is said to be, and after a reload as well', async () => {
  const { config, call, send } = await startChain();
  await call('evm_setAutomine', [false]);
  const hash = await send('0x77359400');
  await openPage(`/${CHAIN}/tx/${hash}`, { config, fresh: true });
  await expect.element(heading).toHaveTextContent(/waits to be included$/);
  await send('0xee6b2800');
  await call('evm_mine');
  await expect.element(heading, { timeout: 20_000 }).toHaveTextContent(/^✕GoneTransfer of 1 ETH to .* was replaced$/);
  await expect.element(page.getByText('There is no trace: the transaction is in no block of the chain.')).toBeVisible();
  await expect.element(page.getByText('waits to be included')).not.toBeInTheDocument();

  await openPage(`/${CHAIN}/tx/${hash}`, { config, reloaded: true });
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent('This transaction was replaced');
  await expect.element(page.getByText('probably has not been processed')).not.toBeInTheDocument();
});
