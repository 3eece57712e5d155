/** Virtual networks: made from the demo chain, steered, looked at like any network, and kept. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, openPage, savedBy } from '../../helpers/demo-page';

const STRANGER = '0x00000000000000000000000000000000000c0ffe';
const FORK = 735700000 + CHAIN;

const strip = page.getByRole('complementary', { name: 'Virtual network' });
const heads = page.getByText(/^Head [\d,]+, \d+ blocks? made here/);
const form = page.getByRole('form', { name: 'New virtual network' });
const main = page.getByRole('main');
const confirmation = page.getByRole('alertdialog');

function region(name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

test('a fork of the demo chain: coins, a transaction, a snapshot and back, kept over a reload', async () => {
  const app = await openPage('/virtual');
  await expect.element(page.getByText('No virtual networks yet')).toBeVisible();
  const id = form.getByLabelText('Chain id');
  await expect.element(id).toHaveAttribute('placeholder', String(FORK));
  await id.fill(String(CHAIN));
  await form.getByLabelText('Name').fill('Rehearsal');
  await expect.element(form).toHaveTextContent('has this chain id.');
  await id.fill('');
  await form.getByRole('button', { name: /^Fork / }).click();

  // Never mistaken for the chain it came from.
  await expect.element(page.getByRole('heading', { level: 1, name: /^Rehearsal/ })).toBeVisible();
  await expect.poll(app.address).toBe(`/${FORK}/virtual`);
  await expect.element(strip).toHaveTextContent(`chain id ${FORK}`);
  await expect.element(strip).toHaveTextContent('fork of');
  await expect.element(heads).toHaveTextContent('0 blocks made here');

  const snapshots = region('Snapshots');
  await snapshots.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect.element(snapshots.getByRole('listitem')).toHaveLength(1);

  const faucet = region('Faucet');
  await faucet.getByLabelText('Account').fill(STRANGER);
  await faucet.getByRole('button', { name: /^Give 100 / }).click();
  await expect.element(page.getByText(/^100 \S+ given$/)).toBeVisible();

  const send = region('Send');
  await send.getByLabelText('To', { exact: true }).fill(STRANGER);
  await send.getByLabelText('Value', { exact: true }).fill('1.5');
  await send.getByRole('button', { name: /^Send 1\.5 / }).click();
  await expect.element(heads).toHaveTextContent('1 block made here');
  await send.getByRole('link', { name: 'View transaction' }).click();
  await expect.poll(app.address).toMatch(new RegExp(`/${FORK}/tx/0x[0-9a-f]{64}`));
  await expect.element(main).toHaveTextContent('Success');
  await expect.element(strip).toHaveTextContent('Rehearsal');

  await openPage(`/${FORK}/wallet/${STRANGER}`);
  await expect.element(main).toHaveTextContent('101.5');
  await openPage(`/${FORK}/blocks`);
  await expect.element(strip).toBeVisible();
  await expect.element(page.getByRole('table').getByRole('row').nth(1)).toHaveTextContent('1');

  // Again at the parent's latest block, which is the same one here.
  await openPage(`/${FORK}/virtual`);
  const again = region('Fork again');
  await again.getByRole('button', { name: 'Run its transactions there' }).click();
  await expect.element(again.getByRole('region', { name: 'New fork' })).toHaveTextContent('all with the same outcome');
  expect(await axeViolations()).toEqual([]);
  await again.getByRole('button', { name: 'Use the new fork' }).click();
  await expect
    .element(again.getByRole('region', { name: 'Forked again' }))
    .toHaveTextContent('1 transaction in 1 block');
  await expect.element(heads).toHaveTextContent('1 block made here');

  // Kept, and gone back to.
  await openPage(`/${FORK}/virtual`, { reloaded: true });
  await expect.element(heads).toHaveTextContent('1 block made here');
  await snapshots.getByRole('button', { name: /^Revert 1 block/ }).click();
  await expect.element(heads).toHaveTextContent('0 blocks made here');
  await expect.element(snapshots.getByRole('listitem')).not.toBeInTheDocument();

  await region('Kept in this browser').getByRole('button', { name: 'Delete this network' }).click();
  await confirmation.getByRole('button', { name: 'Delete the network' }).click();
  await expect.element(page.getByText('No virtual networks yet')).toBeVisible();
});

test('an empty network is steered by hand, and its pages hold on a wide screen and on a phone', async () => {
  const app = await openPage('/virtual');
  await form.getByRole('button', { name: 'Empty' }).click();
  await form.getByRole('button', { name: 'By hand' }).click();
  expect(await axeViolations()).toEqual([]);
  await form.getByRole('button', { name: 'Make an empty network' }).click();
  await expect.poll(app.address).toBe('/7357/virtual');

  const blocks = region('Blocks');
  await blocks.getByLabelText('Blocks to make').fill('3');
  await blocks.getByRole('button', { name: 'Make 3 blocks' }).click();
  await expect.element(heads).toHaveTextContent('3 blocks made here');
  await region('Time').getByRole('button', { name: 'Move on by 1 day' }).click();
  await expect.element(heads).toHaveTextContent('4 blocks made here');
  await blocks.getByRole('button', { name: 'Take 1 block away' }).click();
  await expect.element(heads).toHaveTextContent('3 blocks made here');

  const senders = region('Impersonate');
  await senders.getByLabelText('Account to send as').fill(STRANGER);
  await senders.getByRole('button', { name: 'Impersonate', exact: true }).click();
  await expect.element(senders.getByRole('listitem')).toHaveLength(1);

  // The test accounts have 10,000 ether each; a call with calldata is sent as it is.
  const send = region('Send');
  await expect.element(send).toHaveTextContent('10,000 ETH');
  await send.getByLabelText('To', { exact: true }).fill(STRANGER);
  await send.getByLabelText('Calldata').fill('0x12345678');
  await send.getByLabelText('Value', { exact: true }).fill('0');
  await send.getByRole('button', { name: /^Send 0 / }).click();
  await expect.element(send).toHaveTextContent('Sent: View transaction, which waits for a block');
  const asked = region('Ask');
  await asked.getByLabelText('Method').fill('txpool_content');
  await asked.getByLabelText('Parameters').fill('{}');
  await asked.getByRole('button', { name: 'Ask' }).click();
  await expect.element(asked).toHaveTextContent('Parameters are a list');
  await asked.getByLabelText('Parameters').fill('[]');
  await asked.getByRole('button', { name: 'Ask' }).click();
  await expect.element(asked).toHaveTextContent('"input": "0x12345678"');

  const values = region('Set a value');
  await values.getByRole('button', { name: 'Storage' }).click();
  await values.getByLabelText('Account to change').fill(STRANGER);
  await values.getByLabelText('Slot').fill('0x0');
  await values.getByLabelText('Value', { exact: true }).fill('not a word');
  await values.getByRole('button', { name: 'Set storage' }).click();
  await expect.element(values).toHaveTextContent('Up to 32 bytes');
  await values.getByLabelText('Value', { exact: true }).fill('7');
  await values.getByRole('button', { name: 'Set storage' }).click();
  await expect.element(page.getByText('Storage set')).toBeVisible();
  await expect.element(region('Newest blocks')).toHaveTextContent('1 value after it');

  // While it fades it has hardly any contrast.
  await expect.element(page.getByText('Storage set')).not.toBeInTheDocument();

  // Nobody's code answers for a token there.
  const tokens = region('Token amount');
  await tokens.getByLabelText('Token', { exact: true }).fill(STRANGER);
  await tokens.getByLabelText('Holder', { exact: true }).fill(STRANGER);
  await tokens.getByLabelText('New amount', { exact: true }).fill('5');
  await tokens.getByRole('button', { name: 'Set token balance' }).click();
  await expect.element(tokens).toHaveTextContent('it does not answer, so it is no token of this kind.');

  // What is saved can be loaded again after everything was reset.
  const files = region('State file');
  const saved = await savedBy(() => files.getByRole('button', { name: 'Save the state' }).click());
  await region('Kept in this browser').getByRole('button', { name: 'Reset', exact: true }).click();
  await confirmation.getByRole('button', { name: 'Reset the network' }).click();
  await expect.element(heads).toHaveTextContent('0 blocks made here');
  await files.getByCss('input[type=file]').upload(saved);
  await expect.element(page.getByText(/^State loaded: /)).toBeVisible();
  await openPage('/7357/virtual');
  await expect.element(heads).toHaveTextContent('0 blocks made here');
  await expect.element(files).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await page.viewport(480, 900);
  expect(await axeViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});
