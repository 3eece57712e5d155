import { createFileRoute } from '@tanstack/react-router';
import { useNetwork } from '../../../network-context';
import { EnsFields } from '../../../views/names/EnsFields';
import { SimulatorPage } from '../../../views/simulator/SimulatorPage';
import type { SimulatorSearch } from '../../../views/simulator/simulator-search';

/** A simulation that is to be run. */
export const Route = createFileRoute('/{-$network}/simulator/new')({
  // Read by the page, whose code comes later: every page would carry the schema.
  validateSearch: (search: Record<string, unknown>) => search as SimulatorSearch,
  component: SimulatorRoute,
});

function SimulatorRoute() {
  const { network } = useNetwork();
  return (
    <EnsFields>
      <SimulatorPage key={network.id} network={network} search={Route.useSearch()} />
    </EnsFields>
  );
}
