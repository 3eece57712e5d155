import { expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { compareProjects, mergeProblem, mergeProjects } from '../../../src/core/projects/merge-projects';
import type { Project, ProjectAccount, ProjectUid } from '../../../src/core/projects/project';
import {
  chooseContent,
  DEFAULT_EXPORT,
  formatProjectFile,
  type ProjectContent,
  parseProjectFile,
} from '../../../src/core/projects/project-file';

const network = 31337 as NetworkId;
const address = (digit: string) => `0x${digit.repeat(40)}` as Address;

const project: Project = {
  uid: '0123456789abcdef0123456789abcdef' as ProjectUid,
  owner: { username: 'me', type: 'user' },
  name: 'Harbor Vault',
  slug: 'harbor-vault',
  visibility: 'SHARED',
  description: 'What holds the money.',
  createdAt: 1,
  changedAt: 10,
};

function account(digit: string, more: Partial<ProjectAccount> = {}): ProjectAccount {
  return { networkId: network, address: address(digit), type: 'contract', tags: [], addedAt: 1, changedAt: 1, ...more };
}

const content: ProjectContent = {
  project,
  accounts: [
    account('a', { tags: ['core'], note: { text: 'Ask first.', isPrivate: false } }),
    account('b', { type: 'wallet', note: { text: 'The key is in the safe.', isPrivate: true } }),
  ],
  labels: [{ networkId: network, address: address('a'), name: 'The way in' }],
  networks: [{ id: network, name: 'Demo' }],
  endpoints: [{ networkId: network, name: 'mine', url: 'https://rpc.example/secret-key' }],
  items: [{ kind: 'simulation', id: 'one', name: 'Run', rows: [{ table: 'simulations', row: { wei: 5n } }] }],
};

test('a file gives back what was chosen; private notes and endpoints stay unless they are', () => {
  const text = formatProjectFile(chooseContent(content, DEFAULT_EXPORT));
  expect(text).not.toContain('safe');
  expect(text).not.toContain('secret-key');
  const back = parseProjectFile(text);
  expect(back).toEqual({
    ok: true,
    value: { ...content, accounts: [content.accounts[0], account('b', { type: 'wallet' })], endpoints: [] },
  });
  const all = { ...DEFAULT_EXPORT, privateNotes: true, endpoints: true };
  expect(parseProjectFile(formatProjectFile(chooseContent(content, all)))).toEqual({ ok: true, value: content });
  const least = chooseContent(content, { ...DEFAULT_EXPORT, labels: false, notes: false });
  expect(formatProjectFile(least)).not.toMatch(/Ask first|The way in/);
});

test('a project that is handed over goes to its new owner', () => {
  const to = { username: 'anna', type: 'organization' } as const;
  const file = chooseContent({ ...content, project: { ...project, transferTo: to, lastPushAt: 5 } }, DEFAULT_EXPORT);
  expect(file.project.owner).toEqual(to);
  expect(file.project).not.toHaveProperty('transferTo');
  expect(file.project).not.toHaveProperty('lastPushAt');
});

test.each([
  ['no JSON', '{', 'not valid JSON'],
  ['another kind', '{"format":"loupe labels","version":1}', 'no project of Loupe'],
  ['a newer version', '{"format":"loupe project","version":2}', 'version 2'],
  ['an address that is none', damaged('accounts.0.address', '0x12'), 'accounts.0.address: is no address'],
  ['a URL that runs', damaged('endpoints.0.url', 'javascript:alert(1)'), 'endpoints.0.url'],
  ['a slug with a path', damaged('project.slug', '../x'), 'project.slug: is no slug'],
  ['an owner that is no name', damaged('project.owner.username', 'a/b'), 'project.owner.username'],
  ['a note without end', damaged('accounts.0.note.text', 'x'.repeat(5_001)), 'accounts.0.note.text'],
  ['an address twice', damaged('accounts.1', content.accounts[0]), 'twice'],
  ['too many accounts', damaged('accounts', Array(2_001).fill(content.accounts[0])), 'too long'],
])('a file with %s is refused with a sentence', (_, text, words) => {
  const parsed = parseProjectFile(text);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.error).toContain(words);
});

/** The file with another value at a place of it. */
function damaged(path: string, value: unknown): string {
  const file = JSON.parse(formatProjectFile(content)) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((at, name) => at[name] as Record<string, unknown>, file);
  holder[last] = value;
  return JSON.stringify(file);
}

test('a project that is new here comes whole; the reader’s own label stays unless theirs is chosen', () => {
  const own = { networkId: network, address: address('a'), name: 'Mine' };
  const here = { project: undefined, accounts: [], labels: [own], networks: [], endpoints: [], items: [] };
  const { differences } = compareProjects(here, content);
  expect(differences.map(({ of, state }) => `${of} ${state}`)).toEqual([
    'project added',
    'account added',
    'account added',
    'label differing',
  ]);
  const merged = mergeProjects(here, content, ({ newer }) => newer, 50);
  expect(merged.project).toEqual({ ...project, changedAt: 50 });
  expect(merged.accounts).toEqual(content.accounts);
  expect(merged.labels).toEqual([own]);
  expect(mergeProjects(here, content, () => 'file', 50).labels).toEqual(content.labels);
});

test('the same version changes nothing', () => {
  const { differences, same, onlyHere } = compareProjects(content, content);
  expect([differences, same, onlyHere]).toEqual([[], 4, 0]);
  expect(mergeProjects(content, content, () => 'file', 50)).toEqual(content);
});

test('of two versions the newer is proposed, what only one has is kept, and nothing is lost', () => {
  const theirs: ProjectContent = {
    ...content,
    project: { ...project, name: 'Vault', slug: 'vault', changedAt: 20 },
    accounts: [
      // Changed later there, and without the note, which may have been left out of the file.
      account('a', { tags: ['core', 'audited'], changedAt: 5 }),
      account('c', { addedAt: 7 }),
    ],
    labels: [{ networkId: network, address: address('a'), name: 'Gate' }],
  };
  const { differences, onlyHere } = compareProjects(content, theirs);
  expect(onlyHere).toBe(1);
  expect(differences.map(({ key, state, newer }) => [key.split(' ')[0], state, newer])).toEqual([
    ['project', 'differing', 'file'],
    ['account', 'differing', 'file'],
    ['account', 'added', 'file'],
    ['label', 'differing', 'here'],
  ]);
  const merged = mergeProjects(content, theirs, ({ newer }) => newer, 50);
  expect(merged.project).toMatchObject({ name: 'Vault', slug: 'vault', changedAt: 50, createdAt: 1 });
  expect(merged.accounts).toEqual([
    account('a', { tags: ['core', 'audited'], changedAt: 5, note: { text: 'Ask first.', isPrivate: false } }),
    content.accounts[1],
    account('c', { addedAt: 7 }),
  ]);
  expect(merged.labels).toEqual(content.labels);
  const kept = mergeProjects(content, theirs, () => 'here', 50);
  expect(kept.project.name).toBe('Harbor Vault');
  expect(kept.accounts.map((each) => each.tags)).toEqual([['core'], [], []]);
});

test('versions with more addresses than a project has are not merged', () => {
  const accounts = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      ...account('a'),
      address: `0x${(from + at).toString(16).padStart(40, '0')}` as Address,
    }));
  const here = { ...content, accounts: accounts(0, 1_500) };
  expect(mergeProblem(here, { ...content, accounts: accounts(500, 2_000) })).toBeUndefined();
  expect(mergeProblem(here, { ...content, accounts: accounts(501, 2_001) })).toBe(
    'Together the versions have 2,001 addresses, and a project has at most 2,000: remove 1 from yours to merge them.',
  );
});

test('taking the version of the new owner ends a hand-over', () => {
  const to = { username: 'anna', type: 'user' } as const;
  const here = { ...content, project: { ...project, transferTo: to } };
  const file = chooseContent(here, DEFAULT_EXPORT);
  const merged = mergeProjects(here, file, () => 'file', 50);
  expect(merged.project.owner).toEqual(to);
  expect(merged.project).not.toHaveProperty('transferTo');
});
