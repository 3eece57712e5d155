/** The dialog that takes a project from a file, with a version of it in this browser. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ImportDialog } from '../../../src/app/views/projects/ImportDialog';
import type { Address } from '../../../src/core/chain/primitives';
import type { ProjectAccount } from '../../../src/core/projects/project';
import { writeDatabase } from '../../../src/db/database';
import { readProjectContent } from '../../../src/db/projects/project-content';
import { addAccounts, createProject, readProjectAccounts } from '../../../src/db/projects/projects';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

let mounted: MountedAt | undefined;

afterEach(async () => {
  mounted?.unmount();
  await writeDatabase((db) => Promise.all([db.projects.clear(), db.projectAccounts.clear()]));
});

test('versions that together have more addresses than a project has are refused before anything is taken', async () => {
  const project = await createProject({
    name: 'Harbor',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  if (project === undefined) throw new Error('storage refused');
  const accounts = (first: number) =>
    Array.from({ length: 1_500 }, (_, at): ProjectAccount => {
      const address = `0x${(first + at).toString(16).padStart(40, '0')}` as Address;
      return { networkId: DEMO.id, address, type: 'wallet', tags: [], addedAt: 1, changedAt: 1 };
    });
  await addAccounts(project.uid, accounts(1));
  const content = await readProjectContent(project.uid, [DEMO]);
  if (content === undefined) throw new Error('The project is gone.');
  mounted = mountAt(
    { path: '/projects', pattern: '/projects' },
    <ImportDialog file={{ ...content, accounts: accounts(2_000) }} onClose={() => {}} onTaken={() => {}} />,
  );
  await expect.element(page.getByText('Together the versions have 3,000 addresses')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Merge' })).toBeDisabled();
  expect(await readProjectAccounts(project.uid)).toHaveLength(1_500);
});

test('says what a watch of the file is for and that it does not run, before it is taken', async () => {
  const project = await createProject({
    name: 'Quay',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  const content = project && (await readProjectContent(project.uid, [DEMO]));
  if (content === undefined) throw new Error('storage refused');
  const watch = { kind: 'watch', id: 'w', name: 'What fails', rows: [] } as const;
  mounted = mountAt(
    { path: '/projects', pattern: '/projects' },
    <ImportDialog file={{ ...content, items: [watch] }} onClose={() => {}} onTaken={() => {}} />,
  );
  await expect
    .element(page.getByText(/1 .*watch.*, for the addresses of the project and switched off after the import/))
    .toBeVisible();
});
