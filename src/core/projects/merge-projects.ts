/**
 * Two versions of a project, this browser's and that of a file, as a list of what differs, and the project that comes
 * of the reader's choices. Nothing gets lost: what only one of them has stays or comes, and a note or label that a file
 * lacks was left out of it.
 */
import type { Label } from '../contract/labels/label';
import { formatInteger } from '../format/counts';
import { accountKey, MAX_ACCOUNTS, type Project, type ProjectAccount } from './project';
import type { ProjectContent } from './project-file';

export type Side = 'here' | 'file';

/** What this browser has: no project where the file's is new here, and its own labels in any case. */
export type ContentHere = Omit<ProjectContent, 'project'> & { project: Project | undefined };

/** `added`: only the file has it. `here` and `file` say what each has, line by line. */
export type Difference = {
  /** Names it among the differences. */
  key: string;
  of: 'project' | 'account' | 'label';
  account?: Pick<ProjectAccount, 'networkId' | 'address'>;
  state: 'added' | 'differing';
  here: readonly string[];
  file: readonly string[];
  /** The side that was changed last, which is proposed; this browser's where nobody knows. */
  newer: Side;
};

export type Comparison = { differences: readonly Difference[]; same: number; onlyHere: number };

export function compareProjects(here: ContentHere, file: ProjectContent): Comparison {
  const all = [
    compareSettings(here.project, file.project),
    ...compareAccounts(here, file),
    ...compareLabels(here, file),
  ];
  const inFile = new Set(file.accounts.map(accountKey));
  return {
    differences: all.filter((each) => each !== undefined),
    same: all.filter((each) => each === undefined).length,
    onlyHere: here.accounts.filter((account) => !inFile.has(accountKey(account))).length,
  };
}

/** Returns one sentence on why the versions do not fit into one project; undefined where they do. */
export function mergeProblem(here: ContentHere, file: ProjectContent): string | undefined {
  const count = new Set([...here.accounts, ...file.accounts].map(accountKey)).size;
  if (count <= MAX_ACCOUNTS) return undefined;
  return `Together the versions have ${formatInteger(count)} addresses, and a project has at most ${formatInteger(MAX_ACCOUNTS)}: remove ${formatInteger(count - MAX_ACCOUNTS)} from yours to merge them.`;
}

/** Merges two versions of a project: `choose` says for each part that differs whose is taken, and new parts are added. `now` is the time of the change. */
export function mergeProjects(
  here: ContentHere,
  file: ProjectContent,
  choose: (difference: Difference) => Side,
  now: number,
): ProjectContent {
  const { differences } = compareProjects(here, file);
  const taken = new Set(
    differences.filter((each) => each.state === 'added' || choose(each) === 'file').map(({ key }) => key),
  );
  const accounts = new Map(here.accounts.map((account) => [accountKey(account), account]));
  for (const account of file.accounts) {
    const key = accountKey(account);
    if (!taken.has(`account ${key}`)) continue;
    const before = accounts.get(key);
    const note = account.note ?? before?.note;
    accounts.set(key, { ...account, ...(note && { note }), addedAt: before?.addedAt ?? account.addedAt });
  }
  const labels = new Map(here.labels.map((label) => [accountKey(label), label]));
  for (const label of file.labels) if (taken.has(`label ${accountKey(label)}`)) labels.set(accountKey(label), label);
  const { name, slug, owner, visibility, description } = file.project;
  const settings = { name, slug, owner, visibility, description };
  const { transferTo: _, ...rest } = here.project ?? file.project;
  return {
    project: {
      ...(here.project === undefined || !taken.has('project')
        ? (here.project ?? file.project)
        : { ...rest, ...settings }),
      changedAt: taken.size > 0 ? now : (here.project ?? file.project).changedAt,
    },
    accounts: [...accounts.values()],
    labels: [...labels.values()],
    networks: file.networks,
    endpoints: file.endpoints,
    items: file.items,
  };
}

function compareSettings(here: Project | undefined, file: Project): Difference | undefined {
  const own = here === undefined ? [] : settingsOf(here);
  const theirs = settingsOf(file);
  if (here !== undefined && isSame(own, theirs)) return undefined;
  return {
    key: 'project',
    of: 'project',
    state: here === undefined ? 'added' : 'differing',
    here: own,
    file: theirs,
    newer: here !== undefined && here.changedAt >= file.changedAt ? 'here' : 'file',
  };
}

function settingsOf({ name, owner, visibility, description }: Project): readonly string[] {
  return [name, `Owner ${owner.username} (${owner.type})`, visibility, ...(description === '' ? [] : [description])];
}

function compareAccounts(here: ContentHere, file: ProjectContent): readonly (Difference | undefined)[] {
  const known = new Map(here.accounts.map((account) => [accountKey(account), account]));
  return file.accounts.map((account) => {
    const before = known.get(accountKey(account));
    const own = before === undefined ? [] : accountLines(before, account.note !== undefined);
    const theirs = accountLines(account, true);
    if (before !== undefined && isSame(own, theirs)) return undefined;
    const { networkId, address } = account;
    return {
      key: `account ${accountKey(account)}`,
      of: 'account',
      account: { networkId, address },
      state: before === undefined ? 'added' : 'differing',
      here: own,
      file: theirs,
      newer: before !== undefined && before.changedAt >= account.changedAt ? 'here' : 'file',
    };
  });
}

/** `withNote` false where the other version has none: its writer may have kept it. */
function accountLines({ type, tags, note }: ProjectAccount, withNote: boolean): readonly string[] {
  return [
    type === 'contract' ? 'Contract' : 'Wallet',
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
    ...(withNote && note !== undefined ? [`${note.isPrivate ? 'Private note' : 'Note'}: ${note.text}`] : []),
  ];
}

function compareLabels(here: ContentHere, file: ProjectContent): readonly (Difference | undefined)[] {
  const known = new Map(here.labels.map((label) => [accountKey(label), label]));
  return file.labels.map((label: Label) => {
    const before = known.get(accountKey(label));
    if (before?.name === label.name) return undefined;
    const { networkId, address } = label;
    return {
      key: `label ${accountKey(label)}`,
      of: 'label',
      account: { networkId, address },
      state: before === undefined ? 'added' : 'differing',
      here: before === undefined ? [] : [before.name],
      file: [label.name],
      newer: 'here',
    };
  });
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}
