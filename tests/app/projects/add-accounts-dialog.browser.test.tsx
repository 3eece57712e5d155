/** Adding addresses to a project, against IndexedDB itself. */
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AddAccountsDialog } from '../../../src/app/views/projects/AddAccountsDialog';
import type { Address } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/values/result';
import { writeDatabase } from '../../../src/db/database';
import { createProject, readProjectAccounts } from '../../../src/db/projects/projects';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const ADDRESS = `0x${'1a'.repeat(20)}` as Address;

let mounted: MountedAt | undefined;
beforeEach(async () => {
  sessionStorage.clear();
  await writeDatabase((db) => Promise.all([db.projects.clear(), db.projectAccounts.clear()]));
});
afterEach(() => mounted?.unmount());

test('an address is added as what its chain says, also where effects run twice', async () => {
  const project = await createProject({
    name: 'Harbor',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  if (project === undefined) throw new Error('storage refused');
  const contracts = { loadAccount: async () => ok({ type: 'contract' } as AccountSummary) };
  mounted = mountAt(
    { path: '/projects', pattern: '/projects', answers: { contracts } },
    <StrictMode>
      <AddAccountsDialog project={project} networks={[DEMO]} onClose={() => {}} />
    </StrictMode>,
  );
  await userEvent.fill(page.getByLabelText('Addresses', { exact: true }).and(page.getByRole('textbox')), ADDRESS);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const kept = async () => (await readProjectAccounts(project.uid)).map(({ address, type }) => ({ address, type }));
  await expect.poll(kept).toEqual([{ address: ADDRESS, type: 'contract' }]);
});
