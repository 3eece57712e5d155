import type { Project } from '../core/projects/project';

/** Link to the page of all projects. */
export const ALL_PROJECTS = {
  to: '/projects/{-$owner}/{-$slug}',
  params: { owner: undefined, slug: undefined },
  search: {},
} as const;

/** Returns the link to the page of a project. */
export function projectLink({ owner, slug }: Pick<Project, 'owner' | 'slug'>) {
  return { to: '/projects/{-$owner}/{-$slug}', params: { owner: owner.username, slug }, search: {} } as const;
}
