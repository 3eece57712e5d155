/**
 * Opening what comes from outside: a trace file (`url` says where it is), files that another app shared (`shared`), or a
 * link that names something of a chain.
 */
import { createFileRoute } from '@tanstack/react-router';
import { oneOf, searchOf, text } from '../search-parameters';
import { LinkPage } from '../views/link/LinkPage';
import { OpenFilePage } from '../views/trace-file/OpenFilePage';

export const Route = createFileRoute('/open')({
  validateSearch: searchOf({ url: text, link: text, shared: oneOf(true, false) }),
  component: OpenRoute,
});

function OpenRoute() {
  const { url, link, shared = false } = Route.useSearch();
  return link === undefined ? <OpenFilePage url={url} shared={shared} /> : <LinkPage link={link} />;
}
