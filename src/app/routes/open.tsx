/** Opening a trace file; `url` says where it is. */
import { createFileRoute } from '@tanstack/react-router';
import { OpenFilePage } from '../views/trace-file/OpenFilePage';

export const Route = createFileRoute('/open')({
  validateSearch: ({ url }: Record<string, unknown>): { url?: string } => (typeof url === 'string' ? { url } : {}),
  component: OpenRoute,
});

function OpenRoute() {
  return <OpenFilePage url={Route.useSearch().url} />;
}
