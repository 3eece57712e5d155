/** Reads a project with everything that its file contains, and keeps a project from a file. */
import type { Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { type Label, labelOf } from '../../core/contract/labels/label';
import type { ContentHere } from '../../core/projects/merge-projects';
import { accountKey, MAX_PROJECT_NAME, type Project, type ProjectUid } from '../../core/projects/project';
import { endpointsForFile, type ProjectContent } from '../../core/projects/project-file';
import { MAX_ITEMS } from '../../core/projects/project-items';
import { withDatabase } from '../database';
import { readEndpoints, saveEndpoint } from '../networks/endpoints';
import { importLabels, readLabels } from '../reader/labels';
import { readCarriedItems, type TakeVerification, takeItems } from './carried-items';
import { readProjectAccounts, readProjectByUid, takeProject } from './projects';

/**
 * Reads what this browser has of a project, and its labels of the addresses in `file`, also where it lacks the
 * project. Networks, endpoints and items are empty.
 */
export async function readContentHere(uid: ProjectUid, file: Pick<ProjectContent, 'accounts'>): Promise<ContentHere> {
  const project = await readProjectByUid(uid);
  const accounts = project === undefined ? [] : await readProjectAccounts(uid);
  const labels = await labelsOf([...accounts, ...file.accounts]);
  return { project, accounts, labels, networks: [], endpoints: [], items: [] };
}

/** Reads all of a project that goes into a file, cut to what a file can hold; undefined when the project does not exist. */
export async function readProjectContent(
  uid: ProjectUid,
  networks: readonly Network[],
): Promise<ProjectContent | undefined> {
  const project = await readProjectByUid(uid);
  if (project === undefined) return undefined;
  const accounts = await readProjectAccounts(project.uid);
  const used = new Set(accounts.map(({ networkId }) => networkId));
  const endpoints = (await withDatabase([], () => readEndpoints())).filter(
    ({ networkId, origin }) => used.has(networkId) && origin === 'reader',
  );
  const nameOf = (id: NetworkId) => networks.find((each) => each.id === id)?.name ?? `Chain ${id}`;
  return {
    project,
    accounts,
    labels: await labelsOf(accounts),
    networks: [...used].map((id) => ({ id, name: nameOf(id).slice(0, MAX_PROJECT_NAME) })),
    endpoints: endpointsForFile(endpoints),
    items: (await readCarriedItems(project.uid)).slice(0, MAX_ITEMS),
  };
}

/** The project as it is kept; `left` are the names of the items that `takeItems` left out. */
export type Taken = { project: Project; left: readonly string[] };

/**
 * Keeps a merged project. Keeps its endpoints only where `withEndpoints` is set, and orders them after those that are
 * here. Undefined when storage refused.
 */
export async function takeContent(
  content: ProjectContent,
  withEndpoints: boolean,
  verifications: TakeVerification,
): Promise<Taken | undefined> {
  const taken = await takeProject(content.project, content.accounts);
  if (taken === undefined || (await importLabels(content.labels, true)) === undefined) return undefined;
  if (withEndpoints) {
    const known = new Set((await readEndpoints()).map(({ networkId, url }) => `${networkId} ${url}`));
    for (const { networkId, name, url } of content.endpoints) {
      if (known.has(`${networkId} ${url}`)) continue;
      await saveEndpoint({ networkId, name, url, origin: 'reader', enabled: true, priority: LAST });
    }
  }
  return { project: taken, left: await takeItems(taken.uid, content.items, verifications) };
}

/** The priority of endpoints from a file: after every endpoint that the reader put into an order. */
const LAST = 1_000;

async function labelsOf(
  accounts: readonly { networkId: NetworkId; address: Label['address'] }[],
): Promise<readonly Label[]> {
  const wanted = new Set(accounts.map(accountKey));
  return (await readLabels())
    .filter((label) => wanted.has(accountKey(label)))
    .map(({ networkId, address, name }) => ({ networkId, address, name: labelOf(name) }));
}
