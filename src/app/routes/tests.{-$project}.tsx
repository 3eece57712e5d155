/** Projects with tests of contracts, and each of them; the parameters say which of its tests are shown. */
import { createFileRoute } from '@tanstack/react-router';
import { oneOf, searchOf, text } from '../search-parameters';
import { lazyPart } from '../ui/lazy-part';
import { PageSkeleton } from '../ui/PageSkeleton';
import { workbenchOnly } from '../workbench-only';

export const Route = createFileRoute('/tests/{-$project}')({
  validateSearch: searchOf({
    /** Id of the suite whose tests are shown; absent for all. */
    suite: text,
    /** Words in the names of the tests. */
    search: text,
    show: oneOf('failed', 'changed'),
    /** Coverage in the place of results, and the file of it that is open. */
    view: oneOf('coverage'),
    file: text,
    /** The test that is opened below its row: its suite and signature. */
    open: text,
  }),
  beforeLoad: workbenchOnly,
  component: TestsRoute,
});

// Parts of their own, so that the entry does not name what they are made of.
const TestsPage = lazyPart(async () => (await import('../views/testing/TestsPage')).TestsPage);
const TestProjectPage = lazyPart(async () => (await import('../views/testing/TestProjectPage')).TestProjectPage);

function TestsRoute() {
  const { project } = Route.useParams();
  return project === undefined ? (
    <TestsPage fallback={<PageSkeleton />} />
  ) : (
    <TestProjectPage key={project} id={project} fallback={<PageSkeleton />} />
  );
}
