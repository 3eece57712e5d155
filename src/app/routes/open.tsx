/** Opening a trace file; `url` says where it is. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text } from '../search-parameters';
import { OpenFilePage } from '../views/trace-file/OpenFilePage';

export const Route = createFileRoute('/open')({
  validateSearch: v.object({ url: parameter(text) }),
  component: OpenRoute,
});

function OpenRoute() {
  return <OpenFilePage url={Route.useSearch().url} />;
}
