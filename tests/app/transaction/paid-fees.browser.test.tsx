/** What a transaction of a chain with rules of its own paid, and whom, on its page. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setL1Block } from '../../../tools/l1-block';
import { openPage, untilEnd } from '../../helpers/demo-page';
import { callNode, nodeService } from '../../helpers/node-client';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const general = page.getByRole('region', { name: 'General information' });
const fees = page.getByRole('region', { name: 'Fees', exact: true });

/** The transaction, once it is in a block. */
async function sent(url: string, transaction: object): Promise<string> {
  const hash = await callNode(url, 'eth_sendTransaction', [{ from: ALICE, gas: '0x186a0', ...transaction }]);
  await expect.poll(() => callNode(url, 'eth_getTransactionReceipt', [hash])).not.toBeNull();
  return String(hash);
}

test('on the OP Stack fees have their names and takers, in general and in asset changes, and a deposit pays none', async () => {
  const args = ['--network', 'optimism', '--hardfork', 'isthmus'];
  const url = untilEnd(await nodeService.startNode({ chainId: 10, args }));
  await setL1Block({ call: (method, params) => callNode(url, method, params) as never });
  const config = { variant: 'workbench', defaultNetwork: 10, networks: [{ id: 10, name: 'OP', rpcUrls: [url] }] };
  const hash = await sent(url, { to: BOB, value: '0xde0b6b3a7640000' });
  await openPage(`/tx/${hash}`, { config });
  // What this node takes for so little data, by the formula of Fjord: research recorded it of Anvil 1.7.1.
  await expect.element(general).toHaveTextContent(/of which L1 fee0\.000000009377413 ETH to L1FeeVault/);
  await expect.element(general).toHaveTextContent(/of which base fee[\d.]+ ETH to BaseFeeVault/);
  await expect.element(general).toHaveTextContent(/of which operator fee[\d.]+ ETH to OperatorFeeVault/);
  await expect.element(fees).toHaveTextContent(/L1 feeL1FeeVault.*−0\.000000009377413 ETH/);
  await expect.element(fees).toHaveTextContent(/Balance of the sender−1\.0000\d+ ETH/);

  const deposit = await sent(url, {
    type: '0x7e',
    to: BOB,
    value: '0x0',
    mint: '0xde0b6b3a7640000',
    sourceHash: `0x${'01'.repeat(32)}`,
    isSystemTx: false,
  });
  await openPage(`/tx/${deposit}`, { config });
  await expect.element(general).toHaveTextContent(/KindDeposit\. It was sent on layer 1/);
  await expect.element(fees).toHaveTextContent(/No fee was taken/);
  await expect.element(fees).toHaveTextContent(/\+1 ETH were made for the sender/);
});
