import { createFileRoute } from '@tanstack/react-router';
import { useNetwork } from '../../../network-context';
import { SimulatorPage } from '../../../views/simulator/SimulatorPage';
import { simulatorSearch } from '../../../views/simulator/simulator-search';

/** A simulation that is to be run. */
export const Route = createFileRoute('/{-$network}/simulator/new')({
  validateSearch: simulatorSearch,
  component: SimulatorRoute,
});

function SimulatorRoute() {
  const { network } = useNetwork();
  return <SimulatorPage key={network.id} network={network} search={Route.useSearch()} />;
}
