/** A project and its file in a folder, in the browser's own file system, while somebody else writes the file. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FolderSync } from '../../../src/app/views/projects/FolderSync';
import type { Address } from '../../../src/core/chain/primitives';
import type { Project } from '../../../src/core/projects/project';
import { writeDatabase } from '../../../src/db/database';
import { addAccounts, createProject, readProjectAccounts } from '../../../src/db/projects/projects';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const NAME = 'harbor.loupe-project.json';
const ADDRESS = `0x${'1a'.repeat(20)}` as Address;
const { getFile } = FileSystemFileHandle.prototype;

let mounted: MountedAt | undefined;
let folder: FileSystemDirectoryHandle;
let project: Project;
/** How often the file was looked at by the page. */
let looks = 0;

beforeEach(async () => {
  await writeDatabase((db) => Promise.all([db.projects.clear(), db.projectAccounts.clear()]));
  const made = await createProject({
    name: 'Harbor',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  if (made === undefined) throw new Error('storage refused');
  project = made;
  const account = { networkId: DEMO.id, address: ADDRESS, type: 'contract', addedAt: 1, changedAt: 1 } as const;
  await addAccounts(project.uid, [{ ...account, tags: ['Ferry'] }]);
  const root = await navigator.storage.getDirectory();
  folder = await root.getDirectoryHandle('team', { create: true });
  looks = 0;
  FileSystemFileHandle.prototype.getFile = function () {
    looks++;
    return getFile.call(this);
  };
});
afterEach(async () => {
  mounted?.unmount();
  FileSystemFileHandle.prototype.getFile = getFile;
  await (await navigator.storage.getDirectory()).removeEntry('team', { recursive: true });
});

function show(): void {
  mounted = mountAt(
    { path: '/projects', pattern: '/projects', answers: { contracts: { labelsChanged: async () => {} } } },
    <FolderSync project={project} networks={[DEMO]} folder={folder} onStop={() => {}} />,
  );
}

const text = () => mounted?.element.textContent ?? '';
const handle = () => folder.getFileHandle(NAME, { create: true });
const read = async () => (await getFile.call(await handle())).text();
async function replaceAsSomebodyElse(from: string, to: string): Promise<void> {
  const before = await read();
  expect(before).toContain(from);
  const writable = await (await handle()).createWritable();
  await writable.write(before.replace(from, to));
  await writable.close();
}

/** One look ends before the next begins, so that after two the page knows what was in the file when this was called. */
async function lookedAgain(): Promise<void> {
  const before = looks;
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(before + 1);
}

test('a version that comes while another one is merged is told, and not written over', async () => {
  show();
  await expect.poll(text).toContain('is kept up to date while this page is open');
  await replaceAsSomebodyElse('Ferry', 'Tug');
  await expect.poll(text).toContain('has another version');
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await replaceAsSomebodyElse('Tug', 'Pilot');
  await lookedAgain();
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  expect((await readProjectAccounts(project.uid))[0]?.tags).toEqual(['Tug']);
  await lookedAgain();
  expect(text()).toContain('has another version');
  expect(await read()).toContain('Pilot');
});
