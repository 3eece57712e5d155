import { createFileRoute } from '@tanstack/react-router';
import { useNetwork } from '../../../network-context';
import { EnsFields } from '../../../views/names/EnsFields';
import { EditSourcePage } from '../../../views/simulator/source/EditSourcePage';
import type { EditSourceSearch } from '../../../views/simulator/source/edit-source-search';

/** Sources that are edited and run in place of a contract's code. */
export const Route = createFileRoute('/{-$network}/simulator/source')({
  // Read by the page, whose code comes later: every page would carry the schema.
  validateSearch: (search: Record<string, unknown>) => search as EditSourceSearch,
  component: EditSourceRoute,
});

function EditSourceRoute() {
  const { network } = useNetwork();
  return (
    <EnsFields>
      <EditSourcePage key={network.id} network={network} search={Route.useSearch()} />
    </EnsFields>
  );
}
