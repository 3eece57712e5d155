/** What follows from a backup that is taken back, against IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RestoreDialog } from '../../../src/app/views/settings/RestoreDialog';
import { type BackupFile, parseBackup } from '../../../src/core/backup/backup-file';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { writeBackup } from '../../../src/db/backup/backup';
import { writeDatabase } from '../../../src/db/database';
import { readWatches, saveWatch } from '../../../src/db/watches/watches';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const WATCH: Watch = {
  id: 'one' as WatchId,
  name: 'Anything fails',
  networkId: DEMO.id,
  scope: { of: 'network' },
  condition: { on: 'failed' },
  isOn: true,
  notifies: false,
  createdAt: 1,
};

let mounted: MountedAt | undefined;
beforeEach(() => writeDatabase((db) => db.watches.clear()));
afterEach(() => mounted?.unmount());

/** A backup of these watches, which the database no longer has. */
async function backupOf(...watches: readonly Watch[]): Promise<BackupFile> {
  for (const watch of watches) await saveWatch(watch);
  const pieces = await writeBackup({ kinds: new Set(['watches']), secrets: false }, Date.now());
  const file = await parseBackup(
    (async function* () {
      yield await new Blob([...(pieces ?? [])]).text();
    })(),
  );
  if (!file.ok) throw new Error(file.error);
  await writeDatabase((db) => db.watches.clear());
  return file.value;
}

test('each kind says how many of its entries are new, differ and are the same', async () => {
  const watches = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...WATCH, id: id as WatchId }));
  const file = await backupOf(...watches);
  for (const watch of watches.slice(2)) await saveWatch(watch);
  await saveWatch({ ...WATCH, id: 'c' as WatchId, name: 'Another' });
  mounted = mountAt({ path: '/settings', pattern: '/settings' }, <RestoreDialog file={file} onClose={() => {}} />);
  await expect
    .element(page.getByRole('checkbox', { name: /^Watches/ }))
    .toHaveAccessibleDescription('2 new, 1 differs here, 3 are the same');
});

test('watches that are restored are followed at once', async () => {
  const file = await backupOf(WATCH);
  let watchesWhenFollowed: readonly Watch[] | undefined;
  const watch = {
    subscribe: async () => {},
    follow: async () => {
      watchesWhenFollowed = await readWatches();
    },
  };
  const contracts = { labelsChanged: async () => {} };
  mounted = mountAt(
    { path: '/settings', pattern: '/settings', answers: { watch, contracts } },
    <RestoreDialog file={file} onClose={() => {}} />,
  );
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => watchesWhenFollowed).toEqual([WATCH]);
});
