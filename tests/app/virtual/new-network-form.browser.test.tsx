/** What a reader asks of a virtual network: making one, and setting values by hand. */
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NewNetworkForm } from '../../../src/app/views/virtual/NewNetworkForm';
import { SetValueCard } from '../../../src/app/views/virtual/SetValueCard';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { KeptVirtualNetwork } from '../../../src/db/rows/virtual-network-row';
import type { NewVirtualNetwork } from '../../../src/workers/virtual/virtual.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const ACCOUNT = `0x${'1a'.repeat(20)}`;

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

const text = () => mounted?.element.textContent ?? '';

/** The form; the worker refuses a block of 99. */
function showForm() {
  const wished: NewVirtualNetwork[] = [];
  const create = async (_: unknown, wish: NewVirtualNetwork) => {
    wished.push(wish);
    return wish.parent?.block === 99 ? fail(failure('notFound', 'There is no block 99.')) : ok(wish.chainId);
  };
  mounted = mountAt({ path: '/new', pattern: '/new', answers: { virtual: { create } } }, <NewNetworkForm />);
  return wished;
}

test('a network goes on from the network and the block that are named, under a chain id that nobody has', async () => {
  const wished = showForm();
  await userEvent.fill(page.getByLabelText('Chain id'), String(DEMO.id));
  await page.getByRole('button', { name: 'Fork Demo' }).click();
  await expect.poll(text).toContain('Demo has this chain id.');
  expect(wished).toEqual([]);

  await userEvent.fill(page.getByLabelText('Chain id'), '4242');
  await userEvent.fill(page.getByLabelText('Block', { exact: true }), '99');
  await page.getByRole('button', { name: 'Fork Demo' }).click();
  await expect.poll(text).toContain('There is no block 99.');
  expect(mounted?.address()).toBe('/demo/new');

  await userEvent.fill(page.getByLabelText('Block', { exact: true }), '12');
  await page.getByRole('button', { name: 'Fork Demo' }).click();
  await expect.poll(() => mounted?.address()).toBe('/4242/virtual');
  expect(wished.at(-1)).toEqual({
    chainId: 4242,
    name: 'Demo fork',
    sealing: 'transaction',
    parent: { networkId: DEMO.id, block: 12 },
  });
});

test('an empty network has no parent, and makes blocks as often as it is told to', async () => {
  const wished = showForm();
  await page.getByText('Empty', { exact: true }).click();
  await page.getByText('Interval', { exact: true }).click();
  await userEvent.fill(page.getByLabelText('Seconds between blocks'), '3');
  await userEvent.fill(page.getByLabelText('Name'), 'Sandbox');
  await page.getByRole('button', { name: 'Make an empty network' }).click();
  await expect.poll(() => wished).toHaveLength(1);
  expect(wished[0]).toMatchObject({ name: 'Sandbox', sealing: { seconds: 3 } });
  expect(wished[0]).not.toHaveProperty('parent');
});

test('a slot is set as a word of 32 bytes, whichever way it is typed', async () => {
  const asked: unknown[] = [];
  mounted = mountAt(
    { path: '/virtual', pattern: '/virtual' },
    <SetValueCard
      kept={{ networkId: 4242 as NetworkId } as KeptVirtualNetwork}
      currency={DEMO.nativeCurrency}
      ask={async (...calls) => {
        asked.push(...calls);
        return undefined;
      }}
    />,
  );
  await page.getByText('Storage', { exact: true }).click();
  await userEvent.fill(page.getByLabelText('Account to change'), ACCOUNT);
  await userEvent.fill(page.getByLabelText('Slot'), '10');
  await userEvent.fill(page.getByLabelText('Value', { exact: true }), `0x${'f'.repeat(65)}`);
  await page.getByRole('button', { name: 'Set storage' }).click();
  await expect.poll(text).toContain('Up to 32 bytes');
  expect(asked).toEqual([]);
  await userEvent.fill(page.getByLabelText('Value', { exact: true }), '0xff');
  await page.getByRole('button', { name: 'Set storage' }).click();
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
  await expect.poll(() => asked).toEqual([['anvil_setStorageAt', ACCOUNT, word('a'), word('ff')]]);
});
