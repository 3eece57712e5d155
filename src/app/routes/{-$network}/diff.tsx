/** Two transactions side by side: `a` and `b` are their hashes, `all` shows what is the same in both too. */
import { createFileRoute } from '@tanstack/react-router';
import { useNetwork } from '../../network-context';
import { DiffPage } from '../../views/diff/DiffPage';
import { diffSearch } from '../../views/diff/search';

export const Route = createFileRoute('/{-$network}/diff')({
  validateSearch: diffSearch,
  component: DiffRoute,
});

function DiffRoute() {
  const { network } = useNetwork();
  return <DiffPage key={network.id} network={network} search={Route.useSearch()} />;
}
