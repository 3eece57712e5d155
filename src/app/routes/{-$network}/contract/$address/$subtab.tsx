/** Read/Write of a contract; `expand` is the selector of a function that is open. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter } from '../../../../search-parameters';
import { ReadWritePage } from '../../../../views/calls/ReadWritePage';

export const Route = createFileRoute('/{-$network}/contract/$address/$subtab')({
  validateSearch: v.object({ expand: parameter(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{8}$/))) }),
  component: ReadWriteRoute,
});

function ReadWriteRoute() {
  return <ReadWritePage subtab={Route.useParams().subtab} expand={Route.useSearch().expand} />;
}
