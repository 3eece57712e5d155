/** The index of the network that the address names. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { IndexSection } from '../../../src/app/views/settings/IndexSection';
import { unlistedNetwork } from '../../../src/core/chain/network';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const UNLISTED = unlistedNetwork(DEMO.id, DEMO.name, DEMO.nativeCurrency);

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

const show = (id: number, endpoint = 'http://127.0.0.1:8545') => {
  const networks = [{ ...UNLISTED, rpcUrls: [endpoint] }];
  mounted = mountAt({ path: '/settings', pattern: '/settings', networks }, <IndexSection chosen={id} />);
};

test('a development chain on this machine is being indexed', async () => {
  show(DEMO.id);
  await expect.element(page.getByText('Backfilling, 0 %')).toBeVisible();
});

test('a far chain with the id of a development chain is not', async () => {
  show(DEMO.id, 'https://rpc.example');
  await expect.element(page.getByText('Not indexed')).toBeVisible();
});

test('a network that nobody knows is not waited for: it can be added', async () => {
  show(987_654);
  await expect.element(page.getByText('Loupe does not know chain 987654')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Add it' })).toBeVisible();
});
