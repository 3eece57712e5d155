/** Watches as the reader makes, stops and removes them, against IndexedDB itself. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { receiveToasts } from '../../../src/app/ui/toast';
import { WatchesPanel } from '../../../src/app/views/watch/WatchesPanel';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { fail } from '../../../src/core/values/result';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { writeDatabase } from '../../../src/db/database';
import { readWatches, saveWatch } from '../../../src/db/watches/watches';
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
/** The tests of webhooks that the worker was asked for. */
let tested: unknown[] = [];
beforeEach(async () => {
  followed = 0;
  tested = [];
  sessionStorage.clear();
  await writeDatabase((db) => Promise.all([db.watches.clear(), db.watchMatches.clear()]));
});
afterEach(() => mounted?.unmount());

function show(): void {
  const watch = {
    subscribe: async () => {},
    follow: async () => {
      followed++;
    },
    testWebhook: async (...asked: unknown[]) => {
      tested.push(asked);
      return fail('It answered 404.');
    },
  };
  mounted = mountAt({ path: '/watches', pattern: '/watches', answers: { watch } }, <WatchesPanel networks={[DEMO]} />);
}

const text = () => mounted?.element.textContent ?? '';

test('a watch is made of a condition and addresses, and followed at once', async () => {
  show();
  await expect.poll(text).toContain('Nothing is watched yet');
  await page.getByRole('button', { name: 'New watch' }).click();
  await userEvent.fill(page.getByRole('combobox', { name: 'Network' }), String(DEMO.id));
  await userEvent.keyboard('{Enter}');
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

test('a watch is changed in its form, and keeps its id, its switch and what it found', async () => {
  const kept: Watch = {
    ...WATCH,
    condition: { on: 'value', least: '5' },
    isOn: false,
    webhook: 'https://hook.example/a',
  };
  await saveWatch(kept);
  show();
  await page.getByRole('button', { name: 'Change the watch Vault fails' }).click();
  await expect.element(page.getByLabelText('Watched addresses')).toHaveValue(ADDRESS);
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Vault pays');
  await page.getByRole('button', { name: 'Slack' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(text).toContain('Vault pays');
  expect(await readWatches()).toEqual([{ ...kept, name: 'Vault pays', webhookFormat: 'slack' }]);
});

test('a webhook is sent a test in the form that is chosen, and the form says how that went', async () => {
  show();
  await page.getByRole('button', { name: 'New watch' }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Webhook' }), 'https://hook.example/b');
  await page.getByRole('button', { name: 'Discord' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'It answered 404.' })).toBeVisible();
  expect(tested).toEqual([
    ['https://hook.example/b', 'discord', { networkId: DEMO.id, name: 'A transaction fails', what: 'A test' }],
  ]);
});

test('a switch that storage refuses says so, and the watch stays as it was', async () => {
  await saveWatch({ ...WATCH, isOn: false });
  const said: string[] = [];
  const stop = receiveToasts(({ text }) => said.push(text));
  show();
  const toggle = page.getByRole('switch', { name: 'Watch Vault fails' });
  await expect.element(toggle).not.toBeChecked();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await toggle.click();
  await expect.poll(() => said).toEqual(['The browser refused storage, so the watch stays as it was.']);
  put.mockRestore();
  stop();
  await expect.element(toggle).not.toBeChecked();
  expect(followed).toBe(0);
});
