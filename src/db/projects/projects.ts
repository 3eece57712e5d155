/** The reader's projects and the accounts in them. Never evicted. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import {
  accountKey,
  freeSlug,
  MAX_ACCOUNTS,
  type Project,
  type ProjectAccount,
  type ProjectOwner,
  type ProjectUid,
  slugOf,
} from '../../core/projects/project';
import { matchWords } from '../../core/text/match-words';
import { withDatabase, writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { readableRows } from '../rows/fields';
import {
  fromProjectAccountRow,
  fromProjectRow,
  type ProjectAccountRow,
  toProjectAccountRow,
} from '../rows/project-row';

/** The most projects that are read. */
const MAX_PROJECTS = 500;

export type ProjectSummary = {
  project: Project;
  contracts: number;
  wallets: number;
  networks: number;
};

/** Reads all projects with the numbers of their contracts, wallets and networks, the last changed project first. */
export function readProjects(): Promise<readonly ProjectSummary[]> {
  return withDatabase<readonly ProjectSummary[]>([], async (db) => {
    const projects = readableRows(await db.projects.limit(MAX_PROJECTS).toArray(), fromProjectRow);
    const accounts = readableRows(await db.projectAccounts.toArray(), fromProjectAccountRow);
    return projects
      .map((project) => {
        const own = accounts.filter(({ projectUid }) => projectUid === project.uid);
        const contracts = own.filter(({ type }) => type === 'contract').length;
        const networks = new Set(own.map(({ networkId }) => networkId)).size;
        return { project, contracts, wallets: own.length - contracts, networks };
      })
      .sort((a, b) => b.project.changedAt - a.project.changedAt);
  });
}

/** Reads the project of an owner with this slug, or undefined. Observable by live queries. */
export async function readProject(username: string, slug: string): Promise<Project | undefined> {
  return fromProjectRow(
    await withDatabase(undefined, (db) => db.projects.where('[owner.username+slug]').equals([username, slug]).first()),
  );
}

/** Reads the kept project with this uid, whatever its name and slug are here; undefined where it is not kept. */
export async function readProjectByUid(uid: ProjectUid): Promise<Project | undefined> {
  return fromProjectRow(await withDatabase(undefined, (db) => db.projects.get(uid)));
}

/** Reads the accounts of a project in the order in which they were added. */
export function readProjectAccounts(uid: ProjectUid): Promise<readonly ProjectAccount[]> {
  return withDatabase<readonly ProjectAccount[]>([], async (db) => {
    const rows = await accountsOf(db, uid).toArray();
    return [...readableRows(rows, fromProjectAccountRow)].sort((a, b) => a.addedAt - b.addedAt);
  });
}

export type ProjectContracts = { project: Project; addresses: readonly Address[] };

/**
 * Reads the contracts that projects have on a network, by project, the last changed project first. Projects without
 * such a contract are left out.
 */
export function readContractsOfProjects(networkId: NetworkId): Promise<readonly ProjectContracts[]> {
  return withDatabase<readonly ProjectContracts[]>([], async (db) => {
    const projects = readableRows(await db.projects.limit(MAX_PROJECTS).toArray(), fromProjectRow);
    const accounts = readableRows(await db.projectAccounts.toArray(), fromProjectAccountRow);
    const contracts = accounts.filter((account) => account.networkId === networkId && account.type === 'contract');
    return [...projects]
      .sort((a, b) => b.changedAt - a.changedAt)
      .map((project) => ({
        project,
        addresses: contracts.filter(({ projectUid }) => projectUid === project.uid).map(({ address }) => address),
      }))
      .filter(({ addresses }) => addresses.length > 0);
  });
}

/** Reads the projects that contain an address. */
export function readProjectsOf(networkId: NetworkId, address: Address): Promise<readonly Project[]> {
  return withDatabase<readonly Project[]>([], async (db) => {
    const rows = await db.projectAccounts.where({ networkId, address }).toArray();
    const uids = rows.map(({ projectUid }) => projectUid);
    return readableRows<unknown, Project>(await db.projects.bulkGet(uids), fromProjectRow);
  });
}

/** Creates a project. Its slug is that of its name, or the next free one. Undefined when storage refused. */
export async function createProject(
  given: Pick<Project, 'name' | 'owner' | 'visibility' | 'description'>,
): Promise<Project | undefined> {
  const now = Date.now();
  let made: Project = { ...given, uid: newUid(), slug: slugOf(given.name), createdAt: now, changedAt: now };
  const isKept = await inTransaction(async (db) => {
    made = { ...made, slug: await freeSlugOf(db, made) };
    await db.projects.put(made);
  });
  return isKept ? made : undefined;
}

/** Fields of a project that a reader can change. */
export type ProjectChange = Partial<Pick<Project, 'name' | 'visibility' | 'description' | 'owner'>>;

/**
 * Changes a project. A new name gives it a new slug; where the owner has another project with that slug, it gets the
 * next free one. Returns the changed project, undefined when storage refused or the project is gone.
 */
export async function changeProject(uid: ProjectUid, change: ProjectChange): Promise<Project | undefined> {
  let changed: Project | undefined;
  const isKept = await inTransaction(async (db) => {
    const before = fromProjectRow(await db.projects.get(uid));
    if (before === undefined) return;
    const next = { ...before, ...change, changedAt: Date.now() };
    const wanted = change.name === undefined ? before.slug : slugOf(change.name);
    changed = { ...next, slug: await freeSlugOf(db, { ...next, slug: wanted }) };
    await db.projects.put(changed);
  });
  return isKept ? changed : undefined;
}

/** Marks a project as handed over to `to`; undefined removes the mark. False when storage refused. */
export function setTransfer(uid: ProjectUid, to: ProjectOwner | undefined): Promise<boolean> {
  return changeRow(uid, ({ transferTo: _, ...rest }) => ({ ...rest, ...(to && { transferTo: to }) }));
}

/** Keeps that a project was written to a file now; false when storage refused. */
export function setPushed(uid: ProjectUid): Promise<boolean> {
  return changeRow(uid, (project) => ({ ...project, lastPushAt: Date.now() }));
}

/**
 * Deletes a project and its accounts. Its simulations, virtual networks and verifications then belong to no project.
 * Labels, and what is known of the accounts, stay. False when storage refused.
 */
export function deleteProject(uid: ProjectUid): Promise<boolean> {
  return inTransaction(async (db) => {
    await db.projects.delete(uid);
    await accountsOf(db, uid).delete();
    await db.projectItems.where({ projectUid: uid }).delete();
  });
}

/**
 * Creates a copy of a project with its accounts, tags and notes; the copy of a demo is private. Returns the copy,
 * undefined when storage refused.
 */
export async function duplicateProject(project: Project): Promise<Project | undefined> {
  const { name, owner, description, visibility } = project;
  const copy = await createProject({
    name: `${name.slice(0, 55)} copy`,
    owner,
    description,
    visibility: visibility === 'DEMO' ? 'PRIVATE' : visibility,
  });
  if (copy === undefined) return undefined;
  const accounts = await readProjectAccounts(project.uid);
  return (await saveAccounts(copy.uid, accounts)) ? copy : undefined;
}

/**
 * The numbers of accounts that were added, that the project already had, and that were refused because the project is
 * full.
 */
export type Added = { added: number; known: number; refused: number };

/** Adds accounts that the project does not have yet; those it has stay as they are. Undefined when storage refused. */
export async function addAccounts(uid: ProjectUid, accounts: readonly ProjectAccount[]): Promise<Added | undefined> {
  let done: Added = { added: 0, known: 0, refused: 0 };
  const isKept = await inTransaction(async (db) => {
    const present = await db.projectAccounts.bulkGet(accounts.map((account) => keyOf(uid, account)));
    const fresh = accounts.filter((_, at) => present[at] === undefined);
    const room = MAX_ACCOUNTS - (await accountsOf(db, uid).count());
    const added = fresh.slice(0, Math.max(0, room));
    await db.projectAccounts.bulkPut(added.map((account) => toProjectAccountRow(uid, account)));
    if (added.length > 0) await db.projects.update(uid, { changedAt: Date.now() });
    done = { added: added.length, known: accounts.length - fresh.length, refused: fresh.length - added.length };
  });
  return isKept ? done : undefined;
}

/** Keeps accounts in place of what the project had of the same addresses; false when storage refused. */
export function saveAccounts(uid: ProjectUid, accounts: readonly ProjectAccount[]): Promise<boolean> {
  return inTransaction(async (db) => {
    await db.projectAccounts.bulkPut(accounts.map((account) => toProjectAccountRow(uid, account)));
    await db.projects.update(uid, { changedAt: Date.now() });
  });
}

/** Removes accounts from a project; false when storage refused. */
export function removeAccounts(
  uid: ProjectUid,
  accounts: readonly Pick<ProjectAccount, 'networkId' | 'address'>[],
): Promise<boolean> {
  return inTransaction(async (db) => {
    await db.projectAccounts.bulkDelete(accounts.map((account) => keyOf(uid, account)));
    await db.projects.update(uid, { changedAt: Date.now() });
  });
}

/**
 * Keeps a project from a file, or a merged one, with its accounts: all of them or nothing. It gets the next free slug
 * where another project of its owner has its slug. Undefined when storage refused.
 */
export async function takeProject(project: Project, accounts: readonly ProjectAccount[]): Promise<Project | undefined> {
  let taken = project;
  const isKept = await inTransaction(async (db) => {
    taken = { ...project, slug: await freeSlugOf(db, project) };
    await db.projects.put(taken);
    await db.projectAccounts.bulkPut(accounts.map((each) => toProjectAccountRow(taken.uid, each)));
  });
  return isKept ? taken : undefined;
}

/**
 * Finds projects with `text` in their name, id or description, and accounts of projects with it in their label, address
 * or tags. Ignores case. Returns at most `limit` of each.
 */
export function findInProjects(text: string, limit: number): Promise<FoundInProjects> {
  return withDatabase<FoundInProjects>({ projects: [], accounts: [] }, async (db) => {
    const wanted = text.trim().toLowerCase();
    const all = readableRows(await db.projects.toArray(), fromProjectRow);
    const projects = all.filter(({ name, slug, owner, description }) =>
      `${name}\n${owner.username}:${slug}\n${description}`.toLowerCase().includes(wanted),
    );
    const rows = readableRows(await db.projectAccounts.toArray(), fromProjectAccountRow);
    const labels = new Map((await db.labels.toArray()).map((label) => [accountKey(label), label.name]));
    const accounts = rows.flatMap((account) => {
      const label = labels.get(accountKey(account)) ?? '';
      const project = all.find(({ uid }) => uid === account.projectUid);
      const isFound =
        account.address.includes(wanted) ||
        [label, ...account.tags].some(
          (each) => each.toLowerCase().includes(wanted) || matchWords(each, text) !== undefined,
        );
      return isFound && project !== undefined ? [{ account, project, label }] : [];
    });
    return { projects: projects.slice(0, limit), accounts: accounts.slice(0, limit) };
  });
}

export type FoundInProjects = {
  projects: readonly Project[];
  accounts: readonly { account: ProjectAccount; project: Project; label: string }[];
};

/** 128 random bits as hex digits. */
function newUid(): ProjectUid {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as ProjectUid;
}

function inTransaction(work: (db: LoupeDatabase) => Promise<void>): Promise<boolean> {
  return writeDatabase((db) => db.transaction('rw', db.projects, db.projectAccounts, db.projectItems, () => work(db)));
}

function changeRow(uid: ProjectUid, change: (project: Project) => Project): Promise<boolean> {
  return inTransaction(async (db) => {
    const row = fromProjectRow(await db.projects.get(uid));
    if (row !== undefined) await db.projects.put(change(row));
  });
}

/** The slug of a project, or the next one that no other project of its owner has. */
async function freeSlugOf(db: LoupeDatabase, { uid, owner, slug }: Project): Promise<string> {
  const rows = await db.projects
    .where('[owner.username+slug]')
    .between([owner.username, ''], [owner.username, '\uffff'])
    .toArray();
  return freeSlug(slug, new Set(rows.filter((row) => row.uid !== uid).map((row) => row.slug)));
}

function accountsOf(db: LoupeDatabase, uid: ProjectUid) {
  return db.projectAccounts
    .where('[projectUid+networkId+address]')
    .between([uid, 0, ''], [uid, Number.MAX_SAFE_INTEGER, '\uffff']);
}

function keyOf(uid: ProjectUid, { networkId, address }: Pick<ProjectAccountRow, 'networkId' | 'address'>) {
  return [uid, networkId, address] satisfies [string, number, string];
}
