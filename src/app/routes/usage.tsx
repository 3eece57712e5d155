/** What was asked of the endpoints; the parameters say which part of it is shown. Visitors of an explorer have no such page. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, wholeNumber } from '../search-parameters';
import { UsagePage } from '../views/usage/UsagePage';
import { USAGE_CATEGORIES, USAGE_RANGES } from '../views/usage/usage-search';
import { workbenchOnly } from '../workbench-only';

export const Route = createFileRoute('/usage')({
  validateSearch: v.object({
    /** Chain id of the network whose calls are shown; absent for all. */
    network: parameter(wholeNumber(1)),
    range: parameter(v.picklist(USAGE_RANGES)),
    show: parameter(v.picklist(USAGE_CATEGORIES)),
  }),
  beforeLoad: workbenchOnly,
  component: UsageRoute,
});

function UsageRoute() {
  return <UsagePage {...Route.useSearch()} />;
}
