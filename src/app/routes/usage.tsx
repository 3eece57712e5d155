/** What was asked of the endpoints; the parameters say which part of it is shown. Visitors of an explorer have no such page. */
import { createFileRoute } from '@tanstack/react-router';
import { oneOf, searchOf, wholeNumber } from '../search-parameters';
import { UsagePage } from '../views/usage/UsagePage';
import { USAGE_CATEGORIES, USAGE_RANGES } from '../views/usage/usage-search';
import { workbenchOnly } from '../workbench-only';

export const Route = createFileRoute('/usage')({
  validateSearch: searchOf({
    /** Chain id of the network whose calls are shown; absent for all. */
    network: wholeNumber(1),
    range: oneOf(...USAGE_RANGES),
    show: oneOf(...USAGE_CATEGORIES),
  }),
  beforeLoad: workbenchOnly,
  component: UsageRoute,
});

function UsageRoute() {
  return <UsagePage {...Route.useSearch()} />;
}
