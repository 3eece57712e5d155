import { createFileRoute } from '@tanstack/react-router';
import { searchOf, wholeNumber } from '../search-parameters';
import { SettingsPage } from '../views/settings/SettingsPage';

export const Route = createFileRoute('/settings')({
  validateSearch: searchOf({
    /** Chain id of the network whose index is shown. */
    network: wholeNumber(1),
  }),
  component: SettingsRoute,
});

function SettingsRoute() {
  const { network } = Route.useSearch();
  return <SettingsPage {...(network !== undefined && { network })} />;
}
