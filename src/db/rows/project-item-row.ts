/** Table `projectItems`: the project that a simulation, a virtual network or a private verification belongs to. */
import * as v from 'valibot';
import type { ProjectUid } from '../../core/projects/project';
import { ITEM_KINDS, type ProjectItem } from '../../core/projects/project-items';
import { type AllStored, rowReader } from './fields';

const row = v.object({
  kind: v.picklist(ITEM_KINDS),
  id: v.string(),
  projectUid: v.custom<ProjectUid>((value) => typeof value === 'string' && value !== ''),
});

export type ProjectItemRow = v.InferOutput<typeof row>;

true satisfies AllStored<ProjectItem, ProjectItemRow>;

/** Undefined where the row is damaged. */
export const fromProjectItemRow = rowReader(row);
