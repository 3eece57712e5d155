/**
 * Opening what comes from outside: a trace file (`url` says where it is), files that another app shared (`shared`), or a
 * link that names something of a chain.
 */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text } from '../search-parameters';
import { LinkPage } from '../views/link/LinkPage';
import { OpenFilePage } from '../views/trace-file/OpenFilePage';

export const Route = createFileRoute('/open')({
  validateSearch: v.object({ url: parameter(text), link: parameter(text), shared: parameter(v.boolean()) }),
  component: OpenRoute,
});

function OpenRoute() {
  const { url, link, shared = false } = Route.useSearch();
  return link === undefined ? <OpenFilePage url={url} shared={shared} /> : <LinkPage link={link} />;
}
