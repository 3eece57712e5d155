/** The reader's projects, and each of them; the parameters say which part of it is shown. */
import { createFileRoute } from '@tanstack/react-router';
import { listPlace, searchOf, text, wholeNumber } from '../search-parameters';
import { lazyPart } from '../ui/lazy-part';
import { PageSkeleton } from '../ui/PageSkeleton';
import { workbenchOnly } from '../workbench-only';

export const Route = createFileRoute('/projects/{-$owner}/{-$slug}')({
  validateSearch: searchOf({
    /** Tab of a project. On the page of all projects: what the reader is making, `new-project` or `new-watch`. */
    tab: text,
    /** Chain id of the network whose transactions are shown. */
    network: wholeNumber(1),
    ...listPlace,
  }),
  beforeLoad: workbenchOnly,
  component: ProjectRoute,
});

// Parts of their own, so that the entry does not name what they are made of.
const ProjectsPage = lazyPart(async () => (await import('../views/projects/ProjectsPage')).ProjectsPage);
const ProjectPage = lazyPart(async () => (await import('../views/projects/ProjectPage')).ProjectPage);

function ProjectRoute() {
  const { owner, slug } = Route.useParams();
  const { tab, network } = Route.useSearch();
  return owner === undefined || slug === undefined ? (
    <ProjectsPage tab={tab} fallback={<PageSkeleton />} />
  ) : (
    <ProjectPage username={owner} slug={slug} tab={tab} network={network} fallback={<PageSkeleton />} />
  );
}
