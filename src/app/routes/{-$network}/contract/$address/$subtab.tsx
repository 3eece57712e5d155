/** Read/Write of a contract; `expand` is the selector of a function that is open, `block` the block that is read at, as it was typed. */
import { createFileRoute } from '@tanstack/react-router';
import { searchOf } from '../../../../search-parameters';
import { ReadWritePage } from '../../../../views/calls/ReadWritePage';

export const Route = createFileRoute('/{-$network}/contract/$address/$subtab')({
  validateSearch: searchOf({
    expand: (written) => (typeof written === 'string' && /^0x[0-9a-f]{8}$/.test(written) ? written : undefined),
    block: (written) => (['string', 'number'].includes(typeof written) ? String(written).slice(0, 40) : undefined),
  }),
  component: ReadWriteRoute,
});

function ReadWriteRoute() {
  const { expand, block } = Route.useSearch();
  return <ReadWritePage subtab={Route.useParams().subtab} expand={expand} block={block} />;
}
