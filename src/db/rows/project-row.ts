/** Tables `projects` and `projectAccounts`: the reader's projects and the accounts in them. Never evicted. */
import * as v from 'valibot';
import {
  OWNER_TYPES,
  type Project,
  type ProjectAccount,
  type ProjectUid,
  VISIBILITIES,
} from '../../core/projects/project';
import { type AllStored, address, count, networkId, rowReader } from './fields';

const uid = v.custom<ProjectUid>((value) => typeof value === 'string' && value !== '');
const owner = v.object({ username: v.string(), type: v.picklist(OWNER_TYPES) });

const project = v.object({
  uid,
  owner,
  name: v.string(),
  slug: v.string(),
  visibility: v.picklist(VISIBILITIES),
  description: v.string(),
  transferTo: v.exactOptional(owner),
  createdAt: count,
  changedAt: count,
  lastPushAt: v.exactOptional(count),
});

const account = v.object({
  projectUid: uid,
  networkId,
  address,
  type: v.picklist(['contract', 'wallet']),
  tags: v.array(v.string()),
  note: v.exactOptional(v.object({ text: v.string(), isPrivate: v.boolean() })),
  addedAt: count,
  changedAt: count,
});

export type ProjectRow = v.InferOutput<typeof project>;
export type ProjectAccountRow = v.InferOutput<typeof account>;

true satisfies AllStored<Project, ProjectRow>;
true satisfies AllStored<ProjectAccount, ProjectAccountRow>;

/** Undefined where the row is damaged. */
export const fromProjectRow = rowReader(project);

/** Undefined where the row is damaged. */
export const fromProjectAccountRow = rowReader(account);

export function toProjectAccountRow(projectUid: ProjectUid, entry: ProjectAccount): ProjectAccountRow {
  return { ...entry, tags: [...entry.tags], projectUid };
}
