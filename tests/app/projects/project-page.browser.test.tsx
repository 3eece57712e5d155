/** The page of a project, when it turns to another project or network. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProjectPage } from '../../../src/app/views/projects/ProjectPage';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { writeDatabase } from '../../../src/db/database';
import { addAccounts, createProject, duplicateProject } from '../../../src/db/projects/projects';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const ADDRESS = `0x${'1a'.repeat(20)}` as Address;
const OTHER = { ...DEMO, id: 5 as NetworkId, name: 'Other', route: 'other' };
const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: unknown };

let mounted: MountedAt | undefined;

beforeEach(async () => {
  await writeDatabase((db) => Promise.all([db.projects.clear(), db.projectAccounts.clear()]));
  const harbor = await createProject({
    name: 'Harbor',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  if (harbor === undefined) throw new Error('storage refused');
  const account = { address: ADDRESS, type: 'contract', tags: [], addedAt: 1, changedAt: 1 } as const;
  await addAccounts(
    harbor.uid,
    [DEMO, OTHER].map(({ id }) => ({ ...account, networkId: id })),
  );
  await duplicateProject(harbor);
});
afterEach(() => mounted?.unmount());

/** As the route: the same component for each project. */
function Pages({ tab }: { tab?: string }) {
  const [slug, setSlug] = useState('harbor');
  return (
    <>
      <button type="button" onClick={() => setSlug('harbor-copy')}>
        To the copy
      </button>
      <ProjectPage username="me" slug={slug} tab={tab} network={DEMO.id} />
    </>
  );
}

function show(path: string, tab?: string): void {
  const at = { path, pattern: '/projects', networks: [DEMO, OTHER] };
  mounted = mountAt(at, tab === undefined ? <Pages /> : <Pages tab={tab} />);
}

test('a folder that is kept in step is that of its project alone', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('harbors', { create: true });
  Object.assign(globalThis, { showDirectoryPicker: async () => folder });
  try {
    show('/projects');
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keep in a folder…' }).click();
    await expect.element(page.getByText('is kept up to date while this page is open')).toBeVisible();
    await page.getByRole('button', { name: 'To the copy' }).click();
    await expect.element(page.getByText('me:harbor-copy')).toBeVisible();
    expect(page.getByText('is kept up to date while this page is open').elements()).toEqual([]);
    const file = await (await folder.getFileHandle('harbor.loupe-project.json')).getFile();
    expect(JSON.parse(await file.text())).toMatchObject({ project: { slug: 'harbor' } });
  } finally {
    mounted?.unmount();
    Object.assign(globalThis, { showDirectoryPicker });
    await root.removeEntry('harbors', { recursive: true });
  }
});

test('another network begins at the first page of its list', async () => {
  show('/projects?tab=transactions&network=31337&after=7.0', 'transactions');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Network' }), 'Other');
  await expect.poll(() => mounted?.address()).toBe('/demo/projects?tab=transactions&network=5');
});
