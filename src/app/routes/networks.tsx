/** Networks and their endpoints. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text, wholeNumber } from '../search-parameters';
import { NetworksPage } from '../views/networks/NetworksPage';

export const Route = createFileRoute('/networks')({
  validateSearch: v.object({
    /** Chain id of the network that is shown. */
    network: parameter(wholeNumber(1)),
    /** Opens the form for a network, with this chain id when it is one. */
    add: parameter(text),
  }),
  component: NetworksRoute,
});

function NetworksRoute() {
  return <NetworksPage {...Route.useSearch()} />;
}
