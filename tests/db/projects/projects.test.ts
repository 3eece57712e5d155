import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProjectAccount } from '../../../src/core/projects/project';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import {
  addAccounts,
  changeProject,
  createProject,
  deleteProject,
  duplicateProject,
  findInProjects,
  readContractsOfProjects,
  readProject,
  readProjectAccounts,
  readProjectByUid,
  readProjects,
  readProjectsOf,
  removeAccounts,
  saveAccounts,
  setPushed,
  setTransfer,
} from '../../../src/db/projects/projects';
import { saveLabel } from '../../../src/db/reader/labels';
import { evictOver } from '../../../src/db/storage/eviction';
import { deleteDatabase } from '../../helpers/database-dump';
import { address, network } from '../records';

const owner = { username: 'me', type: 'user' } as const;

function account(
  digit: string,
  type: 'contract' | 'wallet' = 'contract',
  more: Partial<ProjectAccount> = {},
): ProjectAccount {
  return { networkId: network, address: address(digit), type, tags: [], addedAt: 1, changedAt: 1, ...more };
}

async function make(name: string, visibility: 'PRIVATE' | 'DEMO' = 'PRIVATE') {
  const made = await createProject({ name, owner, visibility, description: '' });
  if (made === undefined) throw new Error('storage refused');
  return made;
}

afterEach(async () => {
  vi.useRealTimers();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('projects of one owner have slugs of their own, also after a rename; eviction leaves them', async () => {
  const first = await make('Vault');
  const second = await make('vault!');
  expect([first.slug, second.slug]).toEqual(['vault', 'vault-2']);
  expect((await changeProject(second.uid, { name: 'Vault' }))?.slug).toBe('vault-2');
  expect((await changeProject(second.uid, { name: 'Harbor' }))?.slug).toBe('harbor');
  // Its own slug does not stand in its way.
  expect((await changeProject(second.uid, { name: 'harbor' }))?.slug).toBe('harbor');
  await evictOver(0);
  expect((await readProject('me', 'harbor'))?.uid).toBe(second.uid);
  expect(await readProject('me', 'vault-2')).toBeUndefined();
  expect(await readProject('you', 'harbor')).toBeUndefined();
});

test('accounts are counted by kind and network, kept once, and found by their address', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  const project = await make('Vault');
  const other = await make('Other');
  const given = [account('a'), account('b', 'wallet'), account('c', 'contract', { networkId: 1 as typeof network })];
  expect(await addAccounts(project.uid, given)).toEqual({ added: 3, known: 0, refused: 0 });
  expect(await addAccounts(project.uid, [account('a', 'wallet'), account('d')])).toEqual({
    added: 1,
    known: 1,
    refused: 0,
  });
  // The project that was changed last stands first.
  vi.setSystemTime(1_001);
  await addAccounts(other.uid, [account('a')]);
  const counted = (await readProjects()).find((each) => each.project.uid === project.uid);
  expect(counted).toMatchObject({ contracts: 3, wallets: 1, networks: 2 });
  expect((await readProjectsOf(network, address('a'))).map(({ name }) => name).sort()).toEqual(['Other', 'Vault']);
  const listed = await readContractsOfProjects(network);
  expect(listed.map(({ project: { name }, addresses }) => [name, addresses])).toEqual([
    ['Other', [address('a')]],
    ['Vault', [address('a'), address('d')]],
  ]);
  await removeAccounts(project.uid, [account('a')]);
  expect(await readProjectAccounts(project.uid)).toHaveLength(3);
  expect(await readProjectAccounts(other.uid)).toHaveLength(1);
  await deleteProject(project.uid);
  expect(await readProjectAccounts(project.uid)).toEqual([]);
  expect((await readProjects()).map((each) => each.project.name)).toEqual(['Other']);
});

test('a project takes no more accounts than pages read', async () => {
  const project = await make('Large');
  const many = Array.from({ length: 2_003 }, (_, at) =>
    account('a', 'contract', { address: `0x${at.toString(16).padStart(40, '0')}` as ProjectAccount['address'] }),
  );
  expect(await addAccounts(project.uid, many)).toEqual({ added: 2_000, known: 0, refused: 3 });
  expect(await addAccounts(project.uid, [account('b')])).toEqual({ added: 0, known: 0, refused: 1 });
});

test('a duplicate has accounts, tags and notes of its own; that of a demo can be changed', async () => {
  const demo = await make('Demo', 'DEMO');
  await addAccounts(demo.uid, [account('a', 'contract', { tags: ['core'], note: { text: 'n', isPrivate: true } })]);
  const copy = await duplicateProject(demo);
  if (copy === undefined) throw new Error('storage refused');
  expect(copy).toMatchObject({ name: 'Demo copy', slug: 'demo-copy', visibility: 'PRIVATE' });
  await saveAccounts(copy.uid, [account('a', 'contract', { tags: ['mine'] })]);
  expect((await readProjectAccounts(demo.uid))[0]).toMatchObject({ tags: ['core'], note: { text: 'n' } });
  expect((await readProjectAccounts(copy.uid))[0]?.tags).toEqual(['mine']);
});

test('a hand-over is taken back, and a file that was written is remembered', async () => {
  const { uid } = await make('Vault');
  await setTransfer(uid, { username: 'anna', type: 'organization' });
  expect((await readProjectByUid(uid))?.transferTo?.username).toBe('anna');
  await setTransfer(uid, undefined);
  await setPushed(uid);
  const now = await readProjectByUid(uid);
  expect(now?.transferTo).toBeUndefined();
  expect(now?.lastPushAt).toBeGreaterThan(0);
});

test('the search finds projects by name and accounts by label and tag', async () => {
  const project = await make('Harbor Vault');
  await addAccounts(project.uid, [account('a', 'contract', { tags: ['treasury'] }), account('b', 'wallet')]);
  await saveLabel({ networkId: network, address: address('b'), name: 'Cold Storage' });
  expect((await findInProjects('vault', 5)).projects.map(({ uid }) => uid)).toEqual([project.uid]);
  expect((await findInProjects('me:harbor', 5)).projects).toHaveLength(1);
  expect((await findInProjects('TREAS', 5)).accounts.map(({ account: { address: found } }) => found)).toEqual([
    address('a'),
  ]);
  expect((await findInProjects('cold', 5)).accounts[0]).toMatchObject({
    label: 'Cold Storage',
    account: { type: 'wallet' },
  });
  expect(await findInProjects('nothing', 5)).toEqual({ projects: [], accounts: [] });
});
