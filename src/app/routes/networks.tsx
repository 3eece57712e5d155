/** Networks and their endpoints. */
import { createFileRoute } from '@tanstack/react-router';
import { searchOf, text, wholeNumber } from '../search-parameters';
import { NetworksPage } from '../views/networks/NetworksPage';

export const Route = createFileRoute('/networks')({
  validateSearch: searchOf({
    /** Chain id of the network that is shown. */
    network: wholeNumber(1),
    /** Opens the form for a network, with this chain id when it is one. */
    add: text,
  }),
  component: NetworksRoute,
});

function NetworksRoute() {
  return <NetworksPage {...Route.useSearch()} />;
}
