import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../views/settings/SettingsPage';

/** `network`: chain id whose endpoints are shown. `add`: the form for a network, with this chain id when it is one. */
type SettingsSearch = { network?: number; add?: string };

export const Route = createFileRoute('/settings')({
  validateSearch: (input: Record<string, unknown>): SettingsSearch => {
    const network = Number(input.network);
    return {
      ...(Number.isSafeInteger(network) && network > 0 && { network }),
      ...((typeof input.add === 'string' || typeof input.add === 'number') && { add: String(input.add) }),
    };
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  return <SettingsPage {...Route.useSearch()} />;
}
