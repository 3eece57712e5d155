/** Adding a network: what a network that is known already refuses. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NetworkForm } from '../../../src/app/views/networks/NetworkForm';
import { type Network, unlistedNetwork } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readEndpoints } from '../../../src/db/networks/endpoints';
import { deleteDatabase } from '../../helpers/database-dump';
import { type MountedAt, mountAt } from '../ui/mount-at';

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const PUBLIC: Network = {
  ...unlistedNetwork(4242 as NetworkId, 'Public', ETHER),
  rpcUrls: ['https://rpc.example'],
};
const VIRTUAL: Network = {
  ...unlistedNetwork(7357 as NetworkId, 'Yard', ETHER),
  chainConfig: { virtual: true },
};

let mounted: MountedAt | undefined;
let saved: number[];

beforeEach(() => {
  saved = [];
  mounted = mountAt(
    { path: '/form', pattern: '/form' },
    <NetworkForm chainId="" networks={[PUBLIC, VIRTUAL]} onSaved={(id) => saved.push(id)} />,
  );
});
afterEach(async () => {
  mounted?.unmount();
  sessionStorage.clear();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const text = () => mounted?.element.textContent;

async function add(id: number, url: string): Promise<void> {
  await userEvent.fill(page.getByLabelText('Chain id'), String(id));
  await userEvent.fill(page.getByLabelText('Endpoint'), url);
  await userEvent.keyboard('{Enter}');
}

test('an endpoint that the network has already is not added again, and another one is', async () => {
  await add(PUBLIC.id, 'https://rpc.example');
  await expect.poll(text).toContain('This endpoint is in the list already.');
  expect(saved).toEqual([]);
  await add(PUBLIC.id, 'https://other.example');
  await expect.poll(() => saved).toEqual([PUBLIC.id]);
  expect((await readEndpoints(PUBLIC.id)).map(({ url }) => url)).toEqual(['https://other.example']);
});

test('a virtual network takes no endpoint', async () => {
  await add(VIRTUAL.id, 'https://other.example');
  await expect.poll(text).toContain('This is Yard, a virtual network of this browser, which takes no other endpoint.');
  expect(saved).toEqual([]);
  expect(await readEndpoints(VIRTUAL.id)).toEqual([]);
});
