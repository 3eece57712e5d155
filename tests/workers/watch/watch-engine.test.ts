/** The loop that follows a network for its watches. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchId } from '../../../src/core/watch/watch';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readWatchProgress, saveWatch } from '../../../src/db/watches/watches';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { createWatching, type Watching } from '../../../src/workers/watch/watch-engine';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deleteDatabase } from '../../helpers/database-dump';
import { configOf } from '../../helpers/demo-engine';
import { eventually } from '../../helpers/eventually';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

/** Milliseconds: pauses that a test need not notice. */
const PACE = { local: 20, remote: 20, afterFailure: 20 };

let node: TestNode;
let watching: Watching | undefined;
beforeEach(async () => {
  node = await startNode();
});
afterEach(async () => {
  await watching?.stop();
  await node?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('a pass that throws is logged, and the loop goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const peers = createPeerGroup()();
  const chains = new Chains(peers);
  chains.configure(configOf([node.url]));
  watching = createWatching(chains, peers, PACE);
  const bug = new Error('a bug');
  const told: string[] = [];
  await watching.api.subscribe((notices) => {
    if (logged.mock.calls.length === 0) throw bug;
    told.push(...notices.map(({ name }) => name));
  });
  await saveWatch({
    id: 'all' as WatchId,
    name: 'all',
    networkId: ANVIL_NETWORK,
    scope: { of: 'network' },
    condition: { on: 'successful' },
    isOn: true,
    notifies: true,
    createdAt: 1,
  });
  await watching.api.follow();
  await eventually(async () => expect(await readWatchProgress(ANVIL_NETWORK)).toBeDefined());
  await sendMined(node, { from: ANVIL_ACCOUNTS[0], to: ANVIL_ACCOUNTS[1], value: '0x1' });
  await eventually(() => expect(told).toEqual(['all']));
  expect(logged.mock.calls).toEqual([[bug]]);
  logged.mockRestore();
});
