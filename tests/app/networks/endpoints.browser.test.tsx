/** The endpoints of a network as the reader changes them, against IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Endpoints } from '../../../src/app/views/networks/Endpoints';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readEndpoints, saveEndpoint } from '../../../src/db/networks/endpoints';
import { deleteDatabase } from '../../helpers/database-dump';
import { type MountedAt, mountAt } from '../ui/mount-at';

const NETWORK = unlistedNetwork(4242 as NetworkId, 'Own', { name: 'Ether', symbol: 'ETH', decimals: 18 });
const { put } = IDBObjectStore.prototype;

let mounted: MountedAt | undefined;

beforeEach(async () => {
  await saveEndpoint({
    networkId: NETWORK.id,
    url: 'https://old.example/key',
    name: 'Old',
    origin: 'reader',
    enabled: true,
    priority: 0,
  });
  mounted = mountAt({ path: '/endpoints', pattern: '/endpoints' }, <Endpoints network={NETWORK} />);
});
afterEach(async () => {
  IDBObjectStore.prototype.put = put;
  mounted?.unmount();
  sessionStorage.clear();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const kept = async () => (await readEndpoints(NETWORK.id)).map(({ url }) => url);

async function changeTo(url: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  await userEvent.fill(page.getByLabelText('Endpoint').first(), url);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('an endpoint with another address takes the place of the one before', async () => {
  await changeTo('https://new.example');
  await expect.poll(kept).toEqual(['https://new.example']);
});

test('where the browser has no room, the endpoint stays as it was, and what was typed stays in the form', async () => {
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  let refusals = 0;
  IDBObjectStore.prototype.put = () => {
    refusals++;
    throw new DOMException('full', 'QuotaExceededError');
  };
  await changeTo('https://new.example');
  await expect.poll(() => refusals).toBeGreaterThan(0);
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  expect(await kept()).toEqual(['https://old.example/key']);
  await expect.element(page.getByLabelText('Endpoint').first()).toHaveValue('https://new.example');
});
