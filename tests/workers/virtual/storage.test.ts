/** Clearing the reader's networks and endpoints leaves virtual networks as they are. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { virtualUrl } from '../../../src/core/virtual/virtual-url';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readEndpoints, saveEndpoint } from '../../../src/db/networks/endpoints';
import { readNetworks, saveNetwork } from '../../../src/db/networks/networks';
import { clearStorage, readStorageUsage } from '../../../src/db/storage/storage';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { deleteDatabase } from '../../helpers/database-dump';

const CHAIN = 7357 as NetworkId;
const OTHER = 7358 as NetworkId;

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

async function countRecords() {
  const { sizes } = await readStorageUsage();
  return sizes.filter(({ kind }) => kind === 'networks' || kind === 'endpoints').map(({ records }) => records);
}

test('a virtual network is counted nowhere, and is reached after networks and endpoints are cleared', async () => {
  const engine = createEngine({ peers: createPeerGroup()() });
  const config = parseRuntimeConfig({ networks: [] });
  if (!config.ok) throw new Error(config.error);
  void engine.chain.configure(config.value);
  const made = await engine.virtual.create('make' as JobId, { chainId: CHAIN, name: 'Yard', sealing: 'transaction' });
  expect(made.ok).toBe(true);
  expect(await countRecords()).toEqual([0, 0]);

  const rest = { origin: 'reader', enabled: true, priority: 0 } as const;
  await saveNetwork(unlistedNetwork(OTHER, 'Other', { name: 'Ether', symbol: 'ETH', decimals: 18 }));
  await saveEndpoint({ networkId: OTHER, url: 'http://127.0.0.1:1', name: 'other', ...rest });
  expect(await countRecords()).toEqual([1, 1]);

  await clearStorage(['networks', 'endpoints']);
  expect((await readNetworks()).map(({ id }) => id)).toEqual([CHAIN]);
  expect((await readEndpoints()).map(({ url }) => url)).toEqual([virtualUrl(CHAIN)]);
  expect(await countRecords()).toEqual([0, 0]);
});
