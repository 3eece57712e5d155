/** Two transactions side by side. */
import { createFileRoute } from '@tanstack/react-router';
import { useNetwork } from '../../network-context';
import { ASKED_ON_ENTRY, beginOpening } from '../../route-question';
import { DiffPage } from '../../views/diff/DiffPage';
import { diffParameters } from '../../views/diff/diff-parameters';
import { EnsFields } from '../../views/names/EnsFields';

export const Route = createFileRoute('/{-$network}/diff')({
  validateSearch: diffParameters,
  loaderDeps: ({ search: { a, b, changes } }) => ({ a, b, isChanged: changes !== undefined }),
  // The opening reports its parts as updates, so the loader does not wait for it.
  loader: ({ context: { wiring, network }, deps: { a, b, isChanged } }) => {
    if (a === undefined || (b === undefined && !isChanged)) return;
    for (const hash of [a, ...(b === undefined ? [] : [b])]) {
      beginOpening(wiring.workers, { networkId: network.id, hash });
    }
  },
  ...ASKED_ON_ENTRY,
  component: DiffRoute,
});

function DiffRoute() {
  const { network } = useNetwork();
  return (
    <EnsFields>
      <DiffPage key={network.id} network={network} search={Route.useSearch()} />
    </EnsFields>
  );
}
