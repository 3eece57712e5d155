/** Read/Write of a contract; `expand` is the selector of a function that is open. */
import { createFileRoute } from '@tanstack/react-router';
import { searchOf } from '../../../../search-parameters';
import { ReadWritePage } from '../../../../views/calls/ReadWritePage';

export const Route = createFileRoute('/{-$network}/contract/$address/$subtab')({
  validateSearch: searchOf({
    expand: (written) => (typeof written === 'string' && /^0x[0-9a-f]{8}$/.test(written) ? written : undefined),
  }),
  component: ReadWriteRoute,
});

function ReadWriteRoute() {
  return <ReadWritePage subtab={Route.useParams().subtab} expand={Route.useSearch().expand} />;
}
