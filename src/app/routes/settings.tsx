import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, wholeNumber } from '../search-parameters';
import { SettingsPage } from '../views/settings/SettingsPage';

export const Route = createFileRoute('/settings')({
  validateSearch: v.object({
    /** Chain id of the network whose index is shown. */
    network: parameter(wholeNumber(1)),
  }),
  component: SettingsRoute,
});

function SettingsRoute() {
  const { network } = Route.useSearch();
  return <SettingsPage {...(network !== undefined && { network })} />;
}
