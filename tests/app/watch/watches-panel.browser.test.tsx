/** Watches as the reader makes, stops and removes them, against IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WatchesPanel } from '../../../src/app/views/watch/WatchesPanel';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { writeDatabase } from '../../../src/db/database';
import { readWatches, saveWatch } from '../../../src/db/watches';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const ADDRESS = `0x${'1a'.repeat(20)}` as Address;

const WATCH: Watch = {
  id: 'one' as WatchId,
  name: 'Vault fails',
  networkId: DEMO.id,
  scope: { of: 'addresses', addresses: [ADDRESS] },
  condition: { on: 'failed' },
  isOn: true,
  notifies: false,
  createdAt: 1,
};

let mounted: MountedAt | undefined;
/** How often the worker was told to look at the watches. */
let followed = 0;
beforeEach(async () => {
  followed = 0;
  await writeDatabase((db) => Promise.all([db.watches.clear(), db.watchMatches.clear()]));
});
afterEach(() => mounted?.unmount());

function show(): void {
  const watch = {
    subscribe: async () => {},
    follow: async () => {
      followed++;
    },
  };
  mounted = mountAt({ path: '/watches', pattern: '/watches', answers: { watch } }, <WatchesPanel networks={[DEMO]} />);
}

const text = () => mounted?.element.textContent ?? '';

test('a watch is made of a condition and addresses, and followed at once', async () => {
  show();
  await expect.poll(text).toContain('Nothing is watched yet');
  await page.getByRole('button', { name: 'New watch' }).click();
  const addresses = page.getByLabelText('Watched addresses');
  await userEvent.fill(addresses, '0x1234');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  expect(await readWatches()).toEqual([]);
  await userEvent.fill(addresses, ADDRESS);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect.poll(text).toContain('A transaction fails, 1 address on Demo');
  expect(await readWatches()).toMatchObject([
    {
      name: 'A transaction fails',
      networkId: DEMO.id,
      scope: { of: 'addresses', addresses: [ADDRESS] },
      condition: { on: 'failed' },
      isOn: true,
      notifies: false,
    },
  ]);
  await expect.poll(() => followed).toBe(1);
});

test('a watch that is switched off is kept, and one that is removed goes with what it found', async () => {
  await saveWatch(WATCH);
  await writeDatabase((db) =>
    db.watchMatches.put({
      watchId: WATCH.id,
      key: 'a find',
      networkId: DEMO.id,
      blockNumber: 7,
      blockHash: `0x${'b0'.repeat(32)}` as Hash,
      what: 'A transaction failed',
      foundAt: 2,
      told: 1,
      isGone: true,
    }),
  );
  show();
  await expect.poll(text).toContain('A transaction failed');
  expect(text()).toContain('gone');
  await page.getByRole('switch', { name: 'Watch Vault fails' }).click();
  await expect.poll(async () => (await readWatches())[0]?.isOn).toBe(false);
  await page.getByRole('button', { name: 'Remove the watch Vault fails' }).click();
  await expect.poll(text).toContain('Nothing is watched yet');
  expect(text()).not.toContain('A transaction failed');
});
