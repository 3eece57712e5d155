/** What follows from a backup that is taken back, against IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RestoreDialog } from '../../../src/app/views/settings/RestoreDialog';
import { parseBackup } from '../../../src/core/backup/backup-file';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { writeBackup } from '../../../src/db/backup';
import { writeDatabase } from '../../../src/db/database';
import { readWatches, saveWatch } from '../../../src/db/watches';
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

test('watches that are restored are followed at once', async () => {
  await saveWatch(WATCH);
  const pieces = await writeBackup({ kinds: new Set(['watches']), secrets: false }, Date.now());
  const file = await parseBackup(
    (async function* () {
      yield await new Blob([...(pieces ?? [])]).text();
    })(),
  );
  if (!file.ok) throw new Error(file.error);
  await writeDatabase((db) => db.watches.clear());
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
    <RestoreDialog file={file.value} onClose={() => {}} />,
  );
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => watchesWhenFollowed).toEqual([WATCH]);
});
