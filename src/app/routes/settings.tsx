import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text, wholeNumber } from '../search-parameters';
import { SettingsPage } from '../views/settings/SettingsPage';

export const Route = createFileRoute('/settings')({
  validateSearch: v.object({
    /** Chain id of the network whose endpoints are shown. */
    network: parameter(wholeNumber(1)),
    /** Opens the form for a network, with this chain id when it is one. */
    add: parameter(text),
  }),
  component: SettingsRoute,
});

function SettingsRoute() {
  return <SettingsPage {...Route.useSearch()} />;
}
